import type { IncomingMessage } from 'node:http'
import type { Routes } from '../contract/route-table.ts'
import { type BodyReading, tooLarge } from './body.ts'
import { kindOfType } from './body-kinds.ts'
import type { FastifyRequest } from './fastify.ts'
import { formOf } from './form-fields.ts'
import type { RawQuery } from './reading/read-others.ts'
import type { RawValue } from './reading/reading.ts'
import { Refusal } from './refusal.ts'

/** How the fields in the body of a GET are parameters, too. */
export type FieldsTaken = Exclude<NonNullable<NonNullable<Routes['list']>['body']>, 'ignore'>

/** @returns undefined where such a body is ignored */
export function fieldsTaken({ list = {} }: Routes): FieldsTaken | undefined {
  return list.body === 'ignore' ? undefined : list.body
}

/**
 * Reads the body of a GET, which Fastify does not.
 * @throws {Refusal} 413
 */
export function bytesOfGet(raw: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    raw.on('data', (piece: Buffer) => {
      size += piece.length
      if (size <= limit) pieces.push(piece)
    })
    raw.on('end', () => (size <= limit ? resolve(Buffer.concat(pieces)) : reject(tooLarge(limit, size))))
    raw.on('error', reject)
    raw.resume()
  })
}

/**
 * Returns the parameters of a GET with those of its body, if that was read.
 * @throws {Refusal} 400 for a body that is not JSON, where that is no reason to ignore it
 */
export function withFields(request: FastifyRequest, taken: FieldsTaken, body: BodyReading): RawQuery {
  const query = request.query as RawQuery
  if (request.body === undefined) return query
  const kind = kindOfType(request.headers['content-type'])
  const isForm = kind === 'form' && taken === 'under-query'
  if (kind !== undefined && !isForm) return query
  const sent = isForm ? { value: formOf(String(request.body)) } : body.read(request)
  if (sent instanceof Refusal) {
    if (taken === 'over-query') return query
    throw sent
  }
  const fields = parametersOf(sent.value)
  return taken === 'over-query' ? { ...query, ...fields } : { ...fields, ...query }
}

function parametersOf(value: unknown): Record<string, RawValue> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, parameterOf(field)]))
}

function parameterOf(field: unknown): string | string[] {
  if (Array.isArray(field) && field.length > 0) return field.map(textOfField)
  return textOfField(field)
}

/** Returns a field as the value of a parameter; null and an empty list become an empty value. */
function textOfField(field: unknown): string {
  if (field === null || (Array.isArray(field) && field.length === 0)) return ''
  return typeof field === 'object' ? JSON.stringify(field) : String(field)
}
