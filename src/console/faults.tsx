import { signal } from '@preact/signals'
import type { ClockState } from '../control/clock.ts'
import type { FaultState } from '../control/faults/faults.ts'
import { t } from './texts.ts'
import { Action, Choice, Show, Time, useCall, useHandles } from './ui.tsx'

/** Whom new faults strike, and whose clock is shown; everybody if empty. */
const whom = signal('')

/** With what the names of the faults in each plan that ships begin. */
const PLANS = { flaky: 'flaky-', slow: 'slow-', 'rate-limited': 'rate-limit', lossy: 'lossy-' } as const

/** One example of each kind of fault. */
const EXAMPLES = {
  latency: { name: 'late', fault: { kind: 'latency', ms: 3_000 }, on: { endpoint: 'list' }, times: 1 },
  status: { name: 'busy', fault: { kind: 'status', status: 503, retryAfter: 2 }, times: 1 },
  gateway: { name: 'gateway', fault: { kind: 'status', status: 502, html: true }, share: 0.2 },
  'rate-limit': { name: 'limit', fault: { kind: 'rate-limit', perSecond: 2 } },
  drop: { name: 'lost', fault: { kind: 'drop', decided: true }, on: { endpoint: 'validation' }, times: 1 },
  silence: { name: 'silent', fault: { kind: 'silence' }, times: 1 },
  trickle: { name: 'drip', fault: { kind: 'trickle', every: 500 }, times: 3 },
  corrupt: { name: 'broken', fault: { kind: 'corrupt', how: 'cut' }, share: 0.5 },
} as const

export function FaultsView() {
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Choice label={t('whom')} value={whom} choices={[['', t('everybody')], ...useHandles()]} />
      </form>
      <div class="columns even">
        <section class="side" aria-labelledby="active">
          <Active />
        </section>
        <section class="side" aria-labelledby="clock">
          <ClockPanel />
        </section>
      </div>
    </>
  )
}

const toWhom = () => (whom.value === '' ? {} : { organization: whom.value })
const deleting = (what: Record<string, string>) => ({
  method: 'DELETE' as const,
  path: `/faults?${new URLSearchParams(what)}`,
})

function Active() {
  const loaded = useCall<{ faults: FaultState[] }>('/faults')
  const faults = loaded.value?.faults ?? []
  const organization = whom.value === '' ? null : whom.value
  const name = whom.value || t('everybody')
  return (
    <>
      <h2 id="active">{t('active')}</h2>
      <Show of={loaded}>
        {({ faults }) =>
          faults.length === 0 ? (
            <p class="muted">{t('noFaults')}</p>
          ) : (
            <ul class="cards">
              {faults.map(({ name, organization, rule, calls, strikes, expires }) => (
                <li key={`${name} ${organization}`} class="card">
                  <span>
                    <strong>{name}</strong> {rule.fault.kind}, {organization ?? t('everybody')}
                  </span>
                  <span class="muted">
                    {t('strikes', { strikes, calls })} · {t('until')}{' '}
                    {expires === null ? t('forever') : <Time iso={expires} />}
                  </span>
                  <span class="buttons">
                    <Action
                      label={t('removeOne', { name })}
                      says={t('removeFault', { name, whom: organization ?? t('everybody') })}
                      isDangerous
                      call={() => deleting({ name, ...(organization && { organization }) })}
                    />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Show>
      <h3>{t('plans')}</h3>
      <ul class="cards">
        {Object.entries(PLANS).map(([plan, prefix]) => {
          const isOn = faults.some((one) => one.organization === organization && one.name.startsWith(prefix))
          return (
            <li key={plan} class={isOn ? 'card chosen' : 'card'}>
              <span>
                <strong>{plan}</strong> {isOn && t('isOn')}
              </span>
              <span class="muted">{t(plan as keyof typeof PLANS)}</span>
              <span class="buttons">
                <Action
                  label={t(isOn ? 'turnOff' : 'turnOn', { plan })}
                  says={t(isOn ? 'planOff' : 'planOn', { plan, whom: name })}
                  isDangerous={isOn}
                  call={() =>
                    isOn
                      ? deleting({ plan, ...toWhom() })
                      : { method: 'POST', path: '/faults', body: { plan, ...toWhom() } }
                  }
                />
              </span>
            </li>
          )
        })}
      </ul>
      <h3>{t('singleFault')}</h3>
      <p class="buttons">
        {Object.entries(EXAMPLES).map(([kind, rule]) => (
          <Action
            key={kind}
            label={kind}
            says={t('faultSays', { whom: name })}
            fields={[{ name: 'rule', label: t('faultRule'), value: JSON.stringify(rule, null, 2), lines: 9 }]}
            call={({ rule = '' }) => ({
              method: 'POST',
              path: '/faults',
              body: { faults: [jsonOf(rule)], ...toWhom() },
            })}
          />
        ))}
      </p>
      <h3>{t('allFaults')}</h3>
      <p class="buttons">
        <Action
          label={t('removeAll')}
          says={t('removeAllSays', { whom: name, names: faults.map(({ name }) => name).join(', ') })}
          isDangerous
          isDisabled={faults.length === 0}
          call={() => deleting(toWhom())}
        />
      </p>
    </>
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(t('notJson'))
  }
}

/** @throws {Error} for what is not a number, which JSON would make null */
function inMilliseconds(minutes = ''): number {
  const value = Math.round(Number(minutes.replace(',', '.')) * 60_000)
  if (minutes.trim() === '' || Number.isNaN(value)) throw new Error(t('notNumber'))
  return value
}

function ClockPanel() {
  const minutes = { name: 'minutes', label: t('minutes'), value: '60', isRequired: true }
  const loaded = useCall<ClockState>(`/clock?${new URLSearchParams(toWhom())}`)
  const put = (body: object) => ({ method: 'PUT' as const, path: '/clock', body: { ...body, ...toWhom() } })
  return (
    <>
      <h2 id="clock">{t('clock')}</h2>
      <Show of={loaded}>
        {({ mode, now, ahead }) => (
          <>
            <p class="clock">
              <Time iso={now} />
            </p>
            <p class="muted">
              {mode === 'real'
                ? t('clockReal')
                : mode === 'frozen'
                  ? t('clockFrozen')
                  : t('clockOffset', { ahead: `${Math.round(ahead / 60_000)} min` })}
            </p>
          </>
        )}
      </Show>
      <p class="buttons">
        <Action
          label={t('freeze')}
          says={t('freezeSays')}
          fields={[{ name: 'at', label: t('at') }]}
          call={({ at }) => put({ freeze: at || true })}
        />
        <Action
          label={t('advance')}
          says={t('advanceSays')}
          fields={[minutes]}
          call={({ minutes }) => put({ advance: inMilliseconds(minutes) })}
        />
        <Action
          label={t('shift')}
          says={t('shiftSays')}
          fields={[minutes]}
          call={({ minutes }) => put({ offset: inMilliseconds(minutes) })}
        />
        <Action label={t('real')} says={t('realSays')} call={() => put({ real: true })} />
      </p>
    </>
  )
}
