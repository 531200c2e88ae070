import type { BuscaForm, Search } from '../contract/dialect.ts'
import type { Profile } from '../contract/profile.ts'
import { transliterated, withoutAccents, withPlainLetters } from '../contract/without-accents.ts'
import type { ListQuestion } from './list-query.ts'

type Searched = Pick<ListQuestion, 'cpf' | 'nome' | 'sent'>

/** Returns what `busca` repeats of a search under a profile. */
export function createBusca({ busca, dialect }: Profile): (question: Searched) => string {
  const rule = dialect.search.busca
  if (rule === undefined) return (question) => byKnob(question, busca)
  const { as = 'taken', cpf: ofCpf = as } = rule
  const bare = bareBy[dialect.search.folding ?? 'ascii-case']
  return (question) => {
    const formed = (key: 'nome' | 'cpf', form: BuscaForm) =>
      forms[form](question[key] ?? '', question.sent[key] ?? '', bare)
    const [nome, cpf] = [formed('nome', as), formed('cpf', ofCpf)]
    if ('join' in rule) {
      const both = rule.first === 'cpf' ? [cpf, nome] : [nome, cpf]
      return both.filter((text) => text !== '').join(rule.join)
    }
    const texts = { nome, cpf }
    const isRepeated = (key: 'nome' | 'cpf') =>
      rule.empty === 'repeated' ? question.sent[key] !== undefined : texts[key] !== ''
    const key = SOURCES[rule.of].find(isRepeated)
    return key === undefined ? '' : texts[key]
  }
}

const SOURCES = {
  nome: ['nome'],
  cpf: ['cpf'],
  'nome-or-cpf': ['nome', 'cpf'],
  'cpf-or-nome': ['cpf', 'nome'],
} as const

/** The name where there was a name and a CPF. */
function byKnob({ cpf, nome }: Searched, knob: Profile['busca']): string {
  if (knob === 'always-empty') return ''
  return nome ?? (knob === 'nome-or-cpf' ? cpf : undefined) ?? ''
}

/** What is left out together with accents: what the search leaves out, too. */
const bareBy: Record<NonNullable<Search['folding']>, (text: string) => string> = {
  'ascii-case': withoutAccents,
  compatible: withPlainLetters,
  transliterated,
}

const forms: Record<BuscaForm, (taken: string, sent: string, bare: (text: string) => string) => string> = {
  'sent-if-taken': (taken, sent) => (taken.trim() === '' ? '' : sent),
  taken: (taken) => taken,
  sent: (_, sent) => sent,
  trimmed: (_, sent) => sent.trim(),
  'trimmed-lower-case': (_, sent) => sent.trim().toLowerCase(),
  squished: (_, sent) => sent.trim().replace(/\s+/g, ' '),
  'lower-case': (taken) => taken.toLowerCase(),
  'upper-case': (taken) => taken.toUpperCase(),
  'without-accents': (taken, _, bare) => bare(taken),
  'lower-case-without-accents': (taken, _, bare) => bare(taken).toLowerCase(),
}
