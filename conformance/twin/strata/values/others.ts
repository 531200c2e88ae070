import type { parameterTable } from '../../../../src/contract/parameter-table.ts'
import { cpfIn, wordsIn } from '../listed.ts'
import type { Draw } from '../stratum.ts'

export const NAMES_OF_OTHERS = [
  'limit',
  'offset',
  'q',
  'filtro',
  'ordem',
  'pagina',
  'linhas',
  'size',
  'per_page',
  'token',
  'order',
  'email',
  'id',
  'data_inicio',
  'atualizado_em',
  'x',
]

export const others: Record<
  Exclude<
    keyof typeof parameterTable.others,
    'question-mark' | 'padded-name' | 'semicolon' | 'comma' | 'no-value'
  >,
  (draw: Draw) => Readonly<Record<string, string>>
> = {
  unknown: ({ chance }) => ({
    [chance.pick([...NAMES_OF_OTHERS, chance.letters(chance.whole(3, 9))])]: chance.pick([
      '1',
      'abc',
      '25',
      'true',
      chance.letters(4),
    ]),
  }),
  nameless: ({ chance }) => ({ '': chance.pick(['1', 'abc']) }),
  proto: ({ chance }) => ({ ['__proto__']: chance.pick(['1', 'abc']) }),
  empty: ({ chance }) => ({ [chance.pick([...NAMES_OF_OTHERS, chance.letters(5)])]: '' }),
  tracking: ({ chance }) => ({
    [chance.pick(['_', '_t', 'utm_source', 'utm_campaign', `_${chance.letters(3)}`])]: chance.letters(4),
  }),
  capitals: (draw) => {
    const { chance } = draw
    const word = wordsIn(draw)?.[0] ?? 'ana'
    return chance.pick([
      { Page: '2' },
      { PAGE: '2' },
      { Rows: '50' },
      { ROWS: '50' },
      { Nome: word },
      { NOME: word },
      { Sort: 'nome' },
      { CPF: cpfIn(draw) ?? '1' },
    ])
  },
  'unknown-nested': ({ chance }) =>
    chance.pick([{ 'filter[nome]': 'Ana' }, { 'filtro[cpf]': '1' }, { [`${chance.letters(5)}[gt]`]: '2' }]),
  nested: () => ({ 'rows[gt]': '25' }),
  brackets: ({ chance }) => chance.pick([{ 'page[]': '2' }, { 'rows[]': '50' }]),
  indexed: ({ chance }) => chance.pick([{ 'page[0]': '2' }, { 'rows[0]': '50' }]),
  'text-nested': (draw) => ({
    [draw.chance.pick(['nome[a]', 'nome[x]', 'nome[like]'])]: wordsIn(draw)?.[0] ?? 'ana',
  }),
  'cpf-nested': ({ chance }) => ({ [chance.pick(['cpf[a]', 'cpf[eq]', 'cpf[$ne]'])]: '1' }),
  'sort-nested': ({ chance }) => ({ [chance.pick(['sort[nome]', 'sort[cpf]'])]: 'asc' }),
  'text-brackets': (draw) =>
    draw.chance.pick([
      { 'nome[]': wordsIn(draw)?.[0] ?? 'ana' },
      { 'sort[]': '-nome' },
      { 'cpf[]': cpfIn(draw) ?? '1' },
    ]),
}
