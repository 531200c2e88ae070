/** One measured thing: values in one unit, of which the median counts. */
export type Row = Thing & { unit: Unit; values: number[]; note?: string }
type Thing = { part: Part; persons: number; what: string; server: string }
export type Part = keyof typeof PARTS
export type Unit = Share | 'times' | 's' | 'ms' | 'MB'
type Share = 'of node:http' | 'by processor time' | 'of fastify' | 'of 1,000,000'

/** The title of each part, and what it measures. */
export const PARTS = {
  repeated: ['Repeated questions', 'The same URLs again and again, by 32 connections.'],
  new: ['Each question new', 'No URL is sent twice, so no answer can be kept.'],
  writers: ['Reads beside writers', 'Two connections decide without a pause, and 32 read.'],
  start: ['Start and memory', 'From the start of a process to its first 200, and memory.'],
  search: ['First search of a word', 'By a new process, beside a client of the first page.'],
  cold: ['Cold start with the default data', 'The first 200, by that of bare fastify.'],
  large: ['Ten million persons', 'The questions above, in turns with one million.'],
} as const satisfies Record<string, [title: string, about: string]>

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

/** Returns the page of the results in Markdown. */
export function page(rows: readonly Row[], run: string): string {
  const sections = (Object.keys(PARTS) as Part[]).map((part) => {
    const own = rows.filter((row) => row.part === part)
    const [title, about] = PARTS[part]
    return own.length === 0 ? '' : `\n## ${title}\n\n${about}\n\n${table(own)}\n`
  })
  return `# Benchmark

\`npm run bench -- --write\` measures the built package with its default settings, and writes this page. ${run}

A figure is the median of its rounds, with the range in brackets. The slices of all servers take turns within a round; each server runs
on one core, and the load comes from another one. A share is the rate of answers by that of a server that sends a ready answer of
the same length, in the same round. "By processor time" compares what an answer costs with bare \`node:http\`.
${sections.join('')}`
}
