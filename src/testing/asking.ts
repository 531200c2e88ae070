import type { IncomingHttpHeaders } from 'node:http'
import { fromByteText } from '../contract/bytes.ts'
import type { Example, FaultName } from '../contract/faults.ts'
import { completeProfile, type PartialProfile } from '../contract/profile.ts'
import type { Answer, Ask } from '../service/ask.ts'
import { wholeOf } from '../service/body.ts'
import { createService } from '../service/service.ts'
import { worldOf } from '../world/in-memory.ts'
import type { Store } from '../world/store.ts'
import {
  assertEnvelope,
  DECIDED_REPORT,
  DISABLED_TOKEN,
  FOREIGN_REPORT,
  MENSAGEM,
  OWN_REPORT,
  smallWorld,
  TOKEN,
  UNKNOWN_REPORT,
} from './world.ts'

/** An answer, its body read as JSON. */
export interface Asked {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks for what it expects
  body: any
  faults: FaultName[]
  notes: FaultName[]
  answer: Answer
}

/** A service that is asked without a socket. Each answer is checked for its envelope. */
export function asking(
  profile: PartialProfile = {},
  store: Store = worldOf(smallWorld()),
  ask: Ask = createService(store, completeProfile(profile)),
) {
  const send = async (
    method: string,
    url: string,
    headers: IncomingHttpHeaders = { authorization: TOKEN },
    sent?: string | Buffer | 'too-large',
  ): Promise<Asked> => {
    const body = typeof sent === 'string' && sent !== 'too-large' ? Buffer.from(sent) : sent
    const answer = await ask({ method, url, headers, body })
    const text = fromByteText(wholeOf(answer.body))
    assertEnvelope(url, answer.status, text)
    const namesOf = (faults: Answer['faults'] = []) => faults.map(({ name }) => name)
    const { status, faults, notes } = answer
    return { status, body: JSON.parse(text), faults: namesOf(faults), notes: namesOf(notes), answer }
  }
  return {
    send,
    list: (query = '', token: string | undefined = TOKEN) =>
      send('GET', query === '' ? '/pessoas' : `/pessoas?${query}`, { authorization: token }),
    /** @param body a text as it is, anything else as JSON */
    decide: (numero: string, body: unknown, headers: IncomingHttpHeaders = {}) => {
      const all = { authorization: TOKEN, 'content-type': 'application/json', ...headers }
      const isSent = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
      return send('POST', `/relatorios/validar/${numero}`, all, isSent ? body : JSON.stringify(body))
    },
  }
}

const NUMBERS = { unknown: UNKNOWN_REPORT, shape: 'x', foreign: FOREIGN_REPORT, decided: DECIDED_REPORT }
const TOKENS = { none: undefined, scheme: `Basic ${TOKEN}`, wrong: 'x', disabled: DISABLED_TOKEN }

/** Sends an example of a fault. */
export function sendExample({ send }: ReturnType<typeof asking>, example: Example): Promise<Asked> {
  const { query, body, type = 'application/json', token, numero, path } = example
  const isDecision = body !== undefined || numero !== undefined || example.type !== undefined
  const authorization = token === undefined ? TOKEN : TOKENS[token]
  const { method = isDecision ? 'POST' : 'GET' } = example
  const report = `/relatorios/validar/${numero === undefined ? OWN_REPORT : NUMBERS[numero]}`
  const url = path ?? (isDecision ? report : `/pessoas${query === undefined ? '' : `?${query}`}`)
  if (!isDecision) return send(method, url, { authorization })
  const sent = body ?? JSON.stringify({ aprovar: true, mensagem: MENSAGEM })
  return send(
    method,
    url,
    { authorization, 'content-type': type },
    Buffer.byteLength(sent) > 1_048_576 ? 'too-large' : sent,
  )
}
