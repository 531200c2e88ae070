import { FORM_TYPE } from '../../client/exchange.ts'
import { faulty, legal, type Table } from './decisions.ts'
import { type Draw, decisionOf, type Stratum, strataOf } from './stratum.ts'

const BOUNDARY = '----limite7d3f'

/** Returns a form as browsers and clients of HTTP send it with files. */
function multipartOf(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}

const types: Table<'type', string | undefined> = {
  plain: ({ chance }) => chance.pick(['text/plain', 'text/plain; charset=utf-8']),
  'other-text': ({ chance }) => chance.pick(['text/html', 'text/csv', 'text/markdown']),
  form: () => FORM_TYPE,
  xml: () => 'application/xml',
  'text-xml': () => 'text/xml',
  charset: ({ chance }) =>
    chance.pick(['application/json; charset=latin1', 'application/json;charset=iso-8859-15']),
  'unknown-charset': ({ chance }) => `application/json; charset=${chance.letters(6)}`,
  multipart: () => `multipart/form-data; boundary=${BOUNDARY}`,
  suffix: ({ chance }) =>
    chance.pick(['application/problem+json', 'application/ld+json', 'application/hal+json']),
  'json-api': () => 'application/vnd.api+json',
  none: () => undefined,
  malformed: ({ chance }) => chance.pick(['json', 'application', 'xml', 'text']),
  bytes: () => 'application/octet-stream',
  other: ({ chance }) => chance.pick(['image/png', 'application/pdf', 'application/javascript']),
}

/** Returns a type that the target refuses, as far as is known of it. */
export function otherType({ chance, profile: { bodyType } }: Draw): string {
  // A service that reads any type as JSON may still refuse what is none.
  if (bodyType === 'any') return chance.pick(['json', 'application', 'json/', 'text/plain'])
  return chance.pick(['text/plain', 'application/xml', 'application/octet-stream', FORM_TYPE])
}

/** Returns JSON which is the name of a field where it is read as a form, with what divides such names. */
function withNameSigns(draw: Draw): object {
  return { ...legal(draw), mensagem: 'Conferido pela equipe. Consta em [anexo].' }
}

const typeStrata: readonly Stratum[] = Object.entries(types).map(([kind, type]) => ({
  name: `type.${kind}`,
  draw: (draw) => {
    const contentType = type(draw)
    if (kind === 'multipart') return decisionOf(draw, multipartOf(legal(draw)), { contentType })
    if (kind === 'form') {
      const form = 'aprovar=true&mensagem=Documentos+conferidos+pela+equipe.'
      return decisionOf(draw, draw.chance.pick([form, withNameSigns(draw)]), { contentType })
    }
    return decisionOf(draw, draw.chance.once(3) ? faulty(draw) : legal(draw), { contentType })
  },
}))

const jsonTypes = strataOf('type', {
  // A service that reads an object in a text may read invalid JSON as a string.
  'plain.malformed': (draw) => decisionOf(draw, '{"aprovar":', { contentType: 'text/plain' }),
  parameters: (draw) =>
    decisionOf(draw, legal(draw), {
      contentType: draw.chance.pick([
        'application/json; charset=utf-8',
        'APPLICATION/JSON',
        'application/json ; x=y',
      ]),
    }),
})

const codings = strataOf('coding', {
  deflated: (draw) =>
    decisionOf(draw, legal(draw), { contentEncoding: draw.chance.pick(['gzip', 'deflate']) }),
  other: (draw) =>
    decisionOf(draw, legal(draw), { contentEncoding: draw.chance.pick(['zip', 'foo', 'utf-8']) }),
})

/** Bodies of all types and encodings. */
export const mediaTypeStrata: readonly Stratum[] = [...typeStrata, ...jsonTypes, ...codings]
