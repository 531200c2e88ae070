import { computed, effect, signal } from '@preact/signals'
import type { ListedPerson } from '../world/people.ts'
import { numberText, t, timeText } from './texts.ts'
import { Action, bound, Choice, Copy, moveByArrows, Notice, Show, Time, useCall } from './ui.tsx'

interface Organization {
  handle: string
  id: string
  name: string
  token: string
  enabled: boolean
  withdrawn: boolean
  persons: number
  minted: boolean
  expires: string | null
}

/** What the service answered to a request that was sent as a client sends it. */
interface Asked {
  status: number
  body: {
    message?: string
    result?: {
      itens: { cpf: string; nome: string; atualizado_em: string }[]
      paginacao: { atual: number; linhas: number; total: string }
    }
  }
}

const refusalOf = (status: number, message = '') => new Error(t('refusedAs', { status, message }))

const enc = encodeURIComponent

/** The organizations, the persons of one, and the reports of one person. */
export function WorldView({ chosen: [handle, cpf] }: { chosen: readonly string[] }) {
  const loaded = useCall<{ organizations: Organization[] }>('/organizations')
  const one = loaded.value?.organizations.find((each) => each.handle === handle)
  return (
    <div class={handle === undefined ? 'columns' : 'columns chosen'}>
      <section class="side" aria-labelledby="organizations" onKeyDown={moveByArrows}>
        <h2 id="organizations">{t('organizations')}</h2>
        <Show of={loaded}>
          {({ organizations }) => (
            <ul class="cards">
              {organizations.map((one) => (
                <OrganizationCard key={one.handle} one={one} isChosen={one.handle === handle} />
              ))}
            </ul>
          )}
        </Show>
      </section>
      <section class="detail">
        {handle === undefined ? (
          <p class="muted placeholder">{t('pickOrganization')}</p>
        ) : loaded.value && !one ? (
          <p class="muted">{t('noOrganization', { handle })}</p>
        ) : (
          one && <OrganizationDetail key={handle} one={one} cpf={cpf} />
        )}
      </section>
    </div>
  )
}

function OrganizationCard({ one, isChosen }: { one: Organization; isChosen: boolean }) {
  const { handle, name, enabled, withdrawn, persons, minted, expires } = one
  const facts = [
    persons === 1 ? t('onePerson') : t('personsOf', { count: numberText(persons) }),
    ...(enabled ? [] : [t('disabled')]),
    ...(withdrawn ? [t('withdrawn')] : []),
    ...(minted ? [expires === null ? t('minted') : t('mintedUntil', { time: timeText(expires) })] : []),
  ]
  return (
    <li class={isChosen ? 'card chosen' : 'card'}>
      <a data-row href={`#/world/${enc(handle)}`} aria-current={isChosen ? 'true' : undefined}>
        <strong>{handle}</strong> {name === handle ? '' : name}
      </a>
      <span class="muted">{facts.join(' · ')}</span>
      <span class="token">
        <code>{one.token}</code> <Copy text={one.token} what={`${t('token')} ${handle}`} />
      </span>
    </li>
  )
}

function OrganizationDetail({ one, cpf }: { one: Organization; cpf: string | undefined }) {
  const { handle, name } = one
  return (
    <>
      <p class="crumbs">
        <a class="narrow-only" href="#/world">
          ← {t('organizations')}
        </a>
        {cpf !== undefined && <a href={`#/world/${enc(handle)}`}>← {t('persons')}</a>}
      </p>
      <h2 tabIndex={cpf === undefined ? -1 : undefined}>
        {handle} {name === handle ? '' : name}
      </h2>
      {cpf === undefined ? (
        <>
          <OrganizationTools one={one} />
          <Persons handle={handle} />
        </>
      ) : (
        <PersonDetail key={cpf} handle={handle} cpf={cpf} />
      )}
    </>
  )
}

function OrganizationTools({ one: { handle, withdrawn } }: { one: Organization }) {
  const organization = handle
  const of = `organization=${enc(handle)}`
  const checkpoints = useCall<{ checkpoints: string[] }>(`/checkpoints?${of}`)
  const names = checkpoints.value?.checkpoints ?? []
  return (
    <p class="buttons">
      <Action
        label={t('addPerson')}
        says={t('addSays')}
        fields={[
          { name: 'nome', label: t('name') },
          { name: 'cpf', label: t('cpf') },
          { name: 'atualizado_em', label: t('updatedAt') },
        ]}
        call={(values) => {
          const given = Object.entries(values).filter(([, value]) => value !== '')
          return { method: 'POST', path: '/persons', body: { organization, ...Object.fromEntries(given) } }
        }}
        done={(person) => {
          location.hash = `#/world/${enc(handle)}/${(person as ListedPerson).cpf}`
        }}
      />
      <Action
        label={t('saveFixture')}
        says={t('fixtureSays')}
        file={`${handle}.json`}
        call={() => ({ method: 'GET', path: `/fixture?${of}` })}
      />
      <Action
        label={t('checkpoint')}
        says={t('checkpointSays')}
        fields={[{ name: 'name', label: t('checkpointName'), isRequired: true, value: 'console' }]}
        call={({ name = '' }) => ({
          method: 'PUT',
          path: `/checkpoints/${enc(name)}`,
          body: { organization },
        })}
      />
      <Action
        label={t('restore')}
        says={t('restoreSays')}
        isDangerous
        isDisabled={names.length === 0}
        fields={[{ name: 'checkpoint', label: t('checkpointName'), choices: names }]}
        losing={({ checkpoint = '' }) => `/changes?${of}&since=${enc(checkpoint)}`}
        call={({ checkpoint }) => ({ method: 'POST', path: '/restore', body: { checkpoint, organization } })}
      />
      <Action
        label={t('reset')}
        says={t('resetSays')}
        isDangerous
        losing={() => `/changes?${of}`}
        call={() => ({ method: 'POST', path: '/reset', body: { organization } })}
      />
      <Action
        label={t(withdrawn ? 'giveBack' : 'withdraw')}
        says={t(withdrawn ? 'giveBackSays' : 'withdrawSays')}
        isDangerous={!withdrawn}
        call={() => ({
          method: 'PUT',
          path: `/organizations/${enc(handle)}/token`,
          body: { withdrawn: !withdrawn },
        })}
      />
    </p>
  )
}

const ROWS = 25
/** How long the page waits for more letters before it searches, milliseconds. */
const TYPING = 200
const ORDERS = [
  ['', 'newest'],
  ['atualizado_em', 'oldest'],
  ['nome', 'nameAZ'],
  ['-nome', 'nameZA'],
  ['cpf', 'cpf'],
] as const

/** What each organization's list shows, kept while one of its persons is looked at. */
const lists = new Map<string, ReturnType<typeof createList>>()

function createList() {
  const [typed, search, sort, page] = [signal(''), signal(''), signal(''), signal(1)]
  effect(() => {
    const text = typed.value.trim()
    const timer = setTimeout(() => {
      search.value = text
    }, TYPING)
    return () => clearTimeout(timer)
  })
  effect(() => {
    search.value
    sort.value
    page.value = 1
  })
  const path = computed(() => {
    const digits = search.value.replace(/[.\-\s]/g, '')
    const filter = /^\d{11}$/.test(digits) ? { cpf: digits } : search.value && { nome: search.value }
    const order = sort.value && { sort: sort.value }
    return `/pessoas?${new URLSearchParams({ ...filter, ...order, page: `${page}`, rows: `${ROWS}` })}`
  })
  return { typed, search, sort, page, path }
}

function Persons({ handle }: { handle: string }) {
  const list = lists.get(handle) ?? createList()
  lists.set(handle, list)
  const { typed, search, sort, page, path } = list
  const loaded = useCall<Asked>(`/ask?organization=${enc(handle)}&path=${enc(path.value)}`)
  return (
    <section aria-labelledby="persons" onKeyDown={moveByArrows}>
      <h3 id="persons">{t('persons')}</h3>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          {t('search')}
          <input type="search" {...bound(typed)} />
        </label>
        <Choice label={t('order')} value={sort} choices={ORDERS.map(([value, key]) => [value, t(key)])} />
      </form>
      <p class="muted path">{t('asClient', { path: path.value })}</p>
      <Show of={loaded}>
        {({ status, body: { result, message } }) =>
          result === undefined ? (
            <Notice error={refusalOf(status, message)} />
          ) : (
            <>
              {result.itens.length === 0 ? (
                <p class="muted">
                  {t(search.value === '' ? 'nobody' : 'nobodyMatches')}{' '}
                  {/\p{L}/u.test(search.value) && t('accentsCount')}
                </p>
              ) : (
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{t('name')}</th>
                      <th scope="col">{t('cpf')}</th>
                      <th scope="col">{t('updated')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {result.itens.map(({ cpf, nome, atualizado_em }) => (
                      <tr key={cpf}>
                        <td>
                          <a data-row href={`#/world/${enc(handle)}/${enc(cpf)}`}>
                            {nome}
                          </a>
                        </td>
                        <td class="digits">{cpf}</td>
                        <td>
                          <Time iso={atualizado_em} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
              <Pager page={page} total={Number(result.paginacao.total)} />
            </>
          )
        }
      </Show>
    </section>
  )
}

function Pager({ page, total }: { page: { value: number }; total: number }) {
  const pages = Math.max(1, Math.ceil(total / ROWS))
  const go = (to: number) => () => {
    page.value = to
  }
  return (
    <p class="buttons">
      <button type="button" disabled={page.value <= 1} onClick={go(page.value - 1)}>
        {t('previous')}
      </button>
      <span role="status">{t('pageOf', { page: page.value, pages: numberText(pages), total: numberText(total) })}</span>
      <button type="button" disabled={page.value >= pages} onClick={go(page.value + 1)}>
        {t('next')}
      </button>
    </p>
  )
}

function PersonDetail({ handle, cpf }: { handle: string; cpf: string }) {
  const loaded = useCall<ListedPerson>(`/persons/${enc(cpf)}?organization=${enc(handle)}`)
  return (
    <section aria-labelledby="person">
      <Show of={loaded}>
        {({ nome, atualizado_em, relatorios }) => (
          <>
            <h3 id="person" tabIndex={-1}>
              {nome}
            </h3>
            <p class="muted">
              <span class="digits">{cpf}</span> <Copy text={cpf} what={t('cpf')} /> · <Time iso={atualizado_em} />
            </p>
            <p class="buttons">
              <Action
                label={t('rename')}
                says={t('renameSays', { nome })}
                fields={[{ name: 'nome', label: t('name'), value: nome, isRequired: true }]}
                call={({ nome }) => ({
                  method: 'PATCH',
                  path: `/persons/${enc(cpf)}`,
                  body: { organization: handle, nome },
                })}
              />
              <Action
                label={t('touch')}
                says={t('touchSays', { nome })}
                call={() => ({ method: 'PATCH', path: `/persons/${enc(cpf)}`, body: { organization: handle } })}
              />
              <Action
                label={t('remove')}
                says={t('removeSays', { nome, count: relatorios.length })}
                isDangerous
                call={() => ({ method: 'DELETE', path: `/persons/${enc(cpf)}?organization=${enc(handle)}` })}
                done={() => {
                  location.hash = `#/world/${enc(handle)}`
                }}
              />
            </p>
            <h4>{t('reports')}</h4>
            <ul class="cards">
              {relatorios.map((one) => (
                <ReportCard key={one.numero} handle={handle} one={one} />
              ))}
            </ul>
          </>
        )}
      </Show>
    </section>
  )
}

function ReportCard({
  handle,
  one: { numero, status, atualizado_em },
}: {
  handle: string
  one: ListedPerson['relatorios'][0]
}) {
  const decide = (aprovar: boolean) => (
    <Action
      label={t(aprovar ? 'approve' : 'reject')}
      says={t(aprovar ? 'approveSays' : 'rejectSays', { numero })}
      isDangerous={!aprovar}
      fields={[{ name: 'mensagem', label: t('message'), value: t('messageGiven'), isRequired: true, lines: 3 }]}
      call={({ mensagem }) => ({
        method: 'POST',
        path: '/ask',
        body: {
          organization: handle,
          path: `/relatorios/validar/${numero}`,
          body: JSON.stringify({ aprovar, mensagem }),
        },
      })}
      done={(answer) => {
        const { status, body } = answer as Asked
        if (status >= 400) throw refusalOf(status, body.message)
      }}
    />
  )
  return (
    <li class="card">
      <code class="digits">{numero}</code>
      <span>
        <strong class={status}>{t(status)}</strong>{' '}
        <span class="muted">
          <Time iso={atualizado_em} />
        </span>
      </span>
      <span class="buttons">
        {decide(true)}
        {decide(false)}
      </span>
    </li>
  )
}
