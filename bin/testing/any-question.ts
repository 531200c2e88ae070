import fc from 'fast-check'
import type { Dataset } from '../../src/index.ts'

/** A request to the service, valid or not, with its path after the base URL. */
export interface Question {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

const UNKNOWN = '99999999-9999-4999-8999-999999999999'
const MENSAGEM = 'Aprovado após conferência manual.'
/** Each of these, separated by `|`. */
const oneOf = (texts: string) => fc.constantFrom(...texts.split('|'))
/** One of the first far more often than any of the others. */
const mostly = <T>(often: T, rarely: readonly T[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(often) },
    { weight: 1, arbitrary: fc.constantFrom(...rarely) },
  )

/** @param scheme the scheme before the token */
export function aQuestion(dataset: Dataset, scheme: string): fc.Arbitrary<Question> {
  const [own] = dataset.organizacoes as [Dataset['organizacoes'][0]]
  const authorization = scheme + own.token
  const reports = dataset.relatorios.filter(({ organizacao }) => organizacao === own.id)
  const foreign = dataset.relatorios.filter(({ organizacao }) => organizacao !== own.id)
  const cpfs = reports.map(({ cpf }) => cpf)
  const names = dataset.pessoas.filter(({ cpf }) => cpfs.includes(cpf)).map(({ nome }) => nome)

  const spelt = (texts: string[], ways: ((text: string) => string)[]) =>
    fc.tuple(fc.constantFrom(...texts), fc.constantFrom(...ways)).map(([text, way]) => way(text))
  const parameters = {
    page: oneOf('1|2|3|6|7|99|0|-1|abc|1.5|| 2 |9007199254740993'),
    rows: oneOf('25|50|75|200|225|1000|24|30|55|0|-25|abc|'),
    cpf: fc.oneof(
      spelt(cpfs, [
        (cpf) => cpf,
        (cpf) => cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4'),
        (cpf) => cpf.slice(0, 10),
      ]),
      oneOf('|abc|00000000000|123456789012'),
    ),
    nome: fc.oneof(
      spelt(names, [
        (name) => name,
        (name) => name.toUpperCase(),
        (name) => name.normalize('NFD').replace(/\p{M}/gu, ''),
        (name) => name.slice(0, -2),
        (name) => name.split(' ').at(-1) as string,
      ]),
      oneOf('|a|silva|ninguém se chama assim'),
    ),
    sort: oneOf('cpf|-cpf|nome|-nome|atualizado_em|-atualizado_em||-|--nome|Nome|nome,cpf|campo'),
    campo: fc.constant('1'),
  }
  // Only a few parameters at once: with many, one is almost always invalid.
  const aQuery = fc
    .subarray(Object.keys(parameters) as (keyof typeof parameters)[], { maxLength: 3 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, parameters[name]]))))
    .map((query) => new URLSearchParams(query).toString())
  const aToken = mostly(authorization, ['', 'errado', own.token, `Bearer ${own.token}`, `${authorization}x`])
  const aList = fc.record({ query: aQuery, token: aToken }).map(
    ({ query, token }): Question => ({
      method: 'GET',
      path: query === '' ? '/pessoas' : `/pessoas?${query}`,
      headers: token === '' ? {} : { authorization: token },
    }),
  )

  const lengths = [24, 25, 501].flatMap((length) => ['a'.repeat(length), 'ã'.repeat(length)])
  const mensagens = [MENSAGEM, ...lengths, `${'👍'.repeat(12)}x`, `${'x\u0301'.repeat(12)}x`, '', 7]
  const aBody = fc.oneof(
    { weight: 3, arbitrary: fc.constant({ aprovar: true, mensagem: MENSAGEM }) },
    {
      weight: 6,
      arbitrary: fc.record(
        {
          aprovar: fc.constantFrom<unknown>(true, false, 'true', 'false', 'sim', 1, null),
          mensagem: fc.constantFrom<unknown>(...mensagens),
          extra: fc.constant(1),
        },
        { requiredKeys: [] },
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, [], 'texto', '{"aprovar":') },
  )
  const numeros = (all: typeof reports) => fc.constantFrom(...all.map(({ numero }) => numero))
  const aDecision = fc
    .record({
      numero: fc.oneof(oneOf(`${UNKNOWN}|nao-existe`), numeros(reports.slice(0, 15)), numeros(foreign)),
      body: aBody.map((body) => (body === '{"aprovar":' ? body : JSON.stringify(body))),
      token: aToken,
      type: oneOf('application/json|application/json|application/x+json|text/plain'),
    })
    .map(
      ({ numero, body, token, type }): Question => ({
        method: 'POST',
        path: `/relatorios/validar/${numero}`,
        headers: { 'content-type': type, ...(token !== '' && { authorization: token }) },
        body,
      }),
    )
  const aWrongRoute = oneOf(`PUT /pessoas|GET /relatorios/validar/${UNKNOWN}|GET /nada|DELETE /pessoas`).map(
    (line): Question => {
      const [method, path] = line.split(' ') as [string, string]
      return { method, path, headers: { authorization } }
    },
  )
  return fc.oneof(
    { weight: 12, arbitrary: aList },
    { weight: 8, arbitrary: aDecision },
    { weight: 1, arbitrary: aWrongRoute },
  )
}
