/** One measured thing: values in one unit, of which the median counts. */
export type Row = Thing & { unit: Unit; values: number[]; note?: string }
type Thing = { part: Part; persons: number; what: string; server: string }
export type Part = keyof typeof PARTS
export type Unit = Share | 'times' | 's' | 'ms' | 'MB'
type Share = 'of node:http' | 'by processor time' | 'of fastify' | 'of 1,000,000'

/** The title of each part, what it measures, and the units of its charts. */
export const PARTS = {
  repeated: ['Repeated questions', 'The same URLs again and again, by 32 connections.', 'of node:http'],
  new: ['Each question new', 'No URL is sent twice, so no answer can be kept.', 'of fastify'],
  writers: ['Reads beside writers', 'Two connections decide without a pause, and 32 read.', 'of node:http'],
  start: ['Start and memory', 'From the start of a process to its first 200, and memory.', 's', 'MB'],
  search: ['First search of a word', 'By a new process, beside a client of the first page.', 'ms'],
  cold: ['Cold start with the default data', 'The first 200, by that of bare fastify.', 'times'],
  large: ['Ten million persons', 'The questions above, in turns with one million.', 'of 1,000,000'],
} as const satisfies Record<string, [string, string, ...Unit[]]>

/** A goal holds for the things whose name begins so; the first one that fits counts. */
const GOALS: [part: Part, unit: Unit, goal: number, persons?: number, what?: string][] = [
  ['repeated', 'of node:http', 0.85],
  ['new', 'of fastify', 0.9],
  ['writers', 'of node:http', 0.75],
  ['start', 's', 1.5, 1_000_000, 'next start'],
  ['start', 's', 6, 1_000_000],
  ['start', 'MB', 400, 1_000_000, 'resident'],
  ['start', 'MB', 650, 1_000_000, 'peak'],
  ['search', 'ms', 60, 1_000_000],
  ['cold', 'times', 1.2],
  ['large', 's', 15, 10_000_000, 'next start'],
  ['large', 'MB', 4000, 10_000_000, 'resident'],
  ['large', 'of 1,000,000', 0.8],
]

function goalOf(row: Row): number | undefined {
  const found = GOALS.find(
    ([part, unit, , persons = row.persons, what = '']) =>
      part === row.part && unit === row.unit && persons === row.persons && row.what.startsWith(what),
  )
  return row.server === 'fastify' ? undefined : found?.[2]
}

const written = (value: number) => value.toFixed(value < 100 ? 2 : 0)
const isShare = (unit: Unit) => /^(of|by) /.test(unit)
export const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] as number

/** Returns the median, the range and the goal of a row as text. */
export function figure(row: Row): string {
  const { values, unit } = row
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)]
  const range = values.length > 1 ? ` (${written(low)}–${written(high)})` : ''
  const goal = goalOf(row)
  if (goal === undefined) return written(middle) + range
  const [sign, isReached] = isShare(unit) ? ['≥', middle >= goal] : ['≤', middle <= goal]
  return `${written(middle)}${range}; ${sign} ${goal} ${isReached ? 'reached' : '**missed**'}`
}

/** Returns the rows as a Markdown table: a line for each thing and server, a column for each unit. */
function table(rows: readonly Row[]): string {
  const units = [...new Set(rows.map(({ unit }) => unit))]
  const head = ['persons', 'what', 'server', ...units, 'note']
  const lines = new Map([['', head.map(() => '---')]])
  for (const row of rows) {
    const start = [row.persons.toLocaleString('en'), row.what, row.server]
    const cells = lines.get(start.join()) ?? [...start, ...units.map(() => ''), row.note ?? '']
    cells[start.length + units.indexOf(row.unit)] = figure(row)
    lines.set(start.join(), cells)
  }
  return [head, ...lines.values()].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Returns the page of the results in Markdown, and passes on its charts with their paths in docs. */
export function page(rows: readonly Row[], run: string, keep: (path: string, svg: string) => void): string {
  const sections = (Object.keys(PARTS) as Part[]).map((part) => {
    const [title, about, ...units]: readonly [string, string, ...Unit[]] = PARTS[part]
    const own = rows.filter((row) => row.part === part)
    if (own.length === 0) return ''
    const drawn = units.filter((unit) => own.some((row) => row.unit === unit))
    const images = drawn.map((unit) => {
      const path = `pictures/bench-${part}${unit === 'MB' ? '-memory' : ''}.svg`
      keep(path, chart(own.filter((row) => row.unit === unit)))
      return `![${title}, ${unit}: the table has the figures](${path})\n\n`
    })
    return `\n## ${title}\n\n${about}\n\n${images.join('')}${table(own)}\n`
  })
  return `# Benchmark

\`npm run bench -- --write\` measures the built package with its default settings, and writes this page and its charts. ${run}

A figure is the median of its rounds, with the range in brackets. The slices of all servers take turns within a round; each server runs
on one core, and the load comes from another one. A share is the rate of answers by that of a server that sends a ready answer of
the same length, in the same round. "By processor time" compares what an answer costs with bare \`node:http\`. In a chart, the line on
a bar is the range, and the dashed mark is the goal.
${sections.join('')}`
}

const [LABELS, BARS, BAR, WIDTH] = [280, 440, 18, 790]
const STYLE = `<style>
svg { font: 12px system-ui, sans-serif; color: #1f2328 }
rect { fill: #f6f8fa; stroke: #d1d9e0 } text { fill: currentColor } path { stroke: currentColor }
.s0, .s1, .s2 { stroke: none; fill: #2f81f7; opacity: .45 } .s1 { opacity: .7 } .s2 { opacity: 1 }
.goal { stroke: #e5534b; stroke-width: 2; stroke-dasharray: 4 2 }
@media (prefers-color-scheme: dark) { svg { color: #f0f6fc } rect { fill: #151b23; stroke: #3d444d } }
</style>`

/** Draws horizontal bars of the rows of one unit, in the colours of the reader's theme. */
function chart(rows: readonly Row[]): string {
  const shown = rows.filter(({ server }) => server === 'pessoas-sim')
  const end = Math.max(...shown.flatMap((row) => [...row.values, goalOf(row) ?? 0])) * 1.02
  const x = (value: number) => (LABELS + (value / end) * BARS).toFixed(1)
  const sizes = [...new Set(shown.map(({ persons }) => persons))]
  const parts: string[] = []
  let y = 26
  for (const what of new Set(shown.map((row) => row.what))) {
    parts.push(`<text x="12" y="${y + 13}">${what}</text>`)
    for (const row of shown.filter((own) => own.what === what)) {
      const [middle, goal] = [median(row.values), goalOf(row)]
      const [left, right] = [x(Math.min(...row.values)), x(Math.max(...row.values))]
      parts.push(
        `<text x="${LABELS - 8}" y="${y + 13}" text-anchor="end">${row.persons.toLocaleString('en')}</text>`,
        `<path class="s${sizes.indexOf(row.persons) % 3}" d="M${LABELS} ${y + 2}H${x(middle)}v14H${LABELS}z"/>`,
        `<path d="M${left} ${y + 9}H${right}"/>`,
        goal ? `<path class="goal" d="M${x(goal)} ${y}v${BAR}"/>` : '',
        `<text x="${LABELS + BARS + 12}" y="${y + 13}">${written(middle)}</text>`,
      )
      y += BAR
    }
    y += 8
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}">
${STYLE}
<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${y - 1}" rx="6"/>
<text x="${LABELS}" y="20">${rows[0]?.unit}</text>
${parts.filter(Boolean).join('\n')}
</svg>
`
}
