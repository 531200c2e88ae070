import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import * as assert from 'uvu/assert'
import type { Dataset } from '../contract/dataset.ts'
import { listResponseSchema, refusalSchema, validationResponseSchema } from './wire-schemas.ts'

const ajv = new Ajv({ allErrors: true })
const schemas = {
  list: ajv.compile(listResponseSchema),
  validation: ajv.compile(validationResponseSchema),
  refusal: ajv.compile(refusalSchema),
}

/** Fails unless a body has the form that the interface gives it. */
export function assertForm(form: keyof typeof schemas, body: unknown): void {
  const sound = schemas[form](body)
  assert.ok(sound, `${JSON.stringify(body)} is no ${form}: ${ajv.errorsText(schemas[form].errors)}`)
}

/** Fails unless an answer is in the envelope: the form of its path or that of a refusal, its status said twice. */
export function assertEnvelope(path: string, status: number, text: string): void {
  const body = JSON.parse(text) as { status_code: number }
  assert.is(body.status_code, status)
  const success = path.startsWith('/pessoas') ? 'list' : 'validation'
  assertForm(status === 200 ? success : 'refusal', body)
}

export const TOKEN = 'token-of-a'
export const OTHER_TOKEN = 'token-of-b'
export const DISABLED_TOKEN = 'token-of-c'
export const OWN_REPORT = '11111111-1111-4111-8111-111111111111'
export const DECIDED_REPORT = '22222222-2222-4222-8222-222222222222'
export const FOREIGN_REPORT = '33333333-3333-4333-8333-333333333333'
export const UNKNOWN_REPORT = '99999999-9999-4999-8999-999999999999'
export const MENSAGEM = 'Aprovado após conferência manual.'

/** A small world: 60 persons of organization A, the oldest first in the file; one of them is B's, too. */
export function smallWorld(): Dataset {
  const pessoas = Array.from({ length: 60 }, (_, i) => ({
    cpf: String(i * 1_111 + 7).padStart(11, '0'),
    nome: i % 3 === 0 ? `José da Silva ${i}` : i % 3 === 1 ? `Ana Conceição ${i}` : `ana clara ${i}`,
  }))
  const relatorios = pessoas.map(({ cpf }, i) => ({
    numero: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    organizacao: 'a',
    cpf,
    atualizado_em: new Date(Date.UTC(2025, 0, 1) + i * 60_000).toISOString(),
  }))
  const [first, second] = relatorios as [(typeof relatorios)[0], (typeof relatorios)[0]]
  first.numero = OWN_REPORT
  second.numero = DECIDED_REPORT
  Object.assign(second, { aprovar: false, mensagem: 'Rejeitado na carga inicial dos dados.' })
  const foreign = {
    ...first,
    numero: FOREIGN_REPORT,
    organizacao: 'b',
    atualizado_em: '2025-06-01T00:00:00.000Z',
  }
  return {
    organizacoes: [
      { id: 'a', nome: 'A', token: TOKEN },
      { id: 'b', nome: 'B', token: OTHER_TOKEN, habilitada: true },
      { id: 'c', nome: 'C', token: DISABLED_TOKEN, habilitada: false },
    ],
    pessoas,
    relatorios: [...relatorios, foreign],
  }
}

/** The message that a promise is refused with. */
export async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (error: Error) => error,
  )
  assert.instance(error, Error, 'it was not refused')
  return (error as Error).message
}

/** Runs with a folder of its own, which is gone afterwards. */
export async function inFolder<T>(use: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pessoas-sim-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
