import { cpfAt } from '../../src/contract/cpf.ts'
import type { Person } from '../model/lists.ts'

const FIRST = ['Ana', 'João', 'Maria José', 'Conceição', 'LUÍS', 'ana', 'Bento']
const LAST = ['da Silva', 'Sousa', "D'Ávila", 'dos Santos e Lima', 'Ramos-Leão', 'Assunção']

/** Persons with homonyms, ties of time and CPFs with leading zeros. */
export function somePeople(count = 60): Person[] {
  return Array.from({ length: count }, (_, i) => {
    const person = {
      cpf: cpfAt(7, i),
      nome: `${FIRST[i % FIRST.length]} ${LAST[i % LAST.length]}`,
      atualizado_em: new Date(Date.UTC(2026, 0, 1) - Math.floor(i / 3) * 7_777_777).toISOString(),
    }
    return { id: person.cpf, nome: person.nome, stamp: person.atualizado_em, raw: person }
  })
}
