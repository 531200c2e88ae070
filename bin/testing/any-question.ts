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

/** @param scheme the scheme before the token */
export function aQuestion(dataset: Dataset, scheme: string): fc.Arbitrary<Question> {
  const [own] = dataset.organizacoes as [Dataset['organizacoes'][0]]
  const authorization = scheme + own.token
  const reports = dataset.relatorios.filter(({ organizacao }) => organizacao === own.id)
  const foreign = dataset.relatorios.filter(({ organizacao }) => organizacao !== own.id)
  const cpfs = reports.map(({ cpf }) => cpf)
  const names = dataset.pessoas.filter(({ cpf }) => cpfs.includes(cpf)).map(({ nome }) => nome)

  const aCpf = fc.constantFrom(...cpfs)
  const aName = fc.constantFrom(...names)
  const parameters = {
    page: fc.constantFrom(
      '1',
      '2',
      '3',
      '6',
      '7',
      '99',
      '0',
      '-1',
      'abc',
      '1.5',
      '',
      ' 2 ',
      '9007199254740993',
    ),
    rows: fc.constantFrom('25', '50', '75', '200', '225', '1000', '24', '30', '55', '0', '-25', 'abc', ''),
    cpf: fc.oneof(
      aCpf,
      aCpf.map((cpf) => cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')),
      aCpf.map((cpf) => cpf.slice(0, 10)),
      fc.constantFrom('', 'abc', '00000000000', '123456789012'),
    ),
    nome: fc.oneof(
      aName,
      aName.map((name) => name.toUpperCase()),
      aName.map((name) => name.normalize('NFD').replace(/\p{M}/gu, '')),
      aName.map((name) => name.slice(0, -2)),
      aName.map((name) => name.split(' ').at(-1) as string),
      fc.constantFrom('', 'a', 'silva', 'ninguém se chama assim'),
    ),
    sort: fc.constantFrom(
      ...['cpf', 'nome', 'atualizado_em'].flatMap((field) => [field, `-${field}`]),
      ...['', '-', '--nome', 'Nome', 'nome,cpf', 'campo'],
    ),
    campo: fc.constant('1'),
  }
  // Only a few parameters at once: with many, one is almost always invalid.
  const aQuery = fc
    .subarray(Object.keys(parameters) as (keyof typeof parameters)[], { maxLength: 3 })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, parameters[name] as fc.Arbitrary<string>]))),
    )
    .map((query) => new URLSearchParams(query as Record<string, string>).toString())
  const aToken = fc.oneof(
    { weight: 12, arbitrary: fc.constant(authorization) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', 'errado', own.token, `Bearer ${own.token}`, `${authorization}x`),
    },
  )
  const aList = fc.record({ query: aQuery, token: aToken }).map(
    ({ query, token }): Question => ({
      method: 'GET',
      path: query === '' ? '/pessoas' : `/pessoas?${query}`,
      headers: token === '' ? {} : { authorization: token },
    }),
  )

  const aBody = fc.oneof(
    { weight: 3, arbitrary: fc.constant({ aprovar: true, mensagem: MENSAGEM }) },
    {
      weight: 6,
      arbitrary: fc.record(
        {
          aprovar: fc.constantFrom<unknown>(true, false, 'true', 'false', 'sim', 1, null),
          mensagem: fc.constantFrom<unknown>(
            MENSAGEM,
            'a'.repeat(24),
            'ã'.repeat(25),
            `${'👍'.repeat(12)}x`,
            `${'x\u0301'.repeat(12)}x`,
            'a'.repeat(501),
            '',
            7,
          ),
          extra: fc.constant(1),
        },
        { requiredKeys: [] },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(null, [], 'texto', '{"aprovar":', { __proto__: null, x: 1 }),
    },
  )
  const aDecision = fc
    .record({
      numero: fc.oneof(
        { weight: 4, arbitrary: fc.constant(UNKNOWN) },
        { weight: 3, arbitrary: fc.constantFrom(...reports.slice(0, 15).map(({ numero }) => numero)) },
        { weight: 1, arbitrary: fc.constantFrom(...foreign.map(({ numero }) => numero)) },
        { weight: 1, arbitrary: fc.constant('nao-existe') },
      ),
      body: aBody.map((body) => (body === '{"aprovar":' ? body : JSON.stringify(body))),
      token: aToken,
      type: fc.constantFrom('application/json', 'application/json', 'application/x+json', 'text/plain'),
    })
    .map(
      ({ numero, body, token, type }): Question => ({
        method: 'POST',
        path: `/relatorios/validar/${numero}`,
        headers: { 'content-type': type, ...(token !== '' && { authorization: token }) },
        body,
      }),
    )
  const aWrongRoute = fc
    .constantFrom(
      ['PUT', '/pessoas'],
      ['GET', `/relatorios/validar/${UNKNOWN}`],
      ['GET', '/nada'],
      ['DELETE', '/pessoas'],
    )
    .map(([method, path]): Question => ({ method, path, headers: { authorization } }) as Question)
  return fc.oneof(
    { weight: 12, arbitrary: aList },
    { weight: 8, arbitrary: aDecision },
    { weight: 1, arbitrary: aWrongRoute },
  )
}
