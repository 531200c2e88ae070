import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { type ByteText, fromByteText, toByteText } from '../contract/bytes.ts'
import { type Fault, faults as table } from '../contract/faults.ts'
import { jsonValue } from '../contract/json-value.ts'
import { pageFacts } from '../contract/page-facts.ts'
import { dateNow } from '../contract/real-globals.ts'
import type { Recorded, Seen, SeenFault, SeenHeaders, SeenRefusal } from '../contract/seen.ts'
import { fill, namesOf, render, type Slots, type Template, typeOf } from '../contract/slots.ts'
import { type Soon, whenThere } from '../contract/soon.ts'
import { queryIn, withoutQuery } from '../contract/url.ts'
import type { PersonItem } from '../contract/wire.ts'
import type { Answer, Ask, Layer, Request } from './ask.ts'
import { listBody } from './body.ts'
import { decoded } from './query.ts'

/** The most that a refusal repeats of a request: more than any real mistake needs. */
const MOST_FAULTS = 250
const LONGEST_VALUE = 8_000

/** More rounds than there are parameters mean that a rule does not end its fault. */
const MOST_ROUNDS = 12

/**
 * Answers as a deployment was seen to: in its words where the service finds a fault, and in its form where it finds none.
 * @param otherwise returns the service with other choices for some knobs, for rules that name one
 */
export const overlay = (seen: Seen, otherwise?: (choices: Choices) => Ask): Layer => {
  const ruleOf = createRules(seen)
  const recordedFor = createRecorded(seen.recorded ?? [])
  const shaped = createShapes(seen)
  const worded = createWording(seen, ruleOf)
  const isPlain = Object.keys(seen).every((name) => name === 'order')

  return (next) => {
    if (isPlain) return next
    const services = new Map<string, Ask>()
    const serviceOf = (choices: Choices): Ask => {
      const name = JSON.stringify(choices)
      const service = name === '{}' ? next : (services.get(name) ?? otherwise?.(choices) ?? next)
      services.set(name, service)
      return service
    }
    const ask = (request: Request, choices: Choices, round: number, shows: Slots = {}): Soon<Answer> =>
      whenThere(serviceOf(choices)(request), (answer) => {
        const [fault] = answer.faults ?? []
        if (fault === undefined) return shaped(request, answer, shows)
        const rule = ruleOf(fault)
        const other = round < MOST_ROUNDS ? readOtherwise(request, choices, fault, rule) : undefined
        if (other === undefined) return worded(request, answer)
        return whenThere(
          ask(other.request, other.choices, round + 1, { ...shows, ...other.shows }),
          (tolerant) => {
            tolerant.notes = [fault, ...(tolerant.notes ?? [])]
            return tolerant
          },
        )
      })
    const first: Ask = (request) => {
      const known = recordedFor(request)
      if (known?.as !== undefined) return first({ ...request, url: known.as })
      return known === undefined ? ask(request, {}, 0) : known.answer(request)
    }
    return first
  }
}

/** Choices for some knobs. */
type Choices = Readonly<Record<string, string>>

/** What is asked in place of a request, and what the list then shows of it. */
interface Other {
  request: Request
  choices: Choices
  shows?: Slots
}

/** Returns what is asked in place of a request with a fault that is not told; undefined if the fault is told. */
function readOtherwise(
  request: Request,
  choices: Choices,
  fault: Fault,
  rule?: SeenFault,
): Other | undefined {
  if (rule === undefined || rule === 'ignore') {
    const less = rule && without(request, fault)
    return less && { request: less, choices }
  }
  if (!isReading(rule)) return undefined
  const shows = rule.shows && (render(rule.shows, fault.slots) as Slots)
  const other = (of: Pick<Other, 'request' | 'choices'>): Other => ({ ...of, ...(shows && { shows }) })
  if ('choice' in rule) {
    const { knob } = table[fault.name]
    const isKnown = knob === undefined || choices[knob] === rule.choice
    return isKnown ? undefined : other({ request, choices: { ...choices, [knob]: rule.choice } })
  }
  const value = typeof rule.as === 'string' ? fill(rule.as, fault.slots) : rule.as
  const less = without(request, fault, value === '' ? undefined : value)
  return less && other({ request: less, choices })
}

/** Returns what finds how a fault is told: what the most specific name does not say, a more general one does. */
function createRules({ faults = {} }: Seen): (fault: Fault) => SeenFault | undefined {
  const found = new Map<string, SeenFault | undefined>()
  const find = (name: string, type: string): SeenFault | undefined => {
    const [subject, kind] = name.split('.')
    const all = [`${name}:${type}`, name, `${subject}.*`, `*.${kind}`, '*'].flatMap((one) =>
      Object.hasOwn(faults, one) ? [faults[one] as SeenFault] : [],
    )
    const [own] = all
    if (own === undefined || isReading(own)) return own
    const told = all.filter((one): one is SeenRefusal => !isReading(one)).reverse()
    return Object.assign({}, ...told, {
      own: Object.assign({}, ...told.map((one) => one.own)),
    }) as SeenRefusal
  }
  return ({ name, slots }) => {
    const type = typeOf(slots.value)
    const key = `${name}:${type}`
    if (!found.has(key)) found.set(key, find(name, type))
    return found.get(key)
  }
}

function isReading(rule: SeenFault): rule is Exclude<SeenFault, SeenRefusal> {
  return rule === 'ignore' || 'as' in rule || 'choice' in rule
}

function createWording(
  { between, headers }: Seen,
  ruleOf: (fault: Fault) => SeenFault | undefined,
): (request: Request, answer: Answer) => Answer {
  return (request, answer) => {
    const [first, ...others] = (answer.faults ?? []).filter((fault) => !isReading(ruleOf(fault) ?? {}))
    if (first === undefined) return answer
    const rule = ruleOf(first) as SeenRefusal | undefined
    const told = between === undefined ? [first] : [first, ...others].slice(0, MOST_FAULTS)
    const status = rule?.status ?? answer.status
    const reason = STATUS_CODES[status] ?? ''
    const common = { ...requestSlots(request), status, reason, numero: first.slots.numero ?? null }
    const each = told.map((fault): Slots => {
      const slots = { ...common, ...shortened(fault.slots) }
      const { text, own = {} } = (ruleOf(fault) ?? {}) as SeenRefusal
      const others = Object.entries(own).map(([name, value]) => [`own.${name}`, render(value, slots)])
      const told = text === undefined ? ownText(fault, slots, answer) : fill(text, slots)
      return { ...slots, ...Object.fromEntries(others), text: told }
    })
    const keys = each.flatMap(({ key }) => (key === undefined ? [] : [key]))
    const text = between === undefined ? each[0]?.text : each.map((one) => one.text).join(between)
    const slots = { ...each[0], ...common, text, keys }
    const isWhole =
      rule?.body !== undefined &&
      namesOf(rule.body).every((name) => !name.startsWith('own.') || Object.hasOwn(slots, name))
    const body = isWhole ? bodyOf(rule.body as Template, slots, each) : answer.body
    const all = headersOf(slots, headers, rule?.headers)
    return { ...answer, status, body, headers: all ?? answer.headers }
  }
}

/** Returns the text of the service for a fault: that of a field, or the message of its answer. */
function ownText({ name }: Fault, slots: Slots, { body }: Answer): string {
  const { source, text = '' } = table[name]
  if (source !== undefined || typeof body !== 'string') return fill(text, slots)
  return String((JSON.parse(fromByteText(body)) as { message?: unknown }).message)
}

/** Returns slots as a refusal repeats them: one value for each, and no longer than any real one. */
function shortened(slots: Slots): Slots {
  const entries = Object.entries(slots).map(([name, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : value
    const isLong = typeof text === 'string' && text.length > LONGEST_VALUE
    return [name, isLong ? `${text.slice(0, LONGEST_VALUE)}…` : value]
  })
  return Object.fromEntries(entries)
}

/** Returns what gives a success the form of the deployment: its headers, its list with the items as they are, its decision. */
function createShapes(seen: Seen): (request: Request, answer: Answer, shows: Slots) => Answer {
  const { list, item, decision, rejection = decision, headers, decisionHeaders } = seen
  const itemOf = item === undefined ? undefined : createItem(item)
  return (request, answer, shows) => {
    const given = answer.slots?.()
    if (given === undefined) {
      const all = headersOf(requestSlots(request), headers)
      return all === undefined ? answer : { ...answer, headers: all }
    }
    const { itens } = given as { itens?: readonly ByteText[] }
    if (itens === undefined) {
      const slots = { ...requestSlots(request), status: answer.status, ...given }
      const template = given.aprovar === false ? rejection : decision
      const body = template === undefined ? answer.body : bodyOf(template, slots)
      return { ...answer, body, headers: headersOf(slots, headers, decisionHeaders) ?? answer.headers }
    }
    const [atual, linhas, total] = [Number(given.atual), Number(given.linhas), Number(given.total)]
    const facts = pageFacts({ atual, linhas, total, quantidade: itens.length, url: request.url })
    const slots = { ...requestSlots(request), status: answer.status, ...given, ...facts, ...shows }
    const items = itemOf === undefined ? itens : itens.map(itemOf)
    const body =
      list === undefined && itemOf === undefined && Object.keys(shows).length === 0
        ? answer.body
        : renderedList(list ?? LIST, slots, items)
    return { ...answer, body, headers: headersOf(slots, headers) ?? answer.headers }
  }
}

/** The list of the interface. */
const LIST: Template = {
  result: {
    busca: '{busca}',
    itens: '{itens}',
    paginacao: { atual: '{atual}', linhas: '{linhas}', total: '{total}' },
  },
  status_code: 200,
}

/** Stands for the items in a template; no client knows it. */
const ITEMS = randomUUID()

function renderedList(template: Template, slots: Slots, items: readonly ByteText[]): Answer['body'] {
  const written = toByteText(JSON.stringify(render(template, { ...slots, itens: ITEMS })))
  const [head, tail] = written.split(`"${ITEMS}"`) as [string, string?]
  if (tail === undefined) return written
  return listBody(`${head}[`, items.join(','), `]${tail}`, items.length)
}

function createItem(template: Template): (item: ByteText) => ByteText {
  return (item) => {
    const person = JSON.parse(fromByteText(item)) as PersonItem
    return toByteText(JSON.stringify(render(template, { ...person })))
  }
}

interface Known {
  as?: string
  answer(request: Request): Answer
}

/** Returns what finds the recorded answer to a request, or the URL whose answer it gets. */
function createRecorded(all: readonly Recorded[]): (request: Request) => Known | undefined {
  const rows = all.map((one) => {
    const [method = '', path = ''] = one.request.split(' ')
    const [before = '', ...after] = path
      .split('{numero}')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const pattern = new RegExp(`^${[before, ...after].join('([^/?]+)')}$`)
    return { ...one, method, pattern }
  })
  return (request) => {
    if (rows.length === 0) return undefined
    const path = withoutQuery(request.url)
    for (const { method, pattern, as, status = 200, body = '', headers } of rows) {
      const [match, numero = ''] = (method === request.method && pattern.exec(path)) || []
      if (match === undefined) continue
      const answer = () => {
        const slots = { ...requestSlots(request), numero, status }
        return { status, body: bodyOf(body, slots), headers: headersOf(slots, headers) ?? {} }
      }
      if (as === undefined) return { answer }
      return { as: as.replace('{numero}', numero) + request.url.slice(path.length), answer }
    }
    return undefined
  }
}

function requestSlots({ method, url, body }: Request): Slots {
  const now = new Date(dateNow()).toISOString()
  const path = withoutQuery(url)
  const text = Buffer.isBuffer(body) ? body.toString() : ''
  // Without the slashes around it, as some routers name it; and the whole body, where it is JSON or a text.
  const others = { route: path.replace(/^\/|\/$/g, ''), sent: jsonValue(text) ?? text }
  return { method, path, url, now, uuid: randomUUID(), ...others }
}

function bodyOf(template: Template, slots: Slots, each: readonly Slots[] = []): ByteText {
  if (typeof template === 'string') return toByteText(fill(template, slots))
  return toByteText(JSON.stringify(render(template, slots, each)))
}

/** Headers that the length of a body, the connection or the clock decide. */
const NOT_OURS = /^(?:connection|content-length|date|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

/** Returns headers, of which later ones win; undefined to leave the default ones. One that cannot be sent is left out. */
function headersOf(slots: Slots, ...all: readonly (SeenHeaders | undefined)[]): Answer['headers'] {
  if (all.every((one) => one === undefined)) return undefined
  const filled = Object.entries(Object.assign({}, ...all) as SeenHeaders).flatMap(([name, template]) => {
    if (template === null || NOT_OURS.test(name)) return []
    const value = render(template, slots)
    const isSendable =
      (typeof value === 'string' || typeof value === 'number') && /^[ -~]*$/.test(String(value))
    return isSendable ? [[name.toLowerCase(), String(value)]] : []
  })
  return Object.fromEntries(filled)
}

/**
 * Returns a request with another value where a fault is, or without it.
 * @returns undefined if the request cannot be changed there
 */
function without(
  request: Request,
  { name, slots: { key } }: Fault,
  value?: string | boolean,
): Request | undefined {
  if (name === 'type.other' && request.headers['content-type'] !== 'application/json')
    return { ...request, headers: { ...request.headers, 'content-type': 'application/json' } }
  const { source, about } = table[name]
  if (typeof key !== 'string') return undefined
  if (source === 'query') return withParameter(request, key, value)
  if (about === 'whole')
    return value === undefined ? undefined : { ...request, body: Buffer.from(String(value)) }
  return source === 'payload' ? withField(request, key, value) : undefined
}

function withParameter(request: Request, key: string, value?: string | boolean): Request | undefined {
  const parts = queryIn(request.url).split('&')
  const left = parts.filter((part) => nameIn(part) !== key)
  if (left.length === parts.length) return undefined
  if (value !== undefined) left.push(`${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
  const path = withoutQuery(request.url)
  return { ...request, url: left.length === 0 ? path : `${path}?${left.join('&')}` }
}

function nameIn(part: string): string {
  return decoded(part.replace(/=.*/s, ''))
}

function withField(request: Request, key: string, value?: string | boolean): Request | undefined {
  if (!Buffer.isBuffer(request.body)) return undefined
  const sent = JSON.parse(request.body.toString().replace(/^\uFEFF/, '')) as Record<string, unknown>
  const { [key]: dropped, ...left } = sent
  if (dropped === undefined && value === undefined) return undefined
  const body = Buffer.from(JSON.stringify(value === undefined ? left : { ...left, [key]: value }))
  return { ...request, body, headers: { ...request.headers, 'content-length': String(body.length) } }
}
