import { defaultProfile } from '../../../../src/contract/profile.ts'
import type { Draw } from '../stratum.ts'
import { around, blanks, type Values } from './drawn.ts'

const FIELDS = defaultProfile.sortFields

export const sort = {
  empty: () => '',
  blank: blanks,
  padded: (draw) => around(draw, sorting(draw)),
  capitals: ({ chance }) =>
    chance.pick(['NOME', 'Nome', 'CPF', '-NOME', '-Cpf', 'Atualizado_Em', 'ATUALIZADO_EM', '-Nome']),
  plus: ({ chance }) => `+${chance.pick(FIELDS)}`,
  direction: (draw) => {
    const { chance } = draw
    const [between, ways] = chance.pick([
      [' ', ['desc', 'asc', 'DESC', 'ASC']],
      [':', ['desc', 'asc']],
    ] as const)
    return `${chance.pick(draw.profile.sortFields)}${between}${chance.pick(ways)}`
  },
  dash: () => '-',
  gap: ({ chance }) => `- ${chance.pick(FIELDS)}`,
  'camel-case': ({ chance }) => chance.pick(['atualizadoEm', '-atualizadoEm']),
  'two-dashes': ({ chance }) => `--${chance.pick(FIELDS)}`,
  list: (draw) => {
    const [first] = telling(draw)
    const others = FIELDS.flatMap((field) => [field, `-${field}`]).filter((other) => other !== first)
    return `${first},${draw.chance.pick(others)}`
  },
  'unknown-list': (draw) => `${telling(draw)[0]},${draw.chance.letters(6)}`,
  unsupported: ({ chance, profile: { sortFields } }) => {
    const others = FIELDS.filter((field) => !sortFields.includes(field))
    return others.length === 0 ? undefined : `${chance.pick(['', '-'])}${chance.pick(others)}`
  },
  word: ({ chance }) =>
    `${chance.pick(['', '-'])}${chance.pick(['idade', 'id', 'data', 'name', 'total', 'busca', 'asc', 'desc', 'numero', chance.letters(6)])}`,
  repeated: telling,
} satisfies Values<'sort'>

/** Orders that are nobody's default. */
const TELLING_SORTS = ['cpf', '-cpf', 'nome', '-nome']

/** Returns two orders that differ from that without one, as far as the target accepts such orders. */
function telling(draw: Draw): readonly string[] {
  const own = TELLING_SORTS.filter((sort) => isSupported(draw, sort))
  return own.length < 2 ? [sorting(draw), sorting(draw)] : draw.chance.some(own, 2)
}

function isSupported({ profile: { sortFields } }: Draw, sort: string): boolean {
  return sortFields.some((field) => field === sort.replace('-', ''))
}

/** Returns a `sort` that the target accepts. */
export function sorting({ chance, profile: { sortFields } }: Draw): string {
  return `${chance.pick(['', '-'])}${chance.pick(sortFields)}`
}
