import { counted } from '../../src/contract/counted.ts'
import type { Exchange } from '../client/exchange.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import type { List } from '../service/lists.ts'
import { firstAndLast } from '../service/pages.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Service } from '../service/service.ts'
import { waitForAll } from './judge-cells.ts'

/** How often a person must move after refused validations and not move without them. */
const ROUNDS = 3

export async function leavesNothing(service: Service): Promise<string> {
  // The last report shows what a decision does without a refusal before it: MEM-08.
  const asked = service.reports.slice(0, Math.min(3, Math.max(1, service.reports.length - 1)))
  const { mensagem } = LEGAL_BODY
  const bodies: Record<string, object> = {
    'short-mensagem': { aprovar: true, mensagem: 'curta' },
    'short-mensagem/aprovar:false': { aprovar: false, mensagem: 'Mensagem com 24 letras.'.slice(0, 23) },
    'unknown-field': { aprovar: true, mensagem, campo: 1 },
    'unknown-field/aprovar:false': { aprovar: false, mensagem, campo: 1 },
    'no-aprovar': { mensagem },
    'null-aprovar': { aprovar: null, mensagem },
    'no-mensagem': { aprovar: true },
  }
  const send = async (names: readonly string[]) =>
    waitForAll(
      names.flatMap((name) =>
        asked.map(async (report) => {
          const wrong = { authorization: service.keys.changed }
          const exchange = await (name in bodies
            ? service.validate(report, bodies[name])
            : service.validate(report, LEGAL_REJECTION, wrong))
          return { name, exchange }
        }),
      ),
    )
  const all = [...Object.keys(bodies), 'wrong-token']
  // If the service accepts one of them, another check fails.
  const accepted = new Set(
    (await send(all)).filter(({ exchange }) => exchange.response.status < 400).map(({ name }) => name),
  )
  const names = all.filter((name) => !accepted.has(name))
  if (names.length === 0) throw new Undecided('blocked', 'the service refuses no bad body')
  let before = await read(service)
  let moved: Set<string> | undefined
  let proof: Exchange[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const refused = await send(names)
    const after = await read(service)
    const now = changes(before, after)
    moved = moved === undefined ? now : new Set([...moved].filter((id) => now.has(id)))
    if (moved.size === 0) return `${counted(refused.length, 'refused validation')}; nobody moved`
    // Nothing is sent in between, so a person who moves now moves without us.
    const idle = await read(service)
    for (const id of changes(after, idle)) moved.delete(id)
    if (moved.size === 0) throw new Undecided('data-drift', 'persons move although nothing is sent')
    before = idle
    proof = [refused[0]?.exchange as Exchange, ...after.map(({ exchange }) => exchange).slice(0, 1)]
  }
  const guilty: string[] = []
  for (const name of names) {
    await send([name])
    const after = await read(service)
    if ([...changes(before, after)].some((id) => moved?.has(id))) guilty.push(name)
    before = after
  }
  const who = `${counted(moved?.size ?? 0, 'person')} moved in the list after each of ${ROUNDS} rounds`
  throw new Violation(
    'the same list after refused validations',
    `${who}: ${guilty.join(', ') || 'all together'}`,
    proof,
  )
}

/** Returns the pages on which a person whose report is decided appears, whatever the order. */
async function read(service: Service): Promise<List[]> {
  const lists = (await firstAndLast(service.again)).flatMap(({ list }) => list ?? [])
  if (lists.length === 0)
    throw new Undecided('blocked', 'GET /pessoas did not return a list: see the ENV checks')
  return lists
}

/** Returns the persons with another timestamp, and those who are new on these pages. */
function changes(before: readonly List[], after: readonly List[]): Set<string> {
  const keys = (lists: readonly List[]) =>
    lists.flatMap(({ people }) => people.map(({ id, stamp }) => ({ id, key: `${id} ${stamp}` })))
  const known = new Set(keys(before).map(({ key }) => key))
  return new Set(
    keys(after)
      .filter(({ key }) => !known.has(key))
      .map(({ id }) => id),
  )
}
