import './style.css'
import { computed, effect, signal, useSignal } from '@preact/signals'
import { render } from 'preact'
import { enter, refusal, token } from './api.ts'
import { FaultsView } from './faults.tsx'
import { language, setLanguage, t } from './texts.ts'
import { TrafficView } from './traffic.tsx'
import { bound, Choice, Connection, Notice } from './ui.tsx'
import { WorldView } from './world.tsx'

const hash = signal(location.hash)
addEventListener('hashchange', ({ oldURL }) => {
  hash.value = location.hash
  void moveFocus(new URL(oldURL).hash)
})
/** The parts of the address: the view, and what is chosen in it. */
const route = computed(() => hash.value.replace(/^#\/?/, '').split('/').map(decodeURIComponent))

const VIEWS = ['world', 'traffic', 'faults'] as const
const shownView = computed(() => VIEWS.find((one) => one === route.value[0]) ?? 'world')

/** How many frames what was opened may take to appear before the focus stays where it is. */
const FRAMES = 60

/** Moves the focus back to the row that was left, or to the title of what was opened in place of the focused row. */
async function moveFocus(left: string): Promise<void> {
  const opened = location.hash
  const row = left.startsWith(`${opened}/`) ? `a[href="${CSS.escape(left)}"]` : undefined
  for (let frame = 0; frame < FRAMES && location.hash === opened; frame++) {
    await new Promise(requestAnimationFrame)
    if (row === undefined && document.activeElement !== document.body) continue
    const target = document.querySelector<HTMLElement>(row ?? '.detail [tabindex="-1"]')
    if (target) return target.focus()
  }
}

// Escape goes back, from what is chosen to the list it is in.
addEventListener('keydown', ({ key, target }) => {
  if (key !== 'Escape' || document.querySelector('dialog[open]')) return
  // There it empties the field.
  if (target instanceof HTMLInputElement && target.value !== '') return
  const above = route.value.slice(0, -1)
  if (above.length > 0) location.hash = `#/${above.map(encodeURIComponent).join('/')}`
})

const THEMES = [
  ['', 'themeAuto'],
  ['light', 'themeLight'],
  ['dark', 'themeDark'],
] as const
const THEME_KEY = 'pessoas-sim-theme'
const theme = signal(localStorage.getItem(THEME_KEY) ?? '')
effect(() => {
  document.documentElement.style.colorScheme = theme.value || 'light dark'
  localStorage.setItem(THEME_KEY, theme.value)
  document.documentElement.lang = language.value === 'pt' ? 'pt-BR' : 'en'
  document.title = `${t(shownView.value)} · pessoas-sim`
})

function Header() {
  const other = language.value === 'pt' ? 'en' : 'pt'
  return (
    <header>
      <h1>pessoas-sim</h1>
      <nav>
        {VIEWS.map((one) => (
          <a key={one} href={`#/${one}`} aria-current={one === shownView.value ? 'page' : undefined}>
            {t(one)}
          </a>
        ))}
      </nav>
      <button type="button" class="small" lang={other === 'pt' ? 'pt-BR' : 'en'} onClick={() => setLanguage(other)}>
        {t('language')}
      </button>
      <Choice label={t('theme')} value={theme} choices={THEMES.map(([value, key]) => [value, t(key)])} />
    </header>
  )
}

function Enter() {
  const given = useSignal('')
  const submit = (event: Event) => {
    event.preventDefault()
    refusal.value = undefined
    token.value = given.value.trim()
  }
  return (
    <main class="narrow">
      <h2>{t('enterTitle')}</h2>
      {refusal.value && <Notice error={refusal.value} />}
      <p>{t('enterHow')}</p>
      <form onSubmit={submit}>
        <label>
          {t('token')}
          <input type="password" required autocomplete="off" {...bound(given)} />
        </label>
        <p class="buttons">
          <button type="submit" class="primary">
            {t('enter')}
          </button>
        </p>
      </form>
    </main>
  )
}

const DOCS = ['console', 'profiles', 'conformance'] as const

function App() {
  const chosen = route.value.slice(1)
  return (
    <>
      <Header />
      <Connection />
      {token.value === null ? (
        <Enter />
      ) : (
        <main>
          {shownView.value === 'traffic' ? (
            <TrafficView chosen={chosen} />
          ) : shownView.value === 'faults' ? (
            <FaultsView />
          ) : (
            <WorldView chosen={chosen} />
          )}
        </main>
      )}
      <footer>
        {t('docs')}
        {DOCS.map((page) => (
          <a
            key={page}
            href={`/docs/${language.value === 'pt' ? 'pt-BR/' : ''}${page}.md`}
            target="_blank"
            rel="noreferrer"
          >
            {t(page)}
          </a>
        ))}
      </footer>
    </>
  )
}

await enter()
render(<App />, document.getElementById('app') as HTMLElement)
