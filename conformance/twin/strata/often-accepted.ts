/** Strata of bodies that many services accept, those first that clients send most often, or that are refused most often. */
export const OFTEN_ACCEPTED: readonly string[] = [
  'type.plain aprovar.text type.xml mensagem.blank mensagem.emoji type.none aprovar.bit type.form mensagem.short-blank',
  'mensagem.long mensagem.padded type.multipart type.other mensagem.combining body.repeated-key',
  'body.repeated-key.value type.other-text type.text-xml type.suffix type.json-api type.bytes body.untyped',
  'mensagem.long-number body.mark payload.byte-order-mark body.not-utf-8 body.other-charset',
  'type.unknown-charset type.parameters type.charset coding.deflated coding.other aprovar.capitals',
  'aprovar.bit-text aprovar.listed mensagem.listed mensagem.long-array aprovar.yes aprovar.on aprovar.letter',
  'aprovar.padded body.empty-text body.chunked body.trailing body.capitals body.constants body.proto body.with-query',
  'mensagem.surrogate mensagem.at-minimum mensagem.accents mensagem.lines',
].flatMap((line) => line.split(' '))

export function isOftenAccepted(stratum: string): boolean {
  return OFTEN_ACCEPTED.includes(stratum)
}

/** Orders strata so that what each service refuses comes first, for a target where an accepted body uses a report up. */
export function refusedFirst(strata: readonly string[]): string[] {
  return strata.toSorted((a, b) => OFTEN_ACCEPTED.indexOf(a) - OFTEN_ACCEPTED.indexOf(b))
}
