import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../src/index.ts'
import { setLanguage } from '../src/messages/translate.ts'
import { inFolder } from '../src/testing/world.ts'
import { commandFlags, type Flags } from './flags.ts'
import { languageOf } from './language.ts'
import { COMMAND, runHere } from './testing/command.ts'
import { Running } from './testing/running.ts'

const test = suite('the language')
test.after(() => setLanguage('en'))

const PT = { PESSOAS_SIM_LANG: 'pt-BR' }

const chosen: [language: string, args: string[], env: NodeJS.ProcessEnv][] = [
  ['en', [], {}],
  ['en', [], { LANG: 'en_US.UTF-8', LANGUAGE: 'pt' }],
  ['pt-BR', [], { LANG: 'pt_BR.UTF-8' }],
  ['pt-BR', [], { LANG: 'pt' }],
  ['en', [], { LANG: 'ptolemaic' }],
  ['pt-BR', [], { LC_MESSAGES: 'pt_PT', LANG: 'en_US' }],
  ['en', [], { LC_ALL: 'C', LC_MESSAGES: 'pt_BR', LANG: 'pt_BR' }],
  ['pt-BR', [], { LC_ALL: '', LANG: 'pt_BR' }],
  ['en', [], { LANG: 'pt_BR', PESSOAS_SIM_LANG: 'en' }],
  ['pt-BR', ['lint', '--lang', 'pt-BR', 'x.yaml'], { PESSOAS_SIM_LANG: 'en' }],
  ['en', ['--lang=en'], PT],
  ['pt-BR', ['--lang', 'fr'], PT],
]
for (const [language, args, env] of chosen)
  test(`${args.join(' ')} ${JSON.stringify(env)}: ${language}`, () =>
    assert.is(languageOf(args, env), language))

/** Words of English that are in no Portuguese text; what is in quotes may be one of the program's. */
const ENGLISH = /\b(?:the|and|of the|is|are|your|which|cannot|must|use one|please|unless)\b/i
const withoutNames = (text: string) =>
  text.replace(/"[^"]*"|'[^']*'|<[^>]*>|\[[^\]]*\]|--[\w-]+|\(\w+\) =>/g, '')

const commands = ['', ...Object.keys(commandFlags), 'fixture', 'state']
for (const command of commands) {
  test(`${command} --help is Portuguese, and has the same flags`, async () => {
    const args = [...command.split(' ').filter(Boolean), '--help']
    const [pt, en] = [
      await runHere(args, { cwd: process.cwd(), env: PT }),
      await runHere(args, { cwd: process.cwd(), env: { PESSOAS_SIM_LANG: 'en' } }),
    ]
    assert.equal([pt.status, pt.stderr, en.status], [0, '', 0])
    assert.is(ENGLISH.exec(withoutNames(pt.stdout))?.[0], undefined)
    assert.match(pt.stdout, /mostra esta ajuda/)
    const flagsOf = (text: string) => [...new Set(text.match(/--[a-z-]+/g))].sort()
    assert.equal(flagsOf(pt.stdout), flagsOf(en.stdout))
  })
}

test('every command has --lang', () => {
  for (const flags of Object.values<Flags>(commandFlags)) assert.ok(flags.lang)
})

const wrong: [status: number, line: string, stderr: RegExp][] = [
  [
    2,
    '--prot 1',
    /^pessoas-sim: Opção desconhecida: --prot\. Você quis dizer --port\?\nPara ajuda, use "pessoas-sim serve --help"\.\n$/,
  ],
  [2, '--port x', /^pessoas-sim: --port deve ser um número inteiro de 0 a 65535, não "x"\.\n/],
  [2, '--memory=yes', /^pessoas-sim: --memory deve ser true ou false, não "yes"\.\n/],
  [
    2,
    'openapi --out no/where.json',
    /^pessoas-sim: Não é possível gravar no\/where\.json: é somente leitura, ou a pasta não existe\.\n/,
  ],
  [2, '--port', /^pessoas-sim: --port precisa de um valor\.\n/],
  [2, '--memory --state x', /^pessoas-sim: --memory e --state se excluem: use só uma\.\n/],
  [2, '--log the', /^pessoas-sim: --log não pode ser "the"\. Use um de "pretty", "json", "silent"\.\n/],
  [2, 'serv', /^pessoas-sim: Comando desconhecido\. Você quis dizer serve\?\n/],
  [2, 'fixture', /^pessoas-sim: Use um de fixture list, /],
  [2, 'lint', /^pessoas-sim: lint precisa de <file\.\.>\.\n/],
  [2, '--set rowsOffGrid=most', /"refuse", "round-down", "round-up", "use-default" ou "honour", não "most"/],
  [2, '--quirk cpf-as-numbr', /o quirk "cpf-as-numbr" é desconhecido: você quis dizer cpf-as-number/],
  [
    2,
    '--profile lenience',
    /Não existe arquivo nem perfil com o nome lenience: você quis dizer lenient\? Os perfis do pacote são default/,
  ],
  [1, '--memory --fixture ./none.yaml', /^pessoas-sim: O arquivo \.\/none\.yaml não existe\.\s/],
  [
    2,
    'probe --diff a',
    /^pessoas-sim: São precisos exatamente dois perfis, arquivos ou nomes\. Exemplo: npx/,
  ],
  [2, 'conformance', /^pessoas-sim: Falta a URL-base do serviço\. Exemplo: pessoas-sim conformance https/],
  [
    1,
    'state show --state no.where',
    /^pessoas-sim: A pasta de estado no\.where não existe\. Use --state para indicar outra\.\n$/,
  ],
]
for (const [status, line, stderr] of wrong)
  test(`${line}: exit code ${status}, in Portuguese`, () =>
    inFolder(async (cwd) => {
      const ended = await runHere(line.split(' '), { cwd, env: PT })
      assert.match(ended.stderr, stderr)
      assert.is(ended.status, status)
      const english = await runHere(line.split(' '), { cwd })
      assert.is(english.status, status)
      assert.not.match(english.stderr, /[\u00c0-\u00ff]/)
    }))

test('--lang has choices, and a variable', () =>
  inFolder(async (cwd) => {
    const { status, stderr } = await runHere(['lint', 'x', '--lang', 'fr'], { cwd })
    assert.is(status, 2)
    assert.match(stderr, /^pessoas-sim: --lang cannot be "fr"\. Use one of "en", "pt-BR"\.\n/)
  }))

const BROKEN = `pessoas:
  - nome: Ana
    cpf: '529.982.247-25'
    cor: azul
    Foto: x
  - nome: 3
    relatorios: [{ aprovar: true, mensagem: the file is not valid }]
`

test('the errors of a fixture are Portuguese for people, and English as JSON', () =>
  inFolder(async (cwd) => {
    const { writeFile } = await import('node:fs/promises')
    await writeFile(join(cwd, 'is empty.yaml'), BROKEN)
    const { status, stdout } = await runHere(['lint', 'is empty.yaml'], { cwd, env: PT })
    assert.is(status, 1)
    assert.equal(stdout.trim().split('\n'), [
      'is empty.yaml:3:5: erro: pessoas[0].cpf: tem máscara: escreva só os onze dígitos',
      'is empty.yaml:4:5: erro: pessoas[0].cor: a chave "cor" é desconhecida. Use nome, cpf, organizacao, atualizado_em, relatorios.',
      'is empty.yaml:5:5: erro: pessoas[0]: a chave "…" é desconhecida. Use nome, cpf, organizacao, atualizado_em, relatorios.',
      'is empty.yaml:6:5: erro: pessoas[1].nome: deve ser uma string, entre aspas, não um número',
      'is empty.yaml:7:35: erro: pessoas[1].relatorios[0].mensagem: é curta demais: tem 21 caracteres e precisa de pelo menos 25',
      'is empty.yaml: 5 erros',
    ])
    const json = await runHere(['lint', '--json', 'is empty.yaml', '--lang', 'pt-BR'], { cwd })
    assert.match(json.stdout, /"message": ?"has a mask: write only its eleven digits"/)
  }))

test('banner, warnings and log are Portuguese; the JSON log, the journal and answers are as ever', () =>
  inFolder(async (cwd) => {
    const args = [
      '--memory',
      '--port',
      '0',
      '--quirk',
      'cpf-as-number',
      '--lang',
      'pt-BR',
      '--ready-file',
      'ready.json',
    ]
    const sim = new Running(process.execPath, [...COMMAND, ...args], { cwd })
    try {
      const banner = await sim.says(/não serve para produção/)
      assert.match(banner, /^ {2}Rotas {5}GET \/pessoas/m)
      assert.match(banner, /^ {2}Dados {5}\w+ \(semente 1\)$/m)
      assert.match(banner, / 137 pessoas$/m)
      assert.is(ENGLISH.exec(withoutNames(banner))?.[0], undefined)
      const { url, organizations, control } = JSON.parse(readFileSync(join(cwd, 'ready.json'), 'utf8'))
      const authorization = organizations[0].token
      const refused = await fetch(`${url}/pessoas?rows=30&ordem=nome`, { headers: { authorization } })
      assert.match(await refused.text(), /must be a multiple of 25/)
      await fetch(`${url}/pessoas`)
      await sim.says(/falta o cabeçalho/, 'stderr')
      assert.match(sim.stderr, /^aviso: quirks violam estas cláusulas: cpf-as-number /m)
      assert.match(
        sim.stderr,
        /query: rows=30 não é um múltiplo positivo de 25\. Envie rows=25, ou inicie o pessoas-sim com --set rowsOffGrid=round-down \(ou round-up, use-default, honour\)\.\n/,
      )
      assert.match(sim.stderr, /query: o parâmetro ordem é desconhecido\. Você quis dizer sort\?\n/)
      assert.match(sim.stderr, /token: falta o cabeçalho Authorization\. Envie Authorization: TOKEN\.\n/)
      const headers = { authorization: `Bearer ${control.token}` }
      const journal = await (await fetch(`${control.url}/v1/journal?status=400`, { headers })).text()
      assert.match(journal, /rows=30 is not a positive multiple of 25/)
    } finally {
      sim.child.kill('SIGKILL')
      await sim.exited
    }
  }))

test('a report is Portuguese for people, and JSON and the names of JUnit are as ever', () =>
  inFolder(async (cwd) => {
    await using sim = await startSimulator({ quirks: ['cpf-leading-zero-dropped'] })
    const env = { PESSOAS_SIM_TOKEN: sim.organizations[0]?.token as string }
    const reporters = ['pretty=r.txt', 'html=r.html', 'github=r.md', 'junit=r.xml', 'json=r.json']
    const args = [
      'conformance',
      sim.url,
      '--only',
      'CPF,PAG-08,ORG-01',
      ...reporters.flatMap((name) => ['--reporter', name]),
    ]
    const { status, stdout } = await runHere([...args, '--lang', 'pt-BR'], { cwd, env })
    const read = (name: string) => readFileSync(join(cwd, name), 'utf8')
    assert.is(status, 1)
    assert.match(
      stdout,
      /^::error title=CPF-01 o serviço encontra uma pessoa pelo CPF%2C e ninguém por uma parte dele::esperado /m,
    )
    assert.match(
      read('r.txt'),
      /^✗ CPF-01 {4}o serviço encontra uma pessoa pelo CPF, e ninguém por uma parte dele$/m,
    )
    assert.match(read('r.txt'), /^ {4}regra {5}cpf seleciona uma pessoa pelo CPF, só dígitos\./m)
    assert.match(read('r.txt'), /^ {4}esperado {2}a 1 pessoa que a consulta seleciona$/m)
    assert.match(read('r.txt'), /\nNão conforme: \d+ aprovadas, 1 com falha, /)
    assert.match(read('r.html'), /<html lang="pt-BR">/)
    assert.match(read('r.html'), /<h2 id="failed">Falhas /)
    assert.match(read('r.md'), /^## conformidade do pessoas-sim: Não conforme$/m)
    assert.match(read('r.xml'), /name="CPF-01 the service finds one person by CPF, and nobody by a part"/)
    assert.match(read('r.xml'), /<failure message="esperado a 1 pessoa que a consulta seleciona, veio /)
    assert.match(read('r.json'), /"headline": "Not conformant"/)
    assert.not.match(read('r.json'), /serviço encontra|consulta seleciona/)
    for (const name of ['r.txt', 'r.md'])
      assert.is(ENGLISH.exec(withoutNames(read(name).replace(/curl .*/g, '')))?.[0], undefined)
  }))

test.run()
