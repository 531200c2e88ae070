import { fromByteText } from '../contract/bytes.ts'
import type { Ask } from '../service/ask.ts'
import { wholeOf } from '../service/body.ts'
import type { Organization } from '../world/store.ts'
import type { Deployments } from './deployments.ts'

/** Asks the service as an organization does, past the sockets. */
export async function askAs(
  ask: Ask,
  deployments: Deployments,
  { token }: Organization,
  { method, path, body }: { method: 'GET' | 'POST'; path: string; body?: string | undefined },
): Promise<{ status: number; body: string }> {
  const { authorization: scheme } = deployments.profileOf({ headers: { authorization: token } })
  const authorization = scheme === 'bearer' ? `Bearer ${token}` : token
  const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const sent = body === undefined ? undefined : Buffer.from(body)
  const answer = await ask({ method, url: path, headers, body: sent })
  return { status: answer.status, body: fromByteText(wholeOf(answer.body)) }
}
