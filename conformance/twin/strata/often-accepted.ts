import type { Stratum } from './stratum.ts'

/** Bodies that many services accept, those first that clients send most often, or that are refused most often. */
export const OFTEN_ACCEPTED: readonly string[] = [
  ...['type.plain', 'aprovar.text', 'type.none', 'mensagem.padded', 'mensagem.long', 'mensagem.number'],
  ...[
    'type.form',
    'aprovar.bit',
    'type.multipart',
    'mensagem.blank',
    'mensagem.short-blank',
    'mensagem.emoji',
  ],
  ...['body.repeated-key', 'body.repeated-key.value', 'mensagem.combining', 'type.other', 'body.untyped'],
  ...['mensagem.surrogate', 'body.mark', 'payload.byte-order-mark', 'body.not-utf-8', 'body.other-charset'],
  ...[
    'type.other-text',
    'type.suffix',
    'type.json-api',
    'type.unknown-charset',
    'type.parameters',
    'type.bytes',
  ],
  ...[
    'type.charset',
    'coding.deflated',
    'coding.other',
    'aprovar.capitals',
    'aprovar.bit-text',
    'aprovar.number',
  ],
  ...['mensagem.long-number', 'mensagem.boolean', 'aprovar.listed', 'mensagem.listed', 'mensagem.long-array'],
  ...['aprovar.yes', 'aprovar.letter', 'aprovar.padded', 'body.trailing', 'body.capitals', 'body.constants'],
  ...['body.proto', 'body.with-query', 'mensagem.at-minimum', 'mensagem.accents', 'mensagem.lines'],
]

/** Orders strata so that what each service refuses comes first, for a target where an accepted body uses a report up. */
export function refusedFirst(strata: readonly Stratum[]): Stratum[] {
  const placeOf = ({ name }: Stratum) => OFTEN_ACCEPTED.indexOf(name)
  return strata.toSorted((a, b) => placeOf(a) - placeOf(b))
}
