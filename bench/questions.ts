/** What a world can be asked for: read through the interface, so that no form of a folder is known here. */
export type Sample = { persons: number; cpfs: string[]; words: string[] }

/** Questions of one kind; `next` returns the path and the query of the next one. */
export type Case = { what: string; next(): string }

export type Ask = (target: string) => Promise<Response>
type Person = { cpf: string; nome: string; atualizado_em: string }
type Answer = { result: { itens: Person[]; paginacao: { total: string } } }

/** Returns the persons of a page, and how many there are. */
export async function readList(ask: Ask, target: string): Promise<{ persons: Person[]; total: number }> {
  const { result } = (await (await ask(target)).json()) as Answer
  return { persons: result.itens, total: Number(result.paginacao.total) }
}

export const ROWS = 1000
const [PAGE, PARTS, PRIME] = [25, 20, 48_271]

/** Reads up to 20,000 persons, in parts from all over the list. */
export async function readSample(ask: Ask): Promise<Sample> {
  const { total } = await readList(ask, '/pessoas')
  const found: Person[] = []
  const step = Math.max(1, Math.floor(total / ROWS / PARTS))
  for (let page = 1; (page - 1) * ROWS < total; page += step)
    found.push(...(await readList(ask, `/pessoas?rows=${ROWS}&page=${page}`)).persons)
  const words = new Set(found.flatMap((person) => person.nome.toLowerCase().split(' ')))
  const long = [...words].filter((word) => word.length > 2).slice(0, 200)
  return { persons: total, cpfs: found.map(({ cpf }) => cpf), words: long }
}

const nome = (text: string) => `nome=${encodeURIComponent(text)}`

/** The same questions again and again, so that answers can be kept; the last case has one of each. */
export function repeated({ persons, cpfs, words }: Sample): Case[] {
  const kinds: Record<string, string[]> = {
    'first page': [''],
    'deep page': [`?page=${Math.floor((persons * 0.9) / PAGE)}&sort=-atualizado_em`],
    cpf: [`?cpf=${cpfs[cpfs.length >> 1]}`],
    'one name': ['?nome=silva'],
    '200 names': words.map((word) => `?${nome(word)}`),
    'sort=nome': ['?sort=nome&page=3'],
  }
  kinds['one of each in turn'] = Object.values(kinds).map(([query = '']) => query)
  return Object.entries(kinds).map(([what, queries]) => {
    let i = 0
    return { what, next: () => `/pessoas${queries[i++ % queries.length]}` }
  })
}

/** Questions that were never sent before: no answer can be kept. */
export async function fresh({ persons, cpfs, words }: Sample, ask: Ask): Promise<Case[]> {
  const pages = Math.ceil(persons / PAGE)
  const list = (first: number, count: number, more: string) =>
    Array.from({ length: Math.min(count, 100_000) }, (_, i) => `page=${first + i}&rows=25&${more}`)
  const ofWords: string[] = []
  for (const word of words) {
    const { total } = await readList(ask, `/pessoas?${nome(word)}`)
    ofWords.push(...list(1, Math.min(Math.ceil(total / PAGE), 100), nome(word)))
  }
  const cases = {
    'new first pages': list(1, Math.min(pages >> 1, 200), 'sort=-atualizado_em'),
    'new deep pages': list(pages >> 1, pages >> 1, 'sort=-atualizado_em'),
    'new cpf': cpfs.map((cpf) => `cpf=${cpf}&page=1&rows=25`),
    'new pages of 200 names': ofWords,
    'new pages of sort=nome': list(1, pages, 'sort=nome'),
  }
  return Object.entries(cases).map(([what, questions]) => ({ what, next: neverTwice(questions) }))
}

/** Scatters the questions by a step that meets each once. When a small world has no more of them, empty parameters make the URLs differ. */
function neverTwice(questions: string[]): () => string {
  let asked = 0
  return () => {
    let round = Math.floor(asked / questions.length)
    let query = ''
    for (const part of (questions[(asked++ * PRIME) % questions.length] as string).split('&')) {
      query += '&'.repeat(1 + (round % 8)) + part
      round >>= 3
    }
    return `/pessoas?${query.slice(1)}${'&'.repeat(round)}`
  }
}
