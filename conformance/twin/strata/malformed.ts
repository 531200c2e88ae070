import { legal } from './decisions.ts'
import { type Draw, decisionOf, type Stratum } from './stratum.ts'

/**
 * Returns the beginning of an object, which may be long and have letters of two bytes, so that faults of `aprovar` come
 * at many places. Parsers that read into types would refuse unknown fields first, strict ones a field that comes again.
 */
function beginning({ chance }: Draw): string {
  return chance.pick([
    ...['{', '{', '{"mensagem":"Não conferem: ação.",'],
    `{"mensagem":"${chance.letters(chance.whole(3, 9))}",`,
  ])
}

/** Returns the same text, maybe with its second token on another line: places are told by lines, too. */
function inLines({ chance }: Draw, text: string): string {
  return chance.once(2) ? text : text.replace(/^[{[](?=.)/s, `$&${chance.pick(['\n', '\n  ', '\n\n '])}`)
}

/** Bodies that are not JSON, by what is wrong where they cease to be JSON. */
const malformedBodies = {
  end: (draw) =>
    draw.chance.pick([
      ...['{', '{"aprovar":true', '"abc', '-', `{"${draw.chance.letters(4)}`],
      ...['{"aprovar"', '{"mensagem" ', '{"aprovar":', '{"aprovar":true,"mensagem": '],
      ...['{"aprovar":tru', '{"aprovar":true,"mensagem":nul', '{"aprovar":f'],
      ...['{"mensagem":"Não conferem."', '{"aprovar":true,"mensagem":"Não conferem'],
    ]),
  /** Which many services take for no body at all. */
  blank: (draw) => draw.chance.pick([' ', '\n', '  \n']),
  value: (draw) =>
    draw.chance.pick([
      `{"aprovar":${draw.chance.pick(['zero', 'sim', 'True', 'None', '+1', 'undefined', '}'])}}`,
      draw.chance.pick(['xyz', '<a/>', 'mensagem=x', '// {}', '.5']),
      `${beginning(draw)}"aprovar":${draw.chance.pick(["'a'", 'Sim', 'Inf', ']'])}}`,
    ]),
  literal: (draw) => {
    // With several letters, the end of the word is another place than that of the first letter too many.
    const odd = ['tru', 'fals', 'nul', 'talvez', 'nada', 'falso', `true${draw.chance.letters(3)}`]
    return `${beginning(draw)}"aprovar":${draw.chance.pick(odd)}}`
  },
  key: (draw) =>
    draw.chance.pick([
      `${beginning(draw)}${draw.chance.pick(['aprovar', 'mensagem', draw.chance.letters(3)])}:true}`,
      `${beginning(draw)}'aprovar':true}`,
      `{"aprovar":${draw.chance.once(2)},}`,
      `{"mensagem":"Não conferem, ${draw.chance.letters(3)}",}`,
    ]),
  colon: (draw) => `${beginning(draw)}"aprovar"${draw.chance.pick([' true', '=true', '}', ',1'])}}`,
  comma: (draw) =>
    `${beginning(draw)}"aprovar":${draw.chance.pick(['true "mensagem":1', 'false 2', 'true b', 'true]'])}}`,
  string: (draw) =>
    `${draw.chance.pick(['{', '{"aprovar":true,', '{"aprovar":false, '])}"mensagem":"${draw.chance.pick(['\n', 'a\n', '\t', 'ab\t', '\\x', 'ação \\q'])}"}`,
  extra: (draw) => `${JSON.stringify(legal(draw))}${draw.chance.pick(['}', ' x', 'x', ',', '{}'])}`,
} satisfies Readonly<Record<string, (draw: Draw) => string>>

/** Returns a body that is not JSON. */
export function malformed(draw: Draw): string {
  const kinds = Object.values(malformedBodies)
  return draw.chance.pick(kinds)(draw)
}

/** Returns a body that is not JSON because of the value of a field. */
export function withBadLiteral(draw: Draw): string {
  return malformedBodies.literal(draw)
}

/** Bodies that are not JSON, of decisions on reports that do not exist. */
export const malformedStrata: readonly Stratum[] = Object.entries(malformedBodies).map(([kind, body]) => ({
  name: `json.${kind}`,
  draw: (draw: Draw) => decisionOf(draw, inLines(draw, body(draw))),
}))
