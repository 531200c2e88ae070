import { malformed } from './malformed.ts'
import { cellQuery } from './parameters.ts'
import { decisionOf, listOf, type Stratum, strataOf } from './stratum.ts'

/** What libraries for APIs send. */
const JSON_ACCEPTS = ['application/json', 'application/json, text/plain, */*']

/** What browsers send, and who tries with a plain request. */
const PAGE_ACCEPTS = ['text/html', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8']

/** Refusals of requests whose Accept names a type. They are learned apart from all others. */
export const acceptedStrata: readonly Stratum[] = strataOf('accept', {
  route: (draw) =>
    listOf(draw, {}, { path: `/${draw.chance.letters(7)}`, accept: draw.chance.pick(JSON_ACCEPTS) }),
  method: (draw) =>
    decisionOf(draw, {}, { method: 'PUT', path: '/pessoas', accept: draw.chance.pick(JSON_ACCEPTS) }),
  page: (draw) =>
    listOf(draw, {}, { path: `/${draw.chance.letters(7)}`, accept: draw.chance.pick(PAGE_ACCEPTS) }),
  json: (draw) => decisionOf(draw, malformed(draw), { accept: draw.chance.pick(JSON_ACCEPTS) }),
  query: (draw) => {
    const query = cellQuery('page', 'word', draw)
    return query && listOf(draw, query, { accept: draw.chance.pick(JSON_ACCEPTS) })
  },
})
