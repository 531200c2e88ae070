import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Exchange } from '../client/exchange.ts'
import { type List, readList } from './lists.ts'
import { contradictions } from './world.ts'

const test = suite('world')

/** A page of persons, each written as `cpf@second`. */
function pageOf(total: number, persons: readonly string[]): List {
  const itens = persons.map((person) => {
    const [cpf, second] = person.split('@')
    return { cpf, nome: 'Ana', atualizado_em: `2026-01-01T00:00:${second}.000Z` }
  })
  const json = { result: { busca: '', itens, paginacao: { atual: 1, linhas: 2, total: String(total) } } }
  return readList({ response: { status: 200, json } } as unknown as Exchange).list as List
}

const cases: Record<string, { pages: string[][]; total: number; found: string[] }> = {
  'whole pages': { pages: [['1@30', '2@20'], ['3@10']], total: 3, found: [] },
  nobody: { pages: [[]], total: 0, found: [] },
  'a first page that is not full': { pages: [['1@30'], ['2@20', '3@10']], total: 3, found: ['PAG-10 1', 'PAG-10 2'] },
  'a total that is too small': { pages: [['1@30', '2@20']], total: 1, found: ['PAG-10 1'] },
  'a person on two pages': { pages: [['1@30', '2@20'], ['1@30']], total: 3, found: ['PAG-11 2'] },
  'a person twice on a page': { pages: [['1@30', '1@30'], ['3@30']], total: 3, found: ['PAG-11 1'] },
  'a person with equal timestamps who moved': { pages: [['1@30', '2@20'], ['2@20']], total: 3, found: [] },
}

for (const [name, { pages, total, found }] of Object.entries(cases)) {
  test(`contradictions of ${name}`, () => {
    const lists = pages.map((persons) => pageOf(total, persons))
    const reading = { query: { rows: 2 }, pages: lists, people: lists.flatMap(({ people }) => people) }
    assert.equal(
      contradictions(reading).map(({ check, page }) => `${check} ${page}`),
      found,
    )
  })
}

test.run()
