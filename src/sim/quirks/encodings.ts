import { queryIn, withoutQuery } from '../../contract/url.ts'
import { type Apply, forValidations, isList, type Quirk } from './quirk.ts'

/** Reads a query or a path as it is written, not as it is meant. */
export const encodings: readonly Quirk[] = [
  {
    name: 'encoded-number-unknown',
    clause: ['4.2-path', '4.2-2'],
    says: 'Answers 404 for a report whose number is percent-encoded.',
    apply: forValidations((asked, next) => next({ ...asked, url: asked.url.replaceAll('%', '%25') })),
  },
  {
    name: 'encoded-minus-ignored',
    clause: ['4.1-sort', '4.1-query'],
    says: 'Sorts ascending when the minus of sort is percent-encoded.',
    apply: onQuery((query) => query.replace(/([?&]sort=)%2d/i, '$1')),
  },
  {
    name: 'encoded-name-ignored',
    clause: ['4.1-query', '4.1-nome', '4.1-cpf'],
    says: 'Ignores a parameter whose name is percent-encoded.',
    apply: onQuery(withoutEncodedNames),
  },
  {
    name: 'lower-case-escapes-kept',
    clause: ['4.1-query', '4.1-nome'],
    says: 'Does not decode an escape in nome with hexadecimal digits in lower case.',
    apply: onQuery((query) =>
      query.replace(/(?<=[?&]nome=)[^&]*/, (nome) => nome.replace(/%(?=[\da-f]?[a-f])/g, '%25')),
    ),
  },
  {
    name: 'plus-kept-in-nome',
    clause: ['4.1-nome', '4.1-query'],
    says: 'Reads + in nome as a plus sign, not as a space.',
    apply: onQuery((query) => query.replace(/(?<=[?&]nome=)[^&]*/, (nome) => nome.replaceAll('+', '%2B'))),
  },
  {
    name: 'header-looked-up-twice',
    clause: ['5-1', '4.1-headers'],
    says: 'Looks for the token under Authorization and authorization only.',
    apply: (asked, next) => {
      const isFound = asked.rawHeaders?.some((name) => name === 'Authorization' || name === 'authorization')
      if (isFound !== false) return next(asked)
      const { authorization: _, ...headers } = asked.headers
      return next({ ...asked, headers })
    },
  },
]

function onQuery(edit: (query: string) => string): Apply {
  return (asked, next) => next(isList(asked) ? { ...asked, url: edit(asked.url) } : asked)
}

function withoutEncodedNames(url: string): string {
  const pairs = queryIn(url).split('&')
  const kept = pairs.filter((pair) => !pair.split('=', 1).join().includes('%'))
  return `${withoutQuery(url)}?${kept.join('&')}`
}
