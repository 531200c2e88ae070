import { wordSet } from '../../src/contract/word-set.ts'
import { fold, windowsOf } from './spellings.ts'

/** A place in a text with a known person. */
export interface FoundPerson {
  at: number
  end: number
  kind: 'cpf' | 'nome'
  /** The digits of the CPF, or the name as it was learned. */
  value: string
}

const LENGTH = 11
/** The fewest digits that are a CPF without its leading zeros, and the fewest that are a part of one. */
const SHORTEST = 8
const PART = 5
/** The fewest letters of a word that may identify a person. */
const LETTERS = 4
/** How much of a name is known, and of how many words it is found as a whole. */
const LONGEST = 500
const MOST_WORDS = 12
const DIGITS = /\d(?:[^\p{L}\p{M}\d]{0,4}\d)*/gu
const WORDS = /[\p{L}\p{M}]+/gu

/** Words of refusals; some of them are names, too, but do not identify anybody on their own. */
const everyday = wordSet(`
acesso aprovar authorization autorizado bearer body branco campo campos child content corpo costa cpf dados data dias
encontrada encontrado erro error falha forbidden fonte from get gateway habilitado interno invalid invalida invalido
json lista longo luz mensagem metodo minimo maximo must nao negado nome not nova novo numero ordem pagina parametro payload
permitido pessoa pessoas porta post proibido protocolo query registro relatorio requisicao request response reis rosa
santo santos service servico servidor sort tempo time tipo token total type unauthorized usuario valor verifique`)

export function isEveryday(word: string): boolean {
  return everyday.has(fold(word))
}

/** Returns the persons whom a run has read, of whom none is known yet. */
export function createPeople() {
  const heard = new Set<string>()
  const cpfs = new Set<string>()
  const parts = new Set<string>()
  const words = new Set<string>()
  const names = new Map<string, string>()

  const learnCpf = (cpf: string) => {
    const digits = cpf.replace(/\D/g, '').slice(0, 2 * LENGTH)
    const shortest = digits.replace(/^0+/, '')
    for (const one of [digits, shortest]) if (one.length >= SHORTEST) cpfs.add(one)
    for (const part of windowsOf(shortest, PART)) parts.add(part)
  }
  const learnName = (nome: string) => {
    const all = wordsOf(nome.slice(0, LONGEST)).map(({ word }) => word)
    const bearing = all.filter((word) => word.length >= LETTERS && !everyday.has(word))
    for (const word of bearing) words.add(word)
    const isName = all.length > 1 || bearing.length > 0
    if (isName && !names.has(all.join(' '))) names.set(all.join(' '), nome)
  }

  const cpfsIn = (text: string): FoundPerson[] =>
    [...text.matchAll(DIGITS)].flatMap(({ 0: group, index }) => {
      const places = Array.from(group.matchAll(/\d/g), (digit) => index + digit.index)
      const digits = group.replace(/\D/g, '')
      return longestAt(digits.length, LENGTH, (at, end) => {
        const value = digits.slice(at, end)
        if (!cpfs.has(value)) return undefined
        return { at: places[at] as number, end: (places[end - 1] as number) + 1, kind: 'cpf', value }
      })
    })
  const namesIn = (text: string): FoundPerson[] => {
    const all = wordsOf(text)
    return longestAt(all.length, MOST_WORDS, (at, end) => {
      const some = all.slice(at, end)
      const value = names.get(some.map(({ word }) => word).join(' '))
      if (value === undefined) return undefined
      return { at: some[0]?.at ?? 0, end: some.at(-1)?.end ?? 0, kind: 'nome', value }
    })
  }

  return {
    learn(person: { cpf?: unknown; nome?: unknown }): void {
      for (const [value, learn] of [[person.cpf, learnCpf] as const, [person.nome, learnName] as const]) {
        if ((typeof value !== 'string' && typeof value !== 'number') || heard.has(String(value))) continue
        heard.add(String(value))
        learn(String(value))
      }
    },
    /** Finds whole names, whatever their case, and whole CPFs with anything but letters between their digits. */
    find: (text: string): FoundPerson[] => [...cpfsIn(text), ...namesIn(text)].sort((one, next) => one.at - next.at),
    /** Returns whether a text contains a word of a name, a whole name, or five digits of a CPF. */
    areIn(text: string): boolean {
      if (wordsOf(text).some(({ word }) => words.has(word)) || namesIn(text).length > 0) return true
      const numbers = Array.from(text.matchAll(DIGITS), ([group]) => group.replace(/\D/g, ''))
      return numbers.some((digits) => windowsOf(digits, PART).some((part) => parts.has(part)))
    },
  }
}

/** Finds the longest at each place, and goes on after it. */
function longestAt<T>(length: number, longest: number, find: (at: number, end: number) => T | undefined): T[] {
  const found: T[] = []
  for (let at = 0; at < length; at++) {
    for (let end = Math.min(length, at + longest); end > at; end--) {
      const one = find(at, end)
      if (one === undefined) continue
      found.push(one)
      at = end - 1
      break
    }
  }
  return found
}

function wordsOf(text: string): { at: number; end: number; word: string }[] {
  return Array.from(text.matchAll(WORDS), ({ 0: raw, index }) => {
    return { at: index, end: index + raw.length, word: fold(raw) }
  })
}
