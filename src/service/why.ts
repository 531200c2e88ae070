import type { IncomingHttpHeaders } from 'node:http'
import type { ClauseId } from '../contract/clauses.ts'
import { type Fault, type FaultRow, faults as table } from '../contract/faults.ts'
import { type Knob, type KnobName, knobs } from '../contract/knobs.ts'
import { printable } from '../contract/printable.ts'
import type { Profile } from '../contract/profile.ts'
import { fill, type Slots } from '../contract/slots.ts'
import type { Why } from '../contract/why.ts'
import { decisionFields, parameters } from '../contract/wire.ts'
import { isNameOfHost, type Known, MASK, meantBy, shownName } from '../operator/words.ts'
import { whyNoRoute } from './why-route.ts'
import { type KnownTokens, tokenForm, whyUnauthorized } from './why-token.ts'

/** What is known where faults are explained. */
export interface Explaining {
  profile: Profile
  /** Undefined for bytes that never became a request. */
  request: { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders } | undefined
  tokens: KnownTokens
  known: Known
}

/** The log needs no more reasons of one request than these. */
const MOST_CAUSES = 8

/** Says why a request was answered as it was: in the most exact words that are known. */
export function whyOf(faults: readonly Fault[], explaining: Explaining): Why[] {
  const isOutside = faults.some(({ name }) => name === 'route.outside')
  const told = isOutside ? faults.filter(({ name }) => !/^route\.(?:unknown|method)$/.test(name)) : faults
  const exact = told.slice(0, MOST_CAUSES).flatMap((fault) => fault.hints?.() ?? hintsOf(fault, explaining))
  const causes = exact.map((fault) => causeOf(fault, explaining))
  // A number may be below one and off the grid at once.
  return causes.filter(({ reason }, i) => causes.findIndex((cause) => cause.reason === reason) === i)
}

function hintsOf(fault: Fault, { profile, request, tokens }: Explaining): readonly Fault[] {
  const { name } = fault
  if (request === undefined) return [fault]
  if (/^token\.(?:missing|scheme|wrong|disabled)$/.test(name)) {
    return whyUnauthorized(request, profile, tokens)
  }
  if (name === 'route.unknown' || name === 'route.method') return whyNoRoute(request) ?? [fault]
  return [fault]
}

function causeOf(fault: Fault, { profile, known }: Explaining): Why {
  const { name, slots: given, tolerated } = fault
  const row: FaultRow = table[name]
  const { knob } = row
  const slots: Slots = {
    form: tokenForm(profile),
    ...masked(fault, known),
    or: knob === undefined || tolerated ? '' : orServe(row, knobs[knob], knob, profile[knob]),
  }
  const write = (text: FaultRow['why']) =>
    printable(fill(typeof text === 'function' ? text(slots) : text, slots))
  const reason = write(row.why)
  const subject = name.replace(/\..*/s, '')
  const field = fieldOf(subject, row, slots)
  const clause = knob === undefined ? (clauses[name] ?? clauses[subject]) : (knobs[knob].clause as ClauseId)
  return {
    step: steps[subject] ?? subject,
    code: name,
    reason: tolerated ? `${reason}, so ${whatInstead(name, given, profile)}` : reason,
    ...(row.fix && { remedy: write(row.fix) }),
    ...(field && { field }),
    ...(clause && { clause }),
    ...(knob && { knob, choice: profile[knob] }),
  }
}

const PARAMETERS = parameters as readonly string[]

/** Slots with words of this program, or with what was masked where it was found. */
const OURS = new Set([
  ...['form', 'basePath', 'place', 'what', 'nearest', 'scheme', 'character', 'escaped', 'code'],
  ...['mistake', 'remedy', 'characters', 'choices', 'method', 'organization', 'why', 'name', 'kind'],
  ...['plan', 'orStart'],
])
/** Numbers from this one on may be a token or a CPF. */
const LEAST_NUMBER = 10_000_000
const MEDIA_TYPE = /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/

/** Returns the slots of a fault without what may be a person or a token. */
function masked({ name, slots }: Fault, known: Known): Slots {
  const entries = Object.entries(slots).map(([slot, value]): [string, unknown] => {
    if (OURS.has(slot)) return [slot, value]
    if (typeof value === 'number') return [slot, Math.abs(value) < LEAST_NUMBER ? value : MASK]
    if (typeof value !== 'string') return [slot, MASK]
    if (/^-?\d{1,7}$/.test(value)) return [slot, value]
    if (slot === 'key') return [slot, shownName(value, known)]
    if (slot === 'flag') return [slot, isNameOfHost(value, known) ? value : '--cors ORIGIN']
    if (slot === 'host' || slot === 'origin') return [slot, isNameOfHost(value, known) ? value : MASK]
    const type = value.replace(/;.*/s, '').trim()
    const isShown = name === 'type.other' && MEDIA_TYPE.test(type) && !known.hasToken(type)
    return [slot, isShown ? type : MASK]
  })
  const all = Object.fromEntries(entries)
  if (table[name].about !== 'unknown') return all
  const names: readonly string[] = table[name].source === 'query' ? parameters : decisionFields
  return { ...all, names: names.join(', '), meant: meantBy(String(slots.key), names) }
}

/** Returns the choices of a knob that would accept what it refuses, as the end of a remedy. */
function orServe({ told = {} }: FaultRow, knob: Knob, name: KnobName, served: unknown): string {
  const all = knob.kind === 'choice' ? knob.choices : ['none']
  const others = all.filter((one) => one !== served && !one.startsWith('refuse') && !Object.hasOwn(told, one))
  if (others.length === 0) return ''
  const [first, ...more] = others
  return `, or start pessoas-sim with --set ${name}=${first}${more.length > 0 ? ` (or ${more.join(', ')})` : ''}`
}

/** Returns what became of a value that was tolerated. */
function whatInstead(name: string, { so, taken, key }: Slots, { pageBeyondEnd }: Profile): string {
  if (typeof so === 'string') return so
  if (taken !== undefined) return key === 'page' ? 'the first page is sent' : `${taken} are sent`
  if (name === 'page.beyond-end') return pageBeyondEnd === 'empty' ? 'the list is empty' : 'that one is sent'
  return /^cpf\.(?!empty)/.test(name) ? 'it finds nobody' : 'it is ignored'
}

/** The first word of a name is its step, or is here. */
const steps: Readonly<Record<string, string>> = {
  ...{ page: 'query', rows: 'query', cpf: 'query', nome: 'query', sort: 'query' },
  ...{ type: 'body', json: 'body', aprovar: 'body', mensagem: 'body', payload: 'body' },
}

/** The rules that faults without a knob are about, by their names or the first words of these. */
const clauses: Readonly<Record<string, ClauseId>> = {
  ...{ 'token.missing': '5-1', 'token.elsewhere': '5-1', token: '5-2', type: '4.2-headers' },
  ...{ aprovar: '4.2-aprovar', mensagem: '4.2-mensagem', payload: '4.2-1', 'json.proto': '4.2-1' },
  ...{ json: '0-json', body: '0-json', page: '4.1-page', rows: '4.1-rows', cpf: '4.1-cpf', nome: '4.1-nome' },
  ...{ sort: '4.1-sort', query: '4.1-query', report: '4.2-3', 'route.number': '4.2-path' },
}

function fieldOf(subject: string, { about }: FaultRow, { key }: Slots): string | undefined {
  if (about === 'field' || about === 'unknown') return String(key)
  return PARAMETERS.includes(subject) ? subject : undefined
}
