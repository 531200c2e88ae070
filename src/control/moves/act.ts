import { checkDigits } from '../../contract/cpf.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import type { ListRequest, Organization } from '../../world/store.ts'
import type { Which } from './move.ts'
import type { Item, Mover } from './mover.ts'
import type { MovePlan } from './plan.ts'
import type { WalkedPage } from './source.ts'

/**
 * Does what a plan says after a page.
 * @throws {OperatorError} when it cannot; nothing has changed then
 */
export async function act(
  mover: Mover,
  { makes, add, update, remove }: MovePlan,
  page: WalkedPage,
): Promise<void> {
  if (makes !== undefined) await tell(makes, mover, page)
  else if (add !== undefined) await mover.add(page.organization, add)
  else if (remove !== undefined) await take(mover, remove, page)
  else if (update !== undefined) await change(mover, update, page)
}

async function take(mover: Mover, which: Which, { organization, list }: WalkedPage): Promise<void> {
  if (which.numero !== undefined) await mover.removeReport(organization, which.numero)
  else await mover.remove(organization, await mover.cpfOf(organization, which, list))
}

async function change(
  mover: Mover,
  update: NonNullable<MovePlan['update']>,
  page: WalkedPage,
): Promise<void> {
  const { organization, list } = page
  const { to, atualizado_em, ...which } = update
  const changed = atualizado_em === undefined ? {} : { atualizado_em }
  if (which.numero !== undefined) {
    await mover.updateReport(organization, which.numero, changed)
    return
  }
  const cpf = await mover.cpfOf(organization, which, list)
  if (to === undefined) await mover.update(organization, cpf, changed)
  else await bring(mover, page, cpf, to)
}

/** Brings a person to one end of a list. */
async function bring(
  mover: Mover,
  { organization, list }: WalkedPage,
  cpf: string,
  to: 'front' | 'end',
): Promise<void> {
  const total = totalOf(mover, organization, list)
  if (total === 0)
    throw new OperatorError('The list is empty, so nobody can be moved to its front or its end.')
  const end = mover.at(organization, list, to === 'front' ? 1 : total) as Item
  const { by, descending } = list.order
  if (by === 'cpf')
    throw new OperatorError('A list by cpf keeps its order, so nobody can be moved to its front or its end.')
  if (by === 'nome') await mover.update(organization, cpf, { nome: end.nome })
  else await mover.stampPerson(organization, cpf, beyond(mover, end, (to === 'front') === descending))
}

/** Returns a time that is later than that of a person, and not before now; or one that is earlier. */
function beyond(mover: Mover, { atualizado_em }: Item, isLater: boolean): number {
  const stamp = Date.parse(atualizado_em)
  return isLater ? Math.max(stamp + 1, mover.source.world().clock.now()) : stamp - 1
}

/** Makes the next page lack a row, or repeat one. */
async function tell(
  makes: 'skipped-row' | 'doubled-row',
  mover: Mover,
  { organization, list }: WalkedPage,
): Promise<void> {
  const last = list.page * list.rows
  if (totalOf(mover, organization, list) <= last)
    throw new OperatorError('The list has no next page. Ask for fewer rows, or serve more persons.')
  const first = mover.at(organization, list, 1) as Item
  if (makes === 'skipped-row') {
    await mover.remove(organization, first.cpf)
    return
  }
  const lastItem = mover.at(organization, list, last) as Item
  const { by, descending } = list.order
  const { cpf } = await mover.add(organization, {
    nome: first.nome,
    ...(by === 'cpf' && { cpf: cpfBeside(mover, first.cpf, descending ? -1 : 1) }),
    ...(by === 'atualizado_em' && {
      atualizado_em: new Date(beyond(mover, first, descending)).toISOString(),
    }),
  })
  if (mover.at(organization, list, last + 1)?.cpf === lastItem.cpf) return
  await mover.remove(organization, cpf)
  throw new OperatorError('The new person would not come before the last row of the page.')
}

/** Returns a valid CPF that nobody has, next to another one. */
function cpfBeside(mover: Mover, cpf: string, step: 1 | -1): string {
  for (let base = Number(cpf.slice(0, 9)) + step; base > 0 && base < 1e9; base += step) {
    const digits = String(base).padStart(9, '0')
    const found = digits + checkDigits(digits)
    if (mover.nameOf(found) === undefined && !/^(\d)\1*$/.test(digits)) return found
  }
  throw new OperatorError('No CPF is free next to that of the first person.')
}

function totalOf(mover: Mover, organization: Organization, list: ListRequest): number {
  return mover.source.world().list(organization, { ...list, page: 1, rows: 1 }).total
}
