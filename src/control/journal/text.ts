import { type Exchange, lineOf } from './exchange.ts'

const NOTHING = 'No request is in this journal.\n'
const STRANGERS = ' had no token that is known: the journal of the whole simulator says why.\n'

/** The most characters of an answer that are shown. */
const ANSWER = 300

/**
 * Returns exchanges as text for people: what was sent, why it was answered so, and the command that sends it again.
 * @param total how many there are, those that are not shown included
 * @param strangers how many requests had no token that is known
 */
export function textOfExchanges(exchanges: readonly Exchange[], total: number, strangers: number): string {
  if (total === 0) return strangers === 0 ? NOTHING : `${NOTHING}${strangers}${STRANGERS}`
  const earlier = total - exchanges.length
  const head = earlier > 0 ? `${earlier} earlier exchanges are not shown.\n` : ''
  return head + exchanges.map(entryOf).join('')
}

function entryOf(exchange: Exchange): string {
  const { why, answer, curl } = exchange
  const lines = [
    lineOf(exchange),
    ...why.map(({ code, reason, remedy }) => `  why: ${code}: ${reason}.${remedy ? ` ${remedy}` : ''}`),
    ...(answer?.body === undefined ? [] : [`  answer: ${shortened(answer.body)}`]),
    `  ${curl}`,
  ]
  return `${lines.join('\n')}\n`
}

function shortened(body: unknown): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return text.length > ANSWER ? `${text.slice(0, ANSWER)}…` : text
}
