import { maskedCpf } from '../../contract/cpf.ts'
import type { PersonItem } from '../../contract/wire.ts'
import { given, search, sinceDecided, without } from './contexts.ts'
import { by, byCpf, cpf, cpfOfOne, everyoneOf, item, nome, onePerson, selection, stamp } from './mutations.ts'
import { type Quirk, quirk } from './quirk.ts'

const withHyphen = cpf((text) => text.replace(/\d\d$/, '-$&'))
const capitals = nome((text) => text.toUpperCase())
const toTheSecond = stamp((text) => text.replace(/\.\d+/, ''))
const inBrazil = stamp((text) => new Date(Date.parse(text) - 3 * 3_600_000).toISOString())

/** Another value for everybody whose report was decided. */
const onDecided = (edit: ReturnType<typeof stamp>) =>
  sinceDecided((decided) => item((one) => (decided.some(({ cpf }) => cpf === one.cpf) ? edit(one) : one)))

/** Gives the last update of a decision also to the first person, by CPF, whose report was not decided. */
const touches = (decided: readonly PersonItem[], last: string | undefined, isOfAll: boolean) =>
  selection(async (people, call) => {
    const known = new Set(decided.map(({ cpf }) => cpf))
    const others = (isOfAll ? await everyoneOf(call) : people).filter(({ cpf }) => !known.has(cpf))
    const [first] = others.toSorted(byCpf)
    if (first === undefined || last === undefined) return people
    const changed = people.map((one) => (one.cpf === first.cpf ? { ...one, atualizado_em: last } : one))
    const sort = call.query.get('sort') ?? '-atualizado_em'
    if (!sort.endsWith('atualizado_em')) return changed
    const sorted = changed.toSorted(by(({ atualizado_em }) => atualizado_em))
    return sort.startsWith('-') ? sorted.reverse() : sorted
  })

/** Heading 2.1: the persons of a list. */
export const items: readonly Quirk[] = [
  quirk('names-in-english', '0-names 2.1-nome', 'Sends the name of a person as name.',
    item(({ nome: name, ...one }) => ({ ...one, name }))),
  quirk('person-once-per-report', '1-1 2.2-itens 2.2-total 4.1-page', 'Lists one person twice, and counts them twice.',
    without('cpf', selection(async (people, call) => {
      const cpf = await cpfOfOne(call)
      return people.flatMap((one) => (one.cpf === cpf ? [one, one] : [one]))
    }))),
  quirk('cpf-as-number', '2.1-cpf', 'Sends cpf as a JSON number, so that leading zeros are lost.', item(cpf(Number))),
  quirk('cpf-masked', '2.1-cpf', 'Sends cpf with dots and a hyphen.', item(cpf(maskedCpf))),
  quirk('cpf-masked-once', '2.1-cpf', 'Sends the cpf of one person, deep in the list, with a hyphen.',
    onePerson(withHyphen)),
  quirk('nome-in-capitals-in-sorted-search', '2.1-nome', 'Sends nome in capitals in a sorted search.',
    given('sort', search(item(capitals)))),
  quirk('nome-missing-once', '2.1-nome', 'Sends one person, deep in the list, without nome.',
    onePerson(({ nome: _, ...one }) => one)),
  quirk('stamp-without-milliseconds-in-sort', '2.1-atualizado_em', 'Omits the milliseconds when sort is given.',
    given('sort', item(toTheSecond))),
  quirk('stamp-without-zone', '2.1-atualizado_em', 'Sends atualizado_em without the Z, so that it has no time zone.',
    item(stamp((text) => text.replace('Z', '')))),
  quirk('stamp-local-after-decision', '2.1-atualizado_em 4.1-1 1-1-order',
    'Writes the local time of a decision as UTC.', onDecided(inBrazil)),
  quirk('stamp-without-milliseconds-after-decision', '2.1-atualizado_em',
    'Omits the milliseconds of atualizado_em for persons with a report decided since the start.',
    onDecided(toTheSecond)),
  quirk('decision-updates-another-too', '2.1-atualizado_em 4.1-1 1-1-order',
    'Also changes atualizado_em of an unrelated person when a report is decided.',
    sinceDecided((decided) => touches(decided, decided.at(-1)?.atualizado_em, false))),
  quirk('later-report-updates-another-too', '2.1-atualizado_em 4.1-1 1-1-order',
    'Also changes atualizado_em of another person, at the decision of every report except the first one.',
    sinceDecided((decided) => {
      const later = decided.filter(({ numero }) => numero !== decided[0]?.numero)
      return touches(decided, later.at(-1)?.atualizado_em, true)
    })),
  quirk('cpf-other-name', '4.1-cpf 2.1-nome',
    'Sends the nome of a person found by cpf in capitals, other than in the list.', given('cpf', item(capitals))),
  quirk('cpf-other-stamp', '4.1-cpf 2.1-atualizado_em',
    'Sends another atualizado_em for a person found by cpf than in the list.',
    given('cpf', item(stamp((text) => text.replace(/^\d+/, '2020'))))),
]
