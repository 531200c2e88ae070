import { computed, signal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Exchange, ExchangeSummary } from '../control/journal/exchange.ts'
import type { Batch } from '../control/journal/view.ts'
import { call, follow, isConnected, Refused } from './api.ts'
import { clockText, journalLanguage, journalText, numberText, t, timeText } from './texts.ts'
import { Action, bound, Choice, Code, moveByArrows, Notice, Time, useCall, useHandles } from './ui.tsx'

/** The most requests that the page shows, and how often it draws them: thousands may come in a second. */
const MOST = 200
const EVERY = 250
/** How many seconds the bars show. */
const SECONDS = 60

const filters = { organization: signal(''), status: signal(''), path: signal('') }
/** What paused the list: the button, or scrolling, which also ends it. */
const paused = signal<'' | 'button' | 'scroll'>('')
const skipped = signal(0)
const shown = signal<ExchangeSummary[] | undefined>(undefined)
const trouble = signal<Error | undefined>(undefined)
/** How many came in each second, by class of status; `0` is no answer. */
const seconds = new Map<number, Record<string, number>>()
const secondNow = () => Math.floor(Date.now() / 1_000)
/** When the bars were drawn, seconds since 1970. */
const drawn = signal({ second: secondNow() })

const query = computed(() => {
  const { organization, status } = filters
  return new URLSearchParams({
    ...(organization.value && { organization: organization.value }),
    ...(status.value && { status: status.value }),
  })
})

/** Returns what came, the latest first; what ended replaces itself in flight. */
function merged(before: readonly ExchangeSummary[], more: readonly ExchangeSummary[]): ExchangeSummary[] {
  const byId = new Map([...before, ...more].map((one) => [one.id, one]))
  return [...byId.values()].sort((a, b) => b.id - a.id).slice(0, MOST)
}

function resume(): void {
  paused.value = ''
  skipped.value = 0
  void load()
}

/** Shows the latest that the journal keeps. */
async function load(): Promise<void> {
  const path = `/journal?limit=${MOST}&${query.peek()}`
  const { exchanges } = await call<{ exchanges: ExchangeSummary[] }>('GET', path)
  shown.value = merged([], exchanges)
  trouble.value = undefined
}

/** Follows the traffic as long as the view is there, and again after each loss of the connection. */
function useTraffic(): void {
  useSignalEffect(() => {
    const search = query.value
    const controller = new AbortController()
    let arrived: ExchangeSummary[] = []
    shown.value = undefined
    const draw = setInterval(() => {
      if (arrived.length > 0 || secondNow() !== drawn.peek().second) drawn.value = { second: secondNow() }
      const before = shown.peek()
      if (arrived.length === 0 || before === undefined) return
      if (paused.peek() === '') shown.value = merged(before, arrived)
      else skipped.value += arrived.length
      arrived = []
    }, EVERY)
    const run = async () => {
      while (!controller.signal.aborted) {
        try {
          const path = `/journal/stream?perSecond=${MOST}&${search}`
          await follow(path, controller.signal, load, (name, data) => {
            if (name === 'exchange') {
              const ended = data as ExchangeSummary
              arrived.push(ended)
              count({ [statusClass(ended)]: 1 })
            } else {
              const { missed, byStatus } = data as Batch<never>
              skipped.value += missed
              count(byStatus)
            }
          })
        } catch (error) {
          if (controller.signal.aborted) return
          if (error instanceof Refused) trouble.value = error
          else isConnected.value = false
        }
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }
    void run()
    return () => {
      clearInterval(draw)
      controller.abort()
    }
  })
}

const statusClass = ({ status }: { status: number | null }) => Math.floor((status ?? 0) / 100)

function count(more: Readonly<Record<string, number>>): void {
  const now = secondNow()
  for (const second of seconds.keys()) if (second <= now - SECONDS) seconds.delete(second)
  const of = seconds.get(now) ?? {}
  for (const [key, number] of Object.entries(more)) of[key] = (of[key] ?? 0) + number
  seconds.set(now, of)
}

/** The requests of clients as they come, and one of them in full. */
export function TrafficView({ chosen: [id] }: { chosen: readonly string[] }) {
  useTraffic()
  return (
    <div class={id === undefined ? 'columns even' : 'columns even chosen'}>
      <section class="side" aria-labelledby="exchanges">
        <h2 id="exchanges">{t('exchanges')}</h2>
        <Bars />
        <Filters />
        <List chosen={id} />
      </section>
      <section class="detail">{id === undefined ? <LastMiss /> : <ExchangeDetail key={id} id={id} />}</section>
    </div>
  )
}

const CLASSES = ['2', '4', '5', '0'] as const
const HEIGHT = 48

function Bars() {
  const first = drawn.value.second - SECONDS + 1
  const rows = Array.from({ length: SECONDS }, (_, i) => ({
    second: first + i,
    of: seconds.get(first + i) ?? {},
  }))
  const most = Math.max(0, ...rows.map(({ of }) => Object.values(of).reduce((a, b) => a + b, 0)))
  return (
    <figure>
      <svg
        viewBox={`0 0 ${SECONDS * 5} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('perSecond', { most: numberText(most) })}
      >
        {rows.flatMap(({ of }, i) => {
          let y = HEIGHT
          return CLASSES.map((key) => {
            const height = ((of[key] ?? 0) / Math.max(1, most)) * HEIGHT
            y -= height
            return <rect key={`${i}-${key}`} class={`s${key}`} x={i * 5} y={y} width={4} height={height} />
          })
        })}
      </svg>
      <figcaption class="muted">{t('perSecond', { most: numberText(most) })}</figcaption>
      <details>
        <summary>{t('asTable')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              {CLASSES.map((key) => (
                <th key={key} scope="col">
                  {key === '0' ? t('unansweredOutcome') : `${key}xx`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(({ of }) => Object.keys(of).length > 0)
              .map(({ second, of }) => (
                <tr key={second}>
                  <th scope="row">{clockText(new Date(second * 1_000).toISOString())}</th>
                  {CLASSES.map((key) => (
                    <td key={key}>{numberText(of[key] ?? 0)}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

const STATUSES = ['2xx', '4xx', '5xx', '400', '401', '404', '429']

function Filters() {
  const { organization, status, path } = filters
  const whom = organization.value
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Choice label={t('organization')} value={organization} choices={[['', t('all')], ...useHandles()]} />
        <Choice label={t('status')} value={status} choices={[['', t('allStatuses')], ...STATUSES]} />
        <label>
          {t('path')}
          <input type="search" {...bound(path)} />
        </label>
      </form>
      <p class="buttons">
        <button
          type="button"
          aria-pressed={paused.value !== ''}
          onClick={() => {
            if (paused.value === '') paused.value = 'button'
            else resume()
          }}
        >
          {t(paused.value === '' ? 'pause' : 'resume')}
        </button>
        <Action
          label={t('saveHar')}
          says={t('harSays')}
          file="traffic.har"
          call={() => ({ method: 'GET', path: `/journal?format=har&limit=100000&${query.value}` })}
        />
        <Action
          label={t('clearJournal')}
          says={t('clearSays', { whom: whom || t('everybody') })}
          isDangerous
          call={() => ({
            method: 'DELETE',
            path: `/journal${whom && `?organization=${encodeURIComponent(whom)}`}`,
          })}
          done={() => {
            shown.value = []
            resume()
          }}
        />
        <span role="status" class="muted">
          {skipped.value > 0 && t('skipped', { count: numberText(skipped.value) })}
        </span>
      </p>
    </>
  )
}

/** How far somebody scrolls who reads, pixels: then the list must not move under the eyes. */
const READING = 40

function List({ chosen }: { chosen: string | undefined }) {
  const scroller = useRef<HTMLDivElement>(null)
  const pauseOnScroll = () => {
    const isReading = (scroller.current?.scrollTop ?? 0) > READING
    if (isReading && paused.value === '') paused.value = 'scroll'
    else if (!isReading && paused.value === 'scroll') resume()
  }
  if (trouble.value) return <Notice error={trouble.value} />
  if (shown.value === undefined) return <p class="muted">{t('loading')}</p>
  const rows = shown.value.filter(({ url }) => url.includes(filters.path.value))
  if (rows.length === 0) return <Nothing />
  return (
    <section class="scroll" ref={scroller} onScroll={pauseOnScroll} aria-label={t('latestFirst')}>
      <ul class="rows" onKeyDown={moveByArrows}>
        {rows.map((one) => (
          <li key={one.id} class={String(one.id) === chosen ? 'chosen' : ''}>
            <a data-row href={`#/traffic/${one.id}`} aria-current={String(one.id) === chosen ? 'true' : undefined}>
              <StatusText one={one} />
              <span class="line">
                {one.method} {one.url}
              </span>
              <span class="muted digits">
                {clockText(one.time)} {one.organization} {one.faults.join(' ')}
              </span>
              {one.hints.map((hint) => (
                <span key={hint} class="hint">
                  {hint}
                </span>
              ))}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function StatusText({ one: { status, outcome } }: { one: ExchangeSummary }) {
  return <strong class={`status s${statusClass({ status })}`}>{status ?? t(`${outcome}Outcome`)}</strong>
}

interface Found {
  url: string
  organizations: { token: string; enabled: boolean }[]
}

function Nothing() {
  const { url, organizations } = useCall<Found>('/organizations').value ?? {}
  const token = organizations?.find(({ enabled }) => enabled)?.token
  if (Object.values(filters).some(({ value }) => value !== '')) return <p class="muted">{t('nothingMatches')}</p>
  return (
    <>
      <p class="muted">{t('nothingYet')}</p>
      {token && <Code text={`curl -H 'Authorization: ${token}' ${url}/pessoas`} />}
    </>
  )
}

function LastMiss() {
  const last = useCall<{ last: { time: string; message: string } | null }>('/verify').value?.last
  return (
    <>
      <p class="muted placeholder">{t('pickExchange')}</p>
      {last && (
        <>
          <h2>{t('lastMiss')}</h2>
          <p class="muted">
            <Time iso={last.time} />
          </p>
          <Code text={last.message} />
        </>
      )}
    </>
  )
}

function ExchangeDetail({ id }: { id: string }) {
  // Under load, the journal may forget it before it can be asked for: what the list had of it stays.
  const { current: summary } = useRef(shown.peek()?.find((one) => `${one.id}` === id))
  const isOver = useSignal(false)
  const loaded = useCall<Exchange>(isOver.value ? undefined : `/journal/${id}`)
  useEffect(() => {
    isOver.value = loaded.error !== undefined || (loaded.value?.outcome ?? 'pending') !== 'pending'
  }, [loaded])
  const one = loaded.value ?? (loaded.error && summary)
  return (
    <>
      <p class="crumbs">
        <a class="narrow-only" href="#/traffic">
          ← {t('exchanges')}
        </a>
      </p>
      {one ? <Whole one={one} /> : !loaded.error && <p class="muted">{t('loading')}</p>}
      {loaded.error && <p class="muted">{t('gone')}</p>}
    </>
  )
}

function Whole({ one }: { one: ExchangeSummary & Partial<Exchange> }) {
  const { method, url, outcome, time, ms, organization, faults, why, answer, service } = one
  const facts = [t(`${outcome}Outcome`), timeText(time), `${ms ?? '…'} ms`, organization, ...faults]
  return (
    <>
      <h2 class="line" tabIndex={-1}>
        {method} {url}
      </h2>
      <p class="muted">
        <StatusText one={one} /> {facts.filter(Boolean).join(' · ')}
      </p>
      {why.length > 0 && (
        <>
          <h3>{t('why')}</h3>
          <ul lang={journalLanguage()}>
            {why.map(({ step, reason, remedy, clause }) => (
              <li key={reason}>
                {journalText(step)}: {journalText(reason)} {clause && <span class="muted">({clause})</span>}
                {remedy && <span class="hint">{journalText(remedy)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {one.curl && (
        <>
          <h3>curl</h3>
          <Code text={one.curl} />
        </>
      )}
      {one.headers && (
        <>
          <h3>{t('request')}</h3>
          <Message headers={one.headers} body={one.body} />
          <h3>{t('answer')}</h3>
          {answer ? <Message {...answer} /> : <p class="muted">{t(`${outcome}Outcome`)}</p>}
        </>
      )}
      {service && (
        <details>
          <summary>{t('ofService', { status: service.status })}</summary>
          <Message {...service} />
        </details>
      )}
    </>
  )
}

function Message({ headers, body }: { headers: Record<string, string>; body?: unknown }) {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  return (
    <>
      <details>
        <summary>{t('headers')}</summary>
        <dl>
          {Object.entries(headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {text !== '' && <Code text={text} />}
    </>
  )
}
