import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, type Profile } from '../../src/contract/profile.ts'
import type { Joining } from '../../src/contract/wording.ts'
import { everyFew } from '../../src/testing/deep.ts'
import { createTwin } from '../../src/twin.ts'
import type { Question } from '../client/exchange.ts'
import { isHarmless } from '../experiments/both.ts'
import { LEGAL_BODY } from '../service/service.ts'
import { someTargetData } from '../testing/target-data.ts'
import { fitJoining } from './fit-joining.ts'
import type { Source } from './read-first.ts'
import { answerOfTwin, twinRequest } from './target-data.ts'
import type { TwinQuestion } from './twin-question.ts'

const test = suite('rules for several faults')

const PERSON = ' (Maria, 529.982.247-25) '

/** Fits rules to a target that writes a person between the names of two unknown fields. */
async function betweenKeys(isKept: (text: string) => boolean): Promise<string | undefined> {
  const data = someTargetData()
  const twin = createTwin(data.dataset)
  const phrases = { 'payload.unknown': 'sem {key}' }
  const profile = completeProfile({ version: 2, dialect: { refusals: { phrases } } })
  const ask = async (option: Profile, { question }: TwinQuestion) =>
    answerOfTwin(await twin.ask(option, twinRequest(question)))
  const target = completeProfile({
    version: 2,
    dialect: { refusals: { phrases, joining: { payload: { told: 'all', betweenKeys: PERSON } } } },
  })
  const pairs = [
    ['cor', 'peso'],
    ['altura', 'idade'],
    ['rua', 'bairro'],
  ]
  const several = await Promise.all(
    pairs.map(async (keys) => {
      const question: Question = {
        method: 'POST',
        path: `/relatorios/validar/${data.unknownNumber()}`,
        authorization: data.keys.own,
        contentType: 'application/json',
        body: JSON.stringify({ ...LEGAL_BODY, ...Object.fromEntries(keys.map((key) => [key, 1])) }),
      }
      const asked: TwinQuestion = { stratum: 'payload.unknown', risk: 'w0', question }
      const answer = await ask(target, asked)
      assert.match(JSON.stringify(answer.json), `sem ${keys.join(PERSON)}`)
      return { asked, answer, situations: ['payload.unknown', 'payload.unknown'] }
    }),
  )
  const oracle = {
    twin: async (option: Profile, asked: TwinQuestion) => ({ ...(await ask(option, asked)), situations: [] }),
  }
  const fitted = await fitJoining(profile, 'payload', several, { oracle, isHarmless: isKept })
  return fitted.dialect.refusals.joining?.payload?.betweenKeys
}

test('what stands between the names of unknown fields is learned, and no person who stands there', async () => {
  assert.is(await betweenKeys(() => true), PERSON)
  assert.not.ok((await betweenKeys(isHarmless))?.includes('Maria'))
})

const TELLING = ['aprovar', 'mensagem', 'payload', 'page', 'rows', 'others']
const phrases = {
  ...Object.fromEntries(
    ['missing', 'null', 'word', 'number', 'short'].map((kind) => [`*.${kind}`, `{key} ${kind}`]),
  ),
  'mensagem.missing': 'mensagem vazia e curta',
  'payload.unknown': { text: '{key} sobra', own: { erros: [{ codigo: 'sobra', campos: ['{key}'] }] } },
  'others.unknown': { text: '{key} sobra', own: { erros: [{ codigo: 'sobra', campos: ['{key}'] }] } },
}
const frameOf = (source: Source) => ({
  status: 400,
  body: {
    error: 'Bad Request',
    message: '{text}',
    validation: { source, keys: '{keys}', erros: '{own.erros}' },
    status_code: 400,
  },
  own: { erros: [{ codigo: 'valor', campo: '{key}' }] },
})
const frames = { payload: frameOf('payload'), query: frameOf('query') }
const bodies = [
  {},
  { mensagem: 'curta' },
  { aprovar: 'sim', mensagem: 'curta' },
  { mensagem: 'curta', aprovar: 'sim' },
  { extra: 1 },
  { ...LEGAL_BODY, extra: 1, mensagem: 'curta' },
  { extra: 1, aprovar: 'sim' },
  { aprovar: 'sim', extra: 1 },
  { extra: 1, aprovar: 'sim', mensagem: 'curta' },
  { ...LEGAL_BODY, extra: 1, outra: 2 },
  { outra: 2, mensagem: 'curta', extra: 1 },
  { mensagem: 7, aprovar: 'sim' },
  { aprovar: 'sim', mensagem: 7 },
  { aprovar: null, mensagem: null },
  { mensagem: null },
]
const queries = [
  'page=x',
  'rows=x&page=y',
  'a=1',
  'b=2&a=1',
  'a=1&page=x',
  'page=x&b=2&rows=7&a=1',
  'rows=x&b=2',
]
type MakeQuestion = (number: string) => Omit<Question, 'authorization'>
/** Questions with one fault and with several. */
const QUESTIONS: Record<Source, readonly MakeQuestion[]> = {
  payload: bodies.map((body) => (number) => ({
    method: 'POST',
    path: `/relatorios/validar/${number}`,
    contentType: 'application/json',
    body: JSON.stringify(body),
  })),
  query: queries.map((text) => () => ({
    method: 'GET',
    path: '/pessoas',
    query: [...new URLSearchParams(text)],
  })),
}
/** Where a parser stops that reads into types. */
const STOPS = ['aprovar.word', 'mensagem.number']
type Rule = Joining & { between: string }
const rules: [rule: Rule, learned: (keyof Joining)[], source?: Source][] = [
  [{ told: 'all', between: ', ', last: ' e ', lists: 'own' }, ['lists', 'last']],
  [
    { told: 'all', between: ', ', last: ' e ', alone: ['payload.*'], aloneBetween: ', ' },
    ['last', 'alone', 'aloneBetween'],
  ],
  [{ told: 'all', between: '; ', order: ['mensagem', 'aprovar', '*'] }, ['order']],
  [
    { told: 'all', between: '; ', alone: ['payload.unknown'], aloneBetween: ', ', stopAt: STOPS },
    ['alone', 'stopAt'],
  ],
  [{ told: 'all', between: '; ', later: ['payload.*'] }, ['later']],
  [
    {
      told: 'all',
      between: '; ',
      order: ['mensagem', 'aprovar'],
      ...{ alone: ['aprovar.word', 'payload.unknown'], aloneTold: 'first', aloneOrder: 'sent' },
    },
    ['order', 'alone', 'aloneOrder'],
  ],
  [
    {
      told: 'all',
      between: '; ',
      alone: [...STOPS, 'payload.unknown'],
      aloneTold: 'first',
      aloneOrder: 'sent',
    },
    ['alone', 'aloneOrder'],
  ],
  [
    {
      told: 'all',
      between: '; ',
      severalOwn: { between: '", "', own: { erros: [{ codigo: 'sobram: "{key}"', campos: '{keys}' }] } },
    },
    ['severalOwn'],
  ],
  // Only both together explain more: where the keys are listed that the text leaves out, and in which order.
  [
    { told: 'all', between: ', ', alone: ['others.unknown'], aloneIn: 'text', order: ['*'] },
    ['aloneIn', 'order'],
    'query',
  ],
  [
    { told: 'all', between: ', ', alone: ['others.*'], aloneTold: 'first', betweenKeys: ' e ainda ' },
    ['alone', 'betweenKeys'],
    'query',
  ],
  [{ told: 'all', between: ', ', betweenKeys: ' e ', severalKeys: '{key} sobram' }, ['severalKeys'], 'query'],
  [{ told: 'first', between: ', ', each: 'all', later: ['others.*'] }, ['each', 'later'], 'query'],
]
for (const [rule, names, source = 'payload'] of everyFew(rules, 6)) {
  test(`learns ${JSON.stringify(rule)} of a ${source}`, async () => {
    const data = someTargetData()
    const twin = createTwin(data.dataset)
    const profile = (joining?: Joining) =>
      completeProfile({
        version: 2,
        dialect: { refusals: { frames, phrases, ...(joining && { joining: { [source]: joining } }) } },
      })
    const ask = async (option: Profile, { question }: TwinQuestion) => {
      const answer = await twin.ask(option, twinRequest(question))
      return { ...answerOfTwin(answer), situations: answer.situations }
    }
    const several = await Promise.all(
      QUESTIONS[source].map(async (make) => {
        const question: Question = { ...make(data.unknownNumber()), authorization: data.keys.own }
        const asked: TwinQuestion = { stratum: source, risk: 'w0', question }
        const answer = await ask(profile(rule), asked)
        return { asked, answer, situations: answer.situations.map(({ name }) => name) }
      }),
    )
    assert.ok(
      several.every(({ situations }) =>
        situations.every((name) => TELLING.includes(name.split('.')[0] as string)),
      ),
    )
    const fitted = await fitJoining(profile({ told: 'all', between: rule.between }), source, several, {
      oracle: { twin: ask },
      isHarmless,
    })
    const found = fitted.dialect.refusals.joining?.[source] ?? {}
    for (const name of names) assert.ok(found[name] !== undefined, `${name} in ${JSON.stringify(found)}`)
    for (const { asked, answer } of several)
      assert.equal((await ask(fitted, asked)).json, answer.json, JSON.stringify(asked.question))
  })
}

test.run()
