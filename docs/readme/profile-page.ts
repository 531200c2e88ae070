import { experiments } from '../../conformance/cli.ts'
import { type Knob, type KnobName, knobs } from '../../src/contract/knobs.ts'
import { pageFacts } from '../../src/contract/page-facts.ts'
import type { Seen } from '../../src/contract/seen.ts'
import { forms } from '../../src/contract/slots.ts'
import { profileParts } from '../../src/operator/profile-schema.ts'

/** The profile that the page shows. */
export const example: { version: 3; rowsMaximum: number; seen: Seen } = {
  version: 3,
  rowsMaximum: 100,
  seen: {
    order: ['token', 'route', 'type', 'json', 'report', 'body', 'query', 'state'],
    faults: {
      '*': { status: 422, body: { title: 'Unprocessable', errors: [{ field: '{key}', message: '{text}' }] } },
      'page.*': { text: 'deve ser um número inteiro' },
      'page.zero': 'ignore',
      'mensagem.short': { text: 'mínimo de {limit} caracteres' },
      'token.*': { status: 401, body: { error: 'Unauthorized', message: 'Token inválido.' } },
    },
    between: '; ',
    list: {
      data: '{itens}',
      meta: { page: '{atual}', pages: '{paginas}', total: '{total:number}', next: '{link.proxima?}' },
    },
    decision: { numero: '{numero}', situacao: 'ok' },
    headers: { server: 'nginx', 'content-type': 'application/json' },
    recorded: [
      { request: 'GET /pessoas/', as: '/pessoas' },
      { request: 'GET /', status: 403, body: '<html>…</html>', headers: { 'content-type': 'text/html' } },
    ],
  },
}

const facts = Object.keys(pageFacts({ atual: 1, linhas: 25, total: 0, quantidade: 0, url: '' }))
const seen = profileParts.seen.properties as Readonly<Record<string, { description?: string }>>
const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')

/** Returns the page of a profile with what was learned. */
export function profilePage(): string {
  const rows = Object.entries(seen).map(
    ([name, { description = '' }]) => `| \`${name}\` | ${description} |\n`,
  )
  return `# Profiles

## Knobs

[Open points](../open-points.md) says what _basis_ means. The first choice is the default.

| knob | choices | what is open | basis | how it is seen, at which risk |
| --- | --- | --- | --- | --- |
${Object.entries<Knob>(knobs).map(knobRow).join('')}
## What was seen

A [profile](../profiles.md) has knobs, and in \`seen\` what a deployment was seen to do where the interface shows nothing and no knob decides. \`pessoas-sim probe\` learns it;
you can also write it by hand. The build writes this page from the code.

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

| in \`seen\` | what it says |
| --- | --- |
${rows.join('')}
### Faults

A fault is told as the most specific key says: its [name](faults.md), such as \`page.word\`, then \`page.*\`, \`*.word\` and \`*\`. What a key does not say, a more general one does. \`"ignore"\` means that the
parameter, or the unknown field, is left out and the rest is answered. Without any key, the simulator tells the fault in its own words.
\`text\` is what the body repeats as \`{text}\`. With \`between\`, all faults of a request are told, and their texts are joined by it; otherwise only the first one is.

### Slots

\`{name}\` in a text, a key or a header becomes the value of a slot. A text that is only one slot becomes its value, with its type; ${code(Object.keys(forms).map((form) => `{name:${form}}`))} change that.
A field whose value is \`{name?}\` is left out if it is null. In a refusal, a list with one element that has \`{key}\` or \`{text}\` repeats it for each fault, and so does an object with a single key that has \`{key}\`.

| where | slots |
| --- | --- |
| everywhere | ${code(['method', 'path', 'url', 'status', 'now', 'uuid'])} |
| refusals | ${code(['key', 'value', 'text', 'keys', 'limit', 'length', 'nearest', 'numero'])}, as far as the fault has them |
| \`list\` | ${code(['itens', 'busca', ...facts])} |
| \`item\` | ${code(['cpf', 'nome', 'atualizado_em'])} |
| \`decision\`, \`rejection\` | ${code(['numero', 'aprovar', 'mensagem'])} |
`
}

function knobRow([name, knob]: [string, Knob]): string {
  const { seen, risk } = experiments[name as KnobName]
  const cells = [`\`${name}\``, choicesOf(knob), knob.says, knob.basis, `${seen}; \`${risk}\``]
  return `| ${cells.join(' | ')} |\n`
}

function choicesOf(knob: Knob): string {
  if (knob.kind === 'choice') return knob.choices.map((choice) => `\`${choice}\``).join(' · ')
  if (knob.kind === 'subset') return `${code(knob.choices)} · some of them`
  if (knob.kind !== 'limit') return code(Object.keys(knob.texts))
  const steps = knob.step > 1 ? ` in steps of ${knob.step}` : ''
  return `\`null\` · a number from ${knob.least}${steps}`
}
