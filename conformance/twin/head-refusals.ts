import type { Shape } from '../../src/contract/dialect.ts'
import { groupBy } from '../../src/contract/group-by.ts'
import type { Evidence } from './evidence.ts'
import { commonHeaders, type Headers } from './headers.ts'
import type { Refused } from './refusals/refused.ts'

type Judged = Pick<Refused & Evidence, 'asked' | 'answer' | 'situations'>

/**
 * Learns which headers a HEAD does not have that is refused as another method is, such as the type of a body that is not
 * sent. Refusals of paths and methods have situations of their own for HEAD.
 */
export function headRefusalsOf(refused: readonly Judged[]): Pick<Shape, 'headRefusalHeaders'> {
  const alike = groupBy(refused, ({ situations }) => situations.map(({ name }) => name).join())
  const missing = [...alike.values()].flatMap((group) => {
    const isHead = ({ asked }: Judged) => asked.question.method === 'HEAD'
    const heads = group.filter(isHead).map(({ answer }) => answer)
    const others = group.filter((one) => !isHead(one) && one.answer.status === heads[0]?.status)
    if (heads.length === 0 || others.length === 0) return []
    const usual = commonHeaders(
      others.map(({ answer }) => answer),
      {},
    )
    const own = commonHeaders(heads, usual)
    return [Object.keys(own).filter((name) => own[name] === null)]
  })
  const [first = [], ...more] = missing
  const names = first.filter((name) => more.every((one) => one.includes(name)))
  const headRefusalHeaders: Headers = Object.fromEntries(names.map((name) => [name, null]))
  return names.length > 0 ? { headRefusalHeaders } : {}
}
