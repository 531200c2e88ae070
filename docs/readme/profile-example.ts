import type { PartialProfile } from '../../src/contract/profile.ts'
import { startSimulator } from '../../src/index.ts'

/** A profile with a frame, phrases and a joining, and requests that show them. */
export const example: PartialProfile = {
  version: 2,
  dialect: {
    parameters: { page: { word: 'absent' }, rows: { 'off-grid': 'up' } },
    refusals: {
      frames: {
        query: {
          status: 422,
          body: { error: '{error}', message: '{text}', fields: ['{key}'], status_code: 422 },
        },
      },
      phrases: {
        '*.empty': 'O campo {key} não pode ser vazio.',
        'cpf.word': '{key} inválido: {value}',
        'others.*': 'Parâmetro desconhecido: {key}.',
      },
      joining: { query: { told: 'all', between: ' / ' } },
    },
  },
}

export const exampleQueries = ['page=abc&rows=30&nome=ninguém', 'cpf=abc', 'cpf=abc&nome=&pagina=2'] as const

/** Returns what the simulator answers to the queries of the example. */
export async function exampleAnswers(): Promise<string[]> {
  await using sim = await startSimulator({ profile: example })
  const { token } = sim.organizations[0] as { token: string }
  const ask = async (query: string) => {
    const { status, text } = await answerOf(`${sim.url}/pessoas?${encodeURI(query)}`, token)
    return `${status} ${text}`
  }
  return await Promise.all(exampleQueries.map(ask))
}

async function answerOf(url: string, authorization: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { headers: { authorization } })
  return { status: response.status, text: await response.text() }
}
