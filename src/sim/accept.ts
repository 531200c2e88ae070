import { causes } from './causes/causes.ts'
import { refusal } from './refusal.ts'

/** A parameter that says that a range is not wanted. */
const UNWANTED = /^q\s*=\s*0(?:\.0*)?$/i
/** A media range that includes JSON, without its parameters. Some clients write `*` for all. */
const WITH_JSON = /^(?:\*(?:\/\*)?|application\/(?:\*|(?:[\w.-]+\+)?json))$/i

/** Returns whether an Accept names a type of JSON that the client does not rule out. */
export function namesJson(accept?: string): boolean {
  return hasRange(accept, /[/+]json$/i)
}

/** Returns whether an Accept names HTML, and the client does not rule it out. */
export function namesHtml(accept?: string): boolean {
  return hasRange(accept, /^text\/html$/i)
}

/**
 * Requires that a client accepts JSON; one without the header accepts everything.
 * @throws {Refusal} 406 for an Accept without a range that includes JSON
 */
export function requireJsonAccepted(accept?: string): void {
  if (accept === undefined || accept.trim() === '' || hasRange(accept, WITH_JSON)) return
  throw refusal
    .notAcceptable()
    .as('type.accept', { key: 'accept', value: accept })
    .because(() => [causes.body.accept()])
}

function hasRange(accept: string | undefined, form: RegExp): boolean {
  return (accept ?? '').split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    return form.test(type) && !parameters.some((one) => UNWANTED.test(one))
  })
}
