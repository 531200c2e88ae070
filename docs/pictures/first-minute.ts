import { COMMAND } from '../../bin/testing/command.ts'
import { Running } from '../../bin/testing/running.ts'
import { inFolder } from '../../src/testing/world.ts'

/** What a reader sees in one of two terminals: a command, if any, and what is printed. */
interface Scene {
  terminal: 'terminal 1' | 'terminal 2'
  command?: string
  printed: string[]
}

const themes = {
  light: { paper: '#f6f8fa', line: '#d1d9e0', where: '#59636e', typed: '#0550ae', printed: '#1f2328' },
  dark: { paper: '#151b23', line: '#3d444d', where: '#9198a1', typed: '#79c0ff', printed: '#f0f6fc' },
}

/** How wide a picture is, in characters, and its colours. */
interface Look {
  columns: number
  theme: keyof typeof themes
}

/** The pictures of the READMEs, by file: the narrow ones are for phones. */
export const pictures: Record<string, Look> = {
  'first-minute-narrow-dark.svg': { columns: 53, theme: 'dark' },
  'first-minute-narrow.svg': { columns: 53, theme: 'light' },
  'first-minute-dark.svg': { columns: 90, theme: 'dark' },
  'first-minute.svg': { columns: 90, theme: 'light' },
}

/** Starts the simulator, sends it a request with a token in the wrong form, and returns what both terminals show. */
export const firstMinute = (): Promise<Scene[]> =>
  inFolder(async (cwd) => {
    const running = new Running(process.execPath, COMMAND, { cwd, env: { PESSOAS_SIM_PORT: '0' } })
    const banner = await running.says(/sim-[0-9a-f]{32}/)
    const [url = '', port = ''] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(banner) ?? []
    const [token] = /sim-[0-9a-f]{32}/.exec(banner) ?? []
    const authorization = `Bearer ${token}`
    const answer = await (await fetch(`${url}/pessoas`, { headers: { authorization } })).text()
    await running.end('SIGTERM')
    // A picture must not differ from run to run.
    const steady = (text: string) =>
      text
        .replaceAll(`:${port}`, ':3210')
        .replace(/\d\d:\d\d:\d\d\.\d{3}/g, '12:00:00.000')
        .replace(/[\d.]+ ms/g, '1.2 ms')
        .trimEnd()
        .split('\n')
    const [title = '', organizations = ''] = banner.trimStart().split('\n\n')
    const curl = `curl -s -H 'Authorization: ${authorization}' http://127.0.0.1:3210/pessoas`
    return [
      {
        terminal: 'terminal 1',
        command: 'npm start',
        printed: [...steady(`${title}\n\n${organizations}`), '…'],
      },
      { terminal: 'terminal 2', command: curl, printed: steady(answer) },
      { terminal: 'terminal 1', printed: steady(running.stderr) },
    ]
  })

const SIZE = 14
const LINE = 21
const MARGIN = 18
/** The widest of the usual monospaced fonts, in parts of its size. */
const ADVANCE = 0.62

/** Draws the scenes as text in one window. */
export function drawn(scenes: readonly Scene[], { columns, theme }: Look): string {
  const { paper, line: border, where, typed, printed: plain } = themes[theme]
  const width = Math.ceil(columns * SIZE * ADVANCE + 2 * MARGIN)
  const parts: string[] = []
  let y = 0
  for (const { terminal, command, printed } of scenes) {
    if (y > 0) parts.push(`<path d="M0 ${y + MARGIN}H${width}"/>`)
    y += y > 0 ? 2 * MARGIN : MARGIN
    const lines = [
      { kind: 'where', text: terminal },
      ...(command === undefined
        ? []
        : wrapped(`$ ${command}`, columns).map((text) => ({ kind: 'typed', text }))),
      ...printed.flatMap((line) => wrapped(line, columns)).map((text) => ({ kind: 'printed', text })),
    ]
    for (const { kind, text } of lines) {
      y += LINE
      if (text !== '') parts.push(`<text class="${kind}" x="${MARGIN}" y="${y - 6}">${escaped(text)}</text>`)
    }
  }
  const height = y + MARGIN
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" xml:space="preserve">
<style>
svg { font: ${SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace }
rect { fill: ${paper}; stroke: ${border} }
path { stroke: ${border} }
text { white-space: pre }
.where { fill: ${where} }
.typed { fill: ${typed}; font-weight: bold }
.printed { fill: ${plain} }
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
${parts.join('\n')}
</svg>
`
}

/** Breaks a line at spaces, or within a word that is longer than a line; each part has the indent of the line. */
function wrapped(line: string, columns: number): string[] {
  if (line.length <= columns) return [line]
  const indent = line.length - line.trimStart().length
  const space = line.lastIndexOf(' ', columns)
  const [end, next] = space > indent ? [space, space + 1] : [columns, columns]
  return [line.slice(0, end).trimEnd(), ...wrapped(' '.repeat(indent) + line.slice(next), columns)]
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
