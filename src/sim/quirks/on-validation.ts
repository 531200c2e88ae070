import { decodedOrSame } from '../../contract/decoded.ts'
import { withoutQuery } from '../../contract/url.ts'
import {
  type RefusalBody,
  type ValidationBody,
  type ValidationResponse,
  validationBodySchema,
} from '../../contract/wire.ts'
import { onRefusalAnswer, type Validation } from './on-refusal.ts'
import {
  type Apply,
  forValidations,
  isValidation,
  parse,
  type QuirkRequest,
  type QuirkResponse,
  withBody,
} from './quirk.ts'

export function numeroOf({ url }: Pick<QuirkRequest, 'url'>): string {
  const path = withoutQuery(url)
  return decodedOrSame(path.slice(path.lastIndexOf('/') + 1))
}

/** Another body in place of each one that is an object. */
export function onBody(edit: (body: Record<string, unknown>) => unknown): Apply {
  return async (asked, next) => {
    const body = parse(asked.body)
    if (!isValidation(asked) || typeof body !== 'object' || body === null || Array.isArray(body)) {
      return next(asked)
    }
    const edited = edit(body as Record<string, unknown>)
    try {
      return next({ ...asked, body: JSON.stringify(edited) })
    } catch {
      // JSON.parse follows what is nested deeper than JSON.stringify does.
      return next(asked)
    }
  }
}

/** Lets through what `keep` does not keep of the fields that are not known. */
export function ignoreUnknownKeys(ignored: (key: string, value: unknown) => boolean): Apply {
  return onBody((body) =>
    Object.fromEntries(Object.entries(body).filter(([key, value]) => isKnown(key) || !ignored(key, value))),
  )
}

/** Lets all fields through that are not known, if a decision is such. */
export function ignoreAllUnknownKeys(isSuch: (asked: QuirkRequest) => boolean): Apply {
  const ignoreAll = ignoreUnknownKeys(() => true)
  return forValidations((asked, next, context) =>
    isSuch(asked) ? ignoreAll(asked, next, context) : next(asked),
  )
}

/** Returns whether a body came in chunks. */
export function isChunked({ headers }: QuirkRequest): boolean {
  return headers['transfer-encoding'] === 'chunked'
}

export function isKnown(key: string): boolean {
  return Object.hasOwn(validationBodySchema.properties, key)
}

/** Another answer in place of each success. */
export function onValidation(
  edit: (
    answered: QuirkResponse,
    body: ValidationResponse,
    sent: ValidationBody,
  ) => QuirkResponse | Promise<QuirkResponse>,
): Apply {
  return async (asked, next) => {
    const answered = await next(asked)
    const body = parse(answered.body) as ValidationResponse | undefined
    if (!isValidation(asked) || answered.status !== 200 || !body?.result) return answered
    return edit(answered, body, parse(asked.body) as ValidationBody)
  }
}

export function onNumero(edit: (numero: string) => unknown): Apply {
  return onValidation((answered, body) =>
    withBody(answered, { ...body, result: { numero: edit(body.result.numero) } }),
  )
}

/** Another answer in place of each 404 of a report number. */
export function onUnknownReport(
  edit: (numero: string, sent: ValidationBody) => QuirkResponse | undefined,
): Apply {
  return async (asked, next) => {
    const answered = await next(asked)
    if (!isValidation(asked) || answered.status !== 404) return answered
    return edit(numeroOf(asked), parse(asked.body) as ValidationBody) ?? answered
  }
}

/** Another refusal of bodies with a field that is not known, of which it is given the first, and all that were sent. */
export function onUnknownKey(
  edit: (body: RefusalBody, validation: Validation, unknown: string, sent: string[]) => unknown,
): Apply {
  return onRefusalAnswer((answered, body, asked) => {
    const sent = Object.keys(parse(asked.body) ?? {})
    const unknown = sent.find((key) => !isKnown(key))
    return unknown !== undefined && body.validation && isValidation(asked)
      ? withBody(answered, edit(body, body.validation, unknown, sent))
      : answered
  }, 400)
}
