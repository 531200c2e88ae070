import { type Signal, signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Change } from '../world/changes.ts'
import { call, commandOf, download, isConnected, type Method, Refused } from './api.ts'
import { t, timeText } from './texts.ts'

/** How often what is shown is asked for again, milliseconds: somebody else may have changed it. */
const EVERY = 1_000
/** How many times as long as an answer took the page waits: a search in a million persons must not keep the simulator busy. */
const SHARE = 20

/** What a call answered; both undefined while it is loading. */
export interface Loaded<T> {
  value?: T | undefined
  error?: Error | undefined
}

/** Grows when an action of this page changed something, so that everything is asked for again at once. */
const acted = signal(0)

/**
 * Returns what a call answers, asked for again every second and after each action of this page. While another path is
 * loading, it is the answer to the one before, so that a list does not flash.
 * @param path undefined to ask for nothing
 */
export function useCall<T>(path: string | undefined): Loaded<T> {
  const shown = useSignal<Loaded<T> & { text?: string }>({})
  useEffect(() => {
    if (path === undefined) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    let took = 0
    const ask = async () => {
      const began = performance.now()
      try {
        const value = await call<T>('GET', path)
        const text = JSON.stringify(value)
        if (!isOver && text !== shown.peek().text) shown.value = { value, text }
      } catch (error) {
        if (!isOver && error instanceof Refused) shown.value = { error }
      }
      took = performance.now() - began
    }
    const askAgain = async () => {
      if (document.visibilityState === 'visible') await ask()
      if (!isOver) timer = setTimeout(askAgain, Math.max(EVERY, SHARE * took))
    }
    void askAgain()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [path, acted.value])
  return shown.value
}

/** Returns the handles of the organizations. */
export function useHandles(): string[] {
  const loaded = useCall<{ organizations: { handle: string }[] }>('/organizations')
  return loaded.value?.organizations.map(({ handle }) => handle) ?? []
}

/** Shows one of: loading, a refusal, or what was loaded. */
export function Show<T>({ of, children }: { of: Loaded<T>; children: (value: T) => ComponentChildren }) {
  if (of.error) return <Notice error={of.error} />
  if (of.value === undefined) return <p class="muted">{t('loading')}</p>
  return <>{children(of.value)}</>
}

export function Notice({ error }: { error: Error }) {
  const { message, remedy } = error as Partial<Refused>
  return (
    <p class="error" role="alert">
      {error instanceof TypeError ? t('lost') : message} {remedy}
    </p>
  )
}

export function Copy({ text, what }: { text: string; what: string }) {
  const isCopied = useSignal(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    isCopied.value = true
    setTimeout(() => {
      isCopied.value = false
    }, 1_500)
  }
  return (
    <button type="button" class="small" onClick={copy} aria-label={t('copyOf', { what })}>
      <span aria-live="polite">{t(isCopied.value ? 'copied' : 'copy')}</span>
    </button>
  )
}

/** Returns the attributes that let a field show and change a signal. */
export const bound = (value: Signal<string>) => ({
  value: value.value,
  onInput: (event: { currentTarget: { value: string } }) => {
    value.value = event.currentTarget.value
  },
})

/** A label with a list of choices, each a text or a value with its text. */
export function Choice({
  label,
  value,
  choices,
}: {
  label: string
  value: Signal<string>
  choices: readonly (string | readonly [value: string, text: string])[]
}) {
  return (
    <label>
      {label}
      <select {...bound(value)}>
        {choices.map((choice) => {
          const [one, text] = typeof choice === 'string' ? [choice, choice] : choice
          return (
            <option key={one} value={one}>
              {text}
            </option>
          )
        })}
      </select>
    </label>
  )
}

export interface Field {
  name: string
  label: string
  value?: string
  /** How many lines it has; 1 by default. */
  lines?: number
  choices?: readonly string[]
  isRequired?: boolean
}

type Values = Readonly<Record<string, string>>

export interface Act {
  label: string
  /** What will happen, before it does. */
  says: string
  isDangerous?: boolean
  isDisabled?: boolean
  fields?: readonly Field[]
  /** Returns the call for the values of the fields. @throws an error to show */
  call(values: Values): { method: Method; path: string; body?: unknown }
  /** The name of the file that the answer is saved as. */
  file?: string
  /** Returns the path of the decisions that will be taken back. */
  losing?(values: Values): string
  /** Hears what the call answered. @throws an error to show, which keeps the dialog open */
  done?(answer: unknown): void
}

/** A button that says what it will do, and with which command anybody can do the same, before it does it. */
export function Action(act: Act) {
  const isOpen = useSignal(false)
  return (
    <>
      <button
        type="button"
        class={act.isDangerous ? 'danger' : ''}
        disabled={act.isDisabled}
        onClick={() => {
          isOpen.value = true
        }}
      >
        {act.label}
      </button>
      {isOpen.value && <ActionDialog act={act} isOpen={isOpen} />}
    </>
  )
}

function ActionDialog({ act, isOpen }: { act: Act; isOpen: Signal<boolean> }) {
  const { label, says, isDangerous, fields = [], call: callOf, file, losing, done } = act
  const dialog = useRef<HTMLDialogElement>(null)
  const error = useSignal<Error | undefined>(undefined)
  const values = useSignal<Values>(
    Object.fromEntries(fields.map(({ name, value, choices }) => [name, value ?? choices?.[0] ?? ''])),
  )
  useEffect(() => dialog.current?.showModal(), [])
  const command = () => {
    try {
      return commandOf(callOf(values.value), file)
    } catch {
      return ''
    }
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    try {
      const { method, path, body } = callOf(values.value)
      if (file === undefined) {
        const answer = await call(method, path, body)
        acted.value++
        done?.(answer)
      } else save(await download(path), file)
      dialog.current?.close()
    } catch (reason) {
      error.value = reason as Error
    }
  }
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={() => {
        isOpen.value = false
      }}
    >
      <form onSubmit={submit}>
        <h2>{label}</h2>
        <p>{says}</p>
        {fields.map((field) => (
          <FieldInput key={field.name} field={field} values={values} />
        ))}
        {losing && <Losing path={losing(values.value)} />}
        <details>
          <summary>{t('sameCommand')}</summary>
          <Code text={command()} />
        </details>
        {error.value && <Notice error={error.value} />}
        <p class="buttons">
          <button type="submit" class={isDangerous ? 'danger' : 'primary'}>
            {label}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
        </p>
      </form>
    </dialog>
  )
}

function FieldInput({ field, values }: { field: Field; values: Signal<Values> }) {
  const { name, label, lines = 1, choices, isRequired } = field
  const common = {
    name,
    value: values.value[name] ?? '',
    required: isRequired,
    onInput: (event: { currentTarget: { value: string } }) => {
      values.value = { ...values.value, [name]: event.currentTarget.value }
    },
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each branch is a control
    <label>
      {label}
      {choices ? (
        <select {...common}>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : lines > 1 ? (
        <textarea {...common} rows={lines} spellcheck={false} />
      ) : (
        <input {...common} autocomplete="off" />
      )}
    </label>
  )
}

const MOST_LISTED = 20

/** Lists the decisions that a reset or a restore takes back. */
function Losing({ path }: { path: string }) {
  const word = (one: Change['before']) => t(one === null ? 'undecided' : one.aprovar ? 'approved' : 'rejected')
  return (
    <Show of={useCall<{ changes: Change[] }>(path)}>
      {({ changes }) => (
        <>
          <p>{t(changes.length === 0 ? 'losesNothing' : 'loses', { count: changes.length })}</p>
          <ul>
            {changes.slice(0, MOST_LISTED).map(({ numero, nome, before, after }) => (
              <li key={numero}>
                {nome}: {word(after)} → {word(before)} <code>{numero}</code>
              </li>
            ))}
            {changes.length > MOST_LISTED && <li>…</li>}
          </ul>
        </>
      )}
    </Show>
  )
}

/** A text to copy, such as a command. */
export function Code({ text }: { text: string }) {
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <Copy text={text} what={text.slice(0, 40)} />
    </div>
  )
}

/** A moment, in the time and language of the browser; the machine's form is beside it. */
export function Time({ iso }: { iso: string }) {
  return (
    <time class="digits" dateTime={iso} title={iso}>
      {timeText(iso)}
    </time>
  )
}

/** Lets the arrow keys move among the links of a list, and Home and End to its ends. */
export function moveByArrows(event: KeyboardEvent): void {
  const links = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[data-row]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (to === undefined || at === -1) return
  event.preventDefault()
  links[to]?.focus()
}

export function Connection() {
  return (
    <p class="lost" role="status" hidden={isConnected.value}>
      {isConnected.value ? '' : t('lost')}
    </p>
  )
}

/** Saves a file. */
function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
