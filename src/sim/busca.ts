import type { BuscaForm } from '../contract/dialect.ts'
import type { Profile } from '../contract/profile.ts'
import { withoutAccents } from '../contract/without-accents.ts'
import type { ListQuestion } from './list-query.ts'

type Searched = Pick<ListQuestion, 'cpf' | 'nome' | 'sent'>

/** Returns what `busca` repeats of a search under a profile. */
export function createBusca({ busca, dialect }: Profile): (question: Searched) => string {
  const rule = dialect.search.busca
  if (rule === undefined) return (question) => byKnob(question, busca)
  const { as = 'taken', cpf: ofCpf = as } = rule
  return (question) => {
    const nome = formed(question, 'nome', as)
    const cpf = formed(question, 'cpf', ofCpf)
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

const forms: Record<BuscaForm, (taken: string, sent: string) => string> = {
  'sent-if-taken': (taken, sent) => (taken.trim() === '' ? '' : sent),
  taken: (taken) => taken,
  sent: (_, sent) => sent,
  trimmed: (_, sent) => sent.trim(),
  'trimmed-lower-case': (_, sent) => sent.trim().toLowerCase(),
  'lower-case': (taken) => taken.toLowerCase(),
  'upper-case': (taken) => taken.toUpperCase(),
  'without-accents': (taken) => withoutAccents(taken),
  'lower-case-without-accents': (taken) => withoutAccents(taken).toLowerCase(),
}

function formed(question: Searched, key: 'cpf' | 'nome', form: BuscaForm): string {
  return forms[form](question[key] ?? '', question.sent[key] ?? '')
}
