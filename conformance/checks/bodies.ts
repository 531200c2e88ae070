import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import { type Axes, type Cell, type Coverage, coveringCells } from '../judging/cells.ts'
import { type How, LEGAL_BODY, UNKNOWN_KEY } from '../service/service.ts'

/** A body that must be rejected: what is sent and what is wrong with it. */
export interface BadBody {
  text: string
  /** How it is sent, if not as the interface shows it. */
  form?: Form
  /** The fields that a refusal may name: those at fault, and a mensagem that may be too long for the service. */
  offending: readonly string[]
  /** The fields that no refusal may blame. */
  right: readonly string[]
  /** The field that the interface does not know. */
  unknown?: string
  /** Whether a service may have a maximum for bodies that it exceeds. */
  isLong?: boolean
  /** Whether the other organization sends it. */
  isOther?: boolean
}

/** Another way to send the same body. */
type Form = Pick<How, 'contentType' | 'chunked'>

/** Bodies of one kind of fault in every context: the axes, and the body of each cell. */
export interface Family {
  axes: Axes
  cells: readonly Cell[]
  bodyOf(cell: Cell, numero: string): BadBody
}

/** Forms of a valid mensagem. No maximum is documented, so a service may reject the long one. */
export const FORMS = {
  plain: LEGAL_BODY.mensagem,
  accents: 'Aprovação já conferida, ok',
  exact: 'Mensagem com 25 letras ok',
  long: 'Conferido com o solicitante. '.repeat(7).trim(),
  lines: 'Linha 1: "ok".\nLinha\t2: ok',
} as const
/** Longer than the part of a body that a service may look at. */
const LONGEST = 'Conferido com o solicitante. '.repeat(160).trim()
/** Longer than what many services keep of a body in memory. */
const LARGE = 'Conferido com o solicitante. '.repeat(1_150).trim()
/** Forms that a service may reject for another reason, so its refusal may name mensagem, too. */
const DOUBTFUL: readonly string[] = [FORMS.exact, FORMS.accents, FORMS.long, FORMS.lines, LONGEST, LARGE]

const VALUES: Readonly<Record<string, unknown>> = {
  one: 1,
  null: null,
  false: false,
  zero: 0,
  'empty-string': '',
  true: true,
  text: FORMS.plain,
  object: {},
  list: [],
  nested: { aprovar: true, mensagem: FORMS.plain },
  negative: -1.5,
  'list-of-objects': [{ aprovar: true }],
}

/** Names of unknown fields by class; the special ones of an object come with what inherits them. */
export const UNKNOWN_NAMES: Readonly<Record<string, string>> = {
  ascii: UNKNOWN_KEY,
  accented: 'observação',
  hyphen: 'outro-campo',
  emoji: 'ok👍',
  plural: 'mensagens',
  capital: 'Mensagem',
  'capital-aprovar': 'Aprovar',
  'all-capitals': 'MENSAGEM',
  'all-capitals-aprovar': 'APROVAR',
  near: 'aprovado',
  numero: 'numero',
  'status-code': 'status_code',
  id: 'id',
  underscore: '_interno',
  dollar: '$set',
  inherited: '__proto__',
  'inherited-method': 'hasOwnProperty',
  'inherited-value': 'valueOf',
  digit: '0',
  dotted: 'aprovar.valor',
  blank: 'dois nomes',
  'blank-after': 'aprovar ',
  'blank-before': ' mensagem',
  empty: '',
  'long-with-quotes': `"campo" ${'muito '.repeat(12)}longo`,
}

/** Values of aprovar that no reading takes for a boolean. */
const APROVAR: Readonly<Record<string, unknown>> = {
  missing: undefined,
  null: null,
  object: {},
  list: [],
  'list-of-true': [true],
  text: 'talvez',
  'empty-string': '',
  two: 2,
}

const ACCENTED = 'ã'
/**
 * Signs of which each becomes longer where it is escaped, for HTML, SQL, a URL, JSON or a terminal; in an order in which no
 * two of them are a tag or an escape.
 */
const SIGNS = '> & "\'\t%\n+\\ <'
/** Letters that become two when they are normalized, folded or written in capitals. */
const LIGATURES = '\u00df\u338f\ufb01\u2026\u01c6\u2026'
/** Raw JSON of what is not a mensagem of 25 characters, in any unit of length. */
const MENSAGEM: Readonly<Record<string, string | undefined>> = {
  missing: undefined,
  null: 'null',
  number: '42',
  'long-number': '7'.repeat(29),
  true: 'true',
  list: '[]',
  'long-list': JSON.stringify(Array.from({ length: 30 }, () => 'a')),
  'list-of-text': JSON.stringify([FORMS.plain]),
  object: '{}',
  'object-with-length': '{"length":30}',
  length0: '""',
  length1: '"a"',
  length10: JSON.stringify(FORMS.exact.slice(0, 10)),
  length24: JSON.stringify(FORMS.exact.slice(0, MENSAGEM_MINIMUM - 1)),
  accented20: JSON.stringify(ACCENTED.repeat(20)),
  accented24: JSON.stringify(ACCENTED.repeat(MENSAGEM_MINIMUM - 1)),
  emoji12: JSON.stringify('👍'.repeat((MENSAGEM_MINIMUM - 1) / 2)),
  'lines-and-quotes24': JSON.stringify('"linha"\n'.repeat(3)),
  signs24: JSON.stringify(SIGNS + 'sinais, letras'.slice(0, MENSAGEM_MINIMUM - 1 - SIGNS.length)),
  ligatures24: JSON.stringify(LIGATURES.repeat((MENSAGEM_MINIMUM - 1) / LIGATURES.length)),
  // Each kind of character alone makes more than 25 if it is counted as it is written.
  escaped24: escaped('a'.repeat(8) + ACCENTED.repeat(8) + '👍'.repeat(4)),
}

/** Unknown fields with the very value that a service may take for its own. */
const TEMPTING = [
  { key: 'numero', value: 'number-of-report' },
  { key: 'capital', value: 'text' },
  { key: 'all-capitals', value: 'text' },
  { key: 'capital-aprovar', value: 'true' },
  { key: 'all-capitals-aprovar', value: 'true' },
]

/** The aprovar of large bodies. */
const LARGE_BESIDES = 'text'

/** What comes with an unknown field and is a reason of its own to reject the body. */
const REASONS: readonly string[] = ['no-aprovar', 'no-mensagem', 'short-mensagem']
/** The contexts in which another reason is combined with an unknown field. */
const WITH_REASON: Cell = { key: 'ascii', value: 'one', mensagem: 'plain', type: 'documented' }

/** Keeps another reason to reject out of most cells: the body would be rejected whatever its unknown field is. */
function hasOneReason({ besides, ...part }: Cell): boolean {
  if (besides === undefined || !REASONS.includes(besides)) return true
  return Object.entries(part).every(([axis, value]) => (WITH_REASON[axis] ?? value) === value)
}

const EITHER = ['true', 'false']
/** Spellings of the documented Content-Type that say the same, and a body without its length, by the names of their cells. */
export const TYPES: Readonly<Record<string, Form>> = {
  'with-charset': { contentType: 'application/json; charset=utf-8' },
  'capital-charset': { contentType: 'application/json;charset=UTF-8' },
  'quoted-charset': { contentType: 'application/json; charset="utf-8"' },
  'in-chunks': { chunked: true },
}
const MESSAGES_BESIDES: Readonly<Record<string, string>> = {
  'short-mensagem': 'curta',
  'longest-mensagem': LONGEST,
  'large-mensagem': LARGE,
}
/** More fields than a service may look at. */
const MANY = Array.from({ length: 12 }, (_, i): Entries[number] => [`campo_${i + 1}`, String(i)])
const forms = Object.keys(FORMS)

/**
 * Returns the families with every combination of two values, or with fewer to save requests.
 * @param accepted the spellings of the Content-Type that the service accepts
 * @param token whose tokens send bodies: another one sends a few
 */
export function families(
  isThorough: boolean,
  accepted: readonly string[],
  token: readonly ('own' | 'other')[],
): readonly Family[] {
  const type = ['documented', ...accepted]
  /** The other organization sends the plainest body of each kind, approved and rejected. */
  const withTokens = (axes: Axes, cells: readonly Cell[], fault: Cell): Pick<Family, 'axes' | 'cells'> => {
    const plainest = Object.fromEntries(Object.entries(axes).map(([axis, [value = '']]) => [axis, value]))
    const others = token.includes('other') ? EITHER : []
    return {
      axes: { ...axes, token },
      cells: [
        ...cells.map((cell) => ({ ...cell, token: 'own' })),
        ...others.map((aprovar) => ({ ...plainest, aprovar, ...fault, token: 'other' })),
      ],
    }
  }
  const unknownAxes = {
    key: Object.keys(UNKNOWN_NAMES),
    value: [...Object.keys(VALUES), 'number-of-report'],
    place: ['last', 'first', 'between'],
    aprovar: EITHER,
    mensagem: forms,
    besides: [
      'nothing',
      'no-aprovar',
      'no-mensagem',
      'short-mensagem',
      'longest-mensagem',
      'another',
      'many',
      'large-mensagem',
      'blanks',
    ],
    type,
  }
  const few = [
    ['key', 'aprovar'],
    ['value', 'aprovar'],
    ['place', 'aprovar'],
    ['mensagem', 'aprovar'],
    ['besides', 'aprovar'],
    ['type', 'aprovar'],
  ]
  const more = [...few, ['key', 'place'], ['value', 'place'], ['value', 'mensagem']]
  const cover = (groups: string[][]): Coverage => ({ strength: 1, groups, allows: hasOneReason })
  const plain = { place: 'last', mensagem: 'plain', besides: 'nothing', type: 'documented' }
  const aprovarAxes = {
    aprovar: Object.keys(APROVAR),
    mensagem: [...forms, 'large'],
    order: ['usual', 'reversed'],
    type,
  }
  const mensagemAxes = {
    mensagem: Object.keys(MENSAGEM),
    aprovar: EITHER,
    order: ['usual', 'reversed'],
    type,
  }
  return [
    {
      ...withTokens(
        unknownAxes,
        [
          ...coveringCells(unknownAxes, cover(isThorough ? more : few)),
          ...TEMPTING.flatMap((tempting) =>
            EITHER.map((aprovar): Cell => ({ ...tempting, ...plain, aprovar })),
          ),
        ],
        {},
      ),
      bodyOf: unknownField,
    },
    {
      axes: aprovarAxes,
      cells: coveringCells(aprovarAxes, {
        strength: 1,
        groups: isThorough
          ? [
              ['aprovar', 'mensagem'],
              ['aprovar', 'order'],
              ['mensagem', 'order'],
            ]
          : [],
        // One large body is enough for a service that does not look at it.
        allows: ({ aprovar, mensagem }) =>
          mensagem !== 'large' || aprovar === undefined || aprovar === LARGE_BESIDES,
      }),
      bodyOf({ aprovar = '', mensagem = '', order, type }) {
        const text = mensagem === 'large' ? LARGE : FORMS[mensagem as keyof typeof FORMS]
        const entries: Entries = [
          ['aprovar', JSON.stringify(APROVAR[aprovar])],
          ['mensagem', JSON.stringify(text)],
        ]
        return {
          text: written(order === 'usual' ? entries : entries.reverse()),
          ...typed(type),
          offending: text === LARGE ? ['aprovar', 'mensagem'] : ['aprovar'],
          right: DOUBTFUL.includes(text) ? [] : ['mensagem'],
          isLong: text === LARGE,
        }
      },
    },
    {
      ...withTokens(
        mensagemAxes,
        coveringCells(mensagemAxes, {
          strength: 1,
          groups: [
            ['mensagem', 'aprovar'],
            ['mensagem', 'order'],
            ['aprovar', 'order'],
            ['type', 'aprovar'],
          ],
        }),
        { mensagem: 'length24' },
      ),
      bodyOf({ mensagem = '', aprovar = '', order, type, token }) {
        const entries: Entries = [
          ['aprovar', aprovar],
          ['mensagem', MENSAGEM[mensagem]],
        ]
        return {
          text: written(order === 'usual' ? entries : entries.reverse()),
          ...typed(type),
          offending: ['mensagem'],
          right: ['aprovar'],
          isOther: token === 'other',
        }
      },
    },
  ]
}

function typed(type: string | undefined): Pick<BadBody, 'form'> {
  const form = TYPES[type ?? '']
  return form === undefined ? {} : { form }
}

function unknownField(cell: Cell, numero: string): BadBody {
  const { key = '', value = '', place, aprovar = '', mensagem = '', besides, type } = cell
  const name = UNKNOWN_NAMES[key] as string
  const text = MESSAGES_BESIDES[besides ?? ''] ?? FORMS[mensagem as keyof typeof FORMS]
  const known: Entries = [
    ['aprovar', besides === 'no-aprovar' ? undefined : aprovar],
    ['mensagem', besides === 'no-mensagem' ? undefined : JSON.stringify(text)],
  ]
  const unknown: Entries = [
    [name, JSON.stringify(value === 'number-of-report' ? numero : VALUES[value])],
    ['outro_campo', besides === 'another' ? 'true' : undefined],
    ...(besides === 'many' ? MANY : []),
  ]
  const at = place === 'first' ? 0 : place === 'between' ? 1 : 2
  const offending = [
    name,
    ...(besides === 'another' ? ['outro_campo'] : []),
    ...(besides === 'many' ? MANY.map(([field]) => field) : []),
    ...(besides === 'no-aprovar' ? ['aprovar'] : []),
    ...(besides === 'no-mensagem' || besides === 'short-mensagem' ? ['mensagem'] : []),
  ]
  const nameable = DOUBTFUL.includes(text) ? [...offending, 'mensagem'] : offending
  return {
    text: written([...known.slice(0, at), ...unknown, ...known.slice(at)], besides === 'blanks' ? BLANK : ''),
    ...typed(type),
    offending: nameable,
    right: ['aprovar', 'mensagem'].filter((field) => !nameable.includes(field)),
    unknown: name,
    isOther: cell.token === 'other',
    isLong: text === LONGEST || text === LARGE,
  }
}

/** Fields in their order, each with its raw JSON; one without JSON is left out. */
type Entries = (readonly [name: string, json: string | undefined])[]

/** Returns a text as JSON in which each UTF-16 code unit is escaped. */
export function escaped(text: string): string {
  const units = text.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `"${units.join('')}"`
}

/** Writes JSON by hand, because an object of JavaScript moves numeric names and swallows `__proto__`. */
function written(entries: Entries, blank = ''): string {
  const fields = entries.filter(([, json]) => json !== undefined)
  const members = fields.map(([name, json]) => [blank, JSON.stringify(name), ':', json, blank].join(blank))
  return `{${members.join(',')}}`
}

/** Every kind of blank that JSON may have between its signs. */
const BLANK = ' \t\r\n'

/** JSON that is not an object, so it has neither aprovar nor mensagem. */
export const NO_OBJECTS: readonly string[] = [
  '[]',
  'null',
  '"aprovar"',
  '1',
  'true',
  `[${JSON.stringify(LEGAL_BODY)}]`,
]

/** Legal messages: 25 or 26 characters by every count, in case there is a maximum. */
export const LEGAL_MESSAGES: Readonly<Record<string, string>> = {
  plain: FORMS.plain,
  exact: FORMS.exact,
  'exact-accented': ACCENTED.repeat(MENSAGEM_MINIMUM),
  accents: FORMS.accents,
  'lines-and-quotes': FORMS.lines,
  emoji: 'Conferido pela equipe ok👍',
  markup: '<b>Aprovado</b> &amp; ok 1',
  quote: "Confere d\\'água: ok; -\\\\ 1",
  digits: '7'.repeat(26),
  percent: '100% confere%20%s %n $x+ok',
  'other-script': '\u0436'.repeat(MENSAGEM_MINIMUM),
  'right-to-left': '\u05d0'.repeat(MENSAGEM_MINIMUM),
  combining: 'Conferido sim: tudo bem c\u0327',
}

/** Messages of 25 or 26 characters, of which fewer than 25 are left without some of their spaces or line breaks. */
export const SPACED_MESSAGES: Readonly<Record<string, string>> = {
  'spaces at both ends': ` ${FORMS.exact.slice(0, -2)} `,
  'spaces in a row': 'Conferido.   Tudo    certo',
  'line breaks, one of them at the end': 'Tudo\ncerto:\nnome\ncpf\ndia\n',
}

/** Messages that a service may reject for their length or for what few databases hold, but that must not break it. */
export const UNSURE_MESSAGES: Readonly<Record<string, string>> = {
  length1000: 'Conferido. '.repeat(100).slice(0, 1_000),
  length500: 'Conferido. '.repeat(50).slice(0, 500),
  length5000: 'Conferido. '.repeat(500).slice(0, 5_000),
  length20000: 'Conferido. '.repeat(2_000).slice(0, 20_000),
  nul: 'Conferido pela\u0000 equipe, ok',
  'half-emoji': 'Conferido pela equipe, ok \ud83d',
}

/** Valid messages with all that a database, a log or a pattern may not be able to hold. */
export const UNUSUAL_MESSAGES = {
  'emoji, combining marks and right-to-left letters': `Conferido: c\u0327 a\u0303 ${'\u05d0'.repeat(3)} ${'\u0639'.repeat(3)} \u65e5 👍`,
  '1,000 characters with emoji': `👍🏽 ${'Conferido, c\u0327 a\u0303 \u05d0. '.repeat(60)}`.slice(0, 1_000),
} as const
