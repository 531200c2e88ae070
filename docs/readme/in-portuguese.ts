import { ptBr } from '../../src/messages/pt-br/index.ts'
import { type Catalogue, isTranslated, setLanguage, translate } from '../../src/messages/translate.ts'
import { escaped } from './faults-page.ts'

/** What only the generated pages say, by paragraphs, headings and cells. */
export const ofPages: Catalogue = {
  // options.md
  Options: 'Opções',
  'These are the options of `runConformance` and `probe`, in code, as flags of `pessoas-sim conformance` and `pessoas-sim probe`, and as environment variables. A time is in milliseconds in code, and in seconds in a flag or a variable. [The flags of every command](#flags) follow. The build writes this page from the code.':
    'Estas são as opções de `runConformance` e `probe`: em código, na linha de comando de `pessoas-sim conformance` e `pessoas-sim probe`, e como variáveis de ambiente. Um tempo é em milissegundos no código, e em segundos na linha de comando ou em uma variável. [As opções de todos os comandos](#na-linha-de-comando) vêm depois. O build grava esta página a partir do código.',
  'Of both': 'De ambos',
  'Of the suite only': 'Só da suíte',
  'Of the probe only': 'Só do probe',
  Flags: 'Na linha de comando',
  '`url`, the base URL, is an option in code and the argument of the command. Three options exist only in code:':
    '`url`, a URL-base, é uma opção em código e o argumento do comando. Três opções só existem em código:',
  '`fixture`, a boolean, exists only in code: it adds to the report what `--fixture-out` writes.':
    '`fixture`, um booleano, só existe em código: acrescenta ao relatório o que `--fixture-out` grava.',
  'These are the flags that are not in the tables above. Each command also has `--help`, and `--lang LANGUAGE` (`PESSOAS_SIM_LANG`): `en` or `pt-BR`, the language of help, messages and reports.':
    'Estas são as opções que não estão nas tabelas acima. Todo comando tem também `--help` e `--lang LANGUAGE` (`PESSOAS_SIM_LANG`): `en` ou `pt-BR`, o idioma da ajuda, das mensagens e dos relatórios.',
  option: 'em código',
  type: 'tipo',
  flag: 'na linha de comando',
  variable: 'variável',
  none: 'nenhuma',
  'what it does': 'o que faz',
  'list of strings': 'lista de strings',
  'list of {form}': 'lista de {form}',
  'string (PEM)': 'string (PEM)',
  boolean: 'booleano',
  milliseconds: 'milissegundos',
  number: 'número',
  'whole number': 'número inteiro',
  function: 'função',
  "says how your shell gets each value, for the printed curl commands: `{ token: '$STAGING_TOKEN' }` or `{ token: '$(cat token.txt)' }`":
    "diz como o seu shell obtém cada valor, para os comandos curl que são mostrados: `{ token: '$STAGING_TOKEN' }` ou `{ token: '$(cat token.txt)' }`",
  'is called with {fields} before each request': 'é chamada com {fields} antes de cada requisição',
  'ends the run': 'encerra a execução',
  // faults.md
  Faults: 'Falhas',
  'Everything that can be wrong with a request. The name of a fault is its code in the [log](options.md) and in the `why` of the [journal](../control/journal.md), and its key in a [learned profile](profile.md). Words in braces stand for values of the request or of the profile. The build writes this page from the code.':
    'Tudo o que pode estar errado em uma requisição. O nome de uma falha é o código dela no [log](options.md) e no `why` do [journal](../control/journal.md), e a chave dela em um [perfil descoberto](profile.md). Palavras entre chaves representam valores da requisição ou do perfil. O build grava esta página a partir do código.',
  'The route and the token': 'A rota e o token',
  'GET /pessoas': 'GET /pessoas',
  'POST /relatorios/validar/{number}': 'POST /relatorios/validar/{number}',
  'The transport': 'O transporte',
  'The simulator': 'O simulador',
  fault: 'falha',
  answer: 'resposta',
  reason: 'motivo',
  remedy: 'o que fazer',
  // profile.md
  Profiles: 'Perfis',
  '[Open points](../open-points.md) says what _basis_ means. The first choice is the default.':
    '[Pontos em aberto](../open-points.md) diz o que _origem_ significa. A primeira escolha é o padrão.',
  choices: 'escolhas',
  'what is open': 'o que está em aberto',
  basis: 'origem',
  'how it is seen, at which risk': 'como se vê, com que risco',
  '{choices} · some of them': '{choices} · alguns deles',
  '`null` · a number from {least#}': '`null` · um número a partir de {least#}',
  '`null` · a number from {least#} in steps of {step#}':
    '`null` · um número a partir de {least#}, de {step#} em {step#}',
  'What was seen': 'O que foi visto',
  'A [profile](../profiles.md) has knobs, and in `seen` what a deployment was seen to do where the interface shows nothing and no knob decides. `pessoas-sim probe` learns it; you can also write it by hand. The build writes this page from the code.':
    'Um [perfil](../profiles.md) tem knobs e, em `seen`, o que se viu um serviço fazer onde a interface não mostra nada e nenhum knob decide. `pessoas-sim probe` o descobre; você também pode escrevê-lo à mão. O build grava esta página a partir do código.',
  'in `seen`': 'em `seen`',
  'what it says': 'o que diz',
  'The order in which a request is judged.': 'A ordem em que uma requisição é avaliada.',
  'How faults are told, or that they are ignored.':
    'Como as falhas são informadas, ou que elas são ignoradas.',
  'What stands between the texts of several faults.': 'O que fica entre os textos de várias falhas.',
  'JSON with slots, such as {key}.': 'JSON com slots, como {key}.',
  'Odd requests, with what was answered.': 'Requisições incomuns, com as respostas.',
  'A fault is told as the most specific key says: its [name](faults.md), such as `page.word`, then `page.*`, `*.word` and `*`. What a key does not say, a more general one does. `"ignore"` means that the parameter, or the unknown field, is left out and the rest is answered. Without any key, the simulator tells the fault in its own words. `text` is what the body repeats as `{text}`. With `between`, all faults of a request are told, and their texts are joined by it; otherwise only the first one is.':
    'Uma falha é informada como diz a chave mais específica: o [nome](faults.md) dela, como `page.word`, depois `page.*`, `*.word` e `*`. O que uma chave não diz, uma mais geral diz. `"ignore"` quer dizer que o parâmetro, ou o campo desconhecido, é deixado de fora e o resto é respondido. Sem nenhuma chave, o simulador informa a falha com as próprias palavras. `text` é o que o corpo repete como `{text}`. Com `between`, todas as falhas de uma requisição são informadas, com ele entre os textos; sem ele, só a primeira.',
  '`{name}` in a text, a key or a header becomes the value of a slot. A text that is only one slot becomes its value, with its type; {forms} change that. A field whose value is `{name?}` is left out if it is null. In a refusal, a list with one element that has `{key}` or `{text}` repeats it for each fault, and so does an object with a single key that has `{key}`.':
    '`{name}` em um texto, uma chave ou um cabeçalho vira o valor de um slot. Um texto que é só um slot vira o valor dele, com o tipo; {forms} mudam isso. Um campo cujo valor é `{name?}` é deixado de fora se for nulo. Em uma recusa, uma lista de um só elemento que contém `{key}` ou `{text}` o repete para cada falha; um objeto de uma só chave que contém `{key}` faz o mesmo.',
  where: 'onde',
  everywhere: 'em tudo',
  refusals: 'recusas',
  '{slots}, as far as the fault has them': '{slots}, os que a falha tem',
}

/** A help text and its default are one message, and two cells. */
const halves: Catalogue = Object.fromEntries(
  Object.entries(ptBr).flatMap((pair) => {
    const [from, to] = pair.map((text) => /^([^{]*) \((?:default|padrão): (.*)\)$/.exec(text)?.slice(1))
    return from && to ? from.map((half, i) => [half, to[i] as string]) : []
  }),
)

/** Returns a generated page in Portuguese, where each paragraph, heading and cell is a message. */
export function inPortuguese(page: string): string {
  const missing: string[] = []
  const told = (text: string) => {
    if (!/[a-z]/i.test(text.replace(/`[^`]*`/g, ''))) return text
    const [, words = '', risk = ''] = /^(.*?)(; `\w+`)?$/s.exec(text) ?? []
    const plain = words.replace(/\\([|_*<[\]])/g, '$1').replaceAll('&amp;', '&')
    if (!isTranslated(plain)) missing.push(plain)
    return (plain === words ? translate(words) : escaped(translate(plain))) + risk
  }
  const toldBlock = (block: string) => {
    if (block.startsWith('```')) return block
    const [, marks = '', text = ''] = /^(#+ )?(.*)$/s.exec(block) ?? []
    if (!block.startsWith('|')) return marks + told(text.replaceAll('\n', ' '))
    const rows = block.split('\n').map((row) => row.slice(2, -2).split(' | '))
    // What the service answers has no other language.
    const toldRow = (row: string[]) =>
      row.map((cell, i) => (row !== rows[0] && rows[0]?.[i] === 'answer' ? cell : told(cell)))
    return rows.map((row) => `| ${toldRow(row).join(' | ')} |`).join('\n')
  }
  setLanguage('pt-BR', { ...halves, ...ptBr, ...ofPages })
  const blocks = page.trimEnd().split('\n\n').map(toldBlock)
  setLanguage('en')
  if (missing.length === 0) return `${blocks.join('\n\n')}\n`
  const where = 'Add them to src/messages/pt-br, or to docs/readme/in-portuguese.ts'
  throw new Error(`${where}, because the pages in Portuguese need them:\n${missing.join('\n')}`)
}
