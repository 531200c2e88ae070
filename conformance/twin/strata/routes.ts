import type { routeTable } from '../../../src/contract/route-table.ts'
import type { Credentials, Question } from '../../client/exchange.ts'
import type { NumberShape } from '../../client/unknown-number.ts'
import { isReportFirst } from '../hidden-bodies.ts'
import { faulty, legal } from './decisions.ts'
import { malformed, withBadLiteral } from './malformed.ts'
import { otherType } from './media-types.ts'
import { type Draw, decisionOf, listOf, pathOf, type Stratum, strataOf } from './stratum.ts'
import { sorting } from './values/sort.ts'

type Table<Row extends keyof typeof routeTable> = Record<
  keyof (typeof routeTable)[Row],
  (draw: Draw) => Question | undefined
>

/** Returns a list or a decision on an unknown report, at another path. */
function near(draw: Draw, list: (path: string) => string, decision: (path: string) => string): Question {
  if (draw.chance.once(2))
    return listOf(draw, draw.chance.once(2) ? {} : { page: '2' }, { path: list('/pessoas') })
  return decisionOf(draw, draw.chance.once(2) ? legal(draw) : faulty(draw), { path: decision(pathOf(draw)) })
}

const paths: Omit<Table<'path'>, 'raw-signs' | 'raw-bytes' | 'query-escapes'> = {
  // With a query, a redirect shows whether it keeps it.
  'trailing-slash': (draw) =>
    listOf(draw, draw.chance.pick([{ page: '2' }, { rows: '50' }]), { path: '/pessoas/' }),
  // What is said of a body shows that the path was found; an unknown report may be told as an unknown path is.
  'trailing-slash-report': (draw) => decisionOf(draw, faulty(draw), { path: `${pathOf(draw)}/` }),
  'trailing-slashes': (draw) => listOf(draw, { page: '2' }, { path: '/pessoas//' }),
  'double-slash': (draw) => {
    const path = pathOf(draw).replace('/validar', draw.chance.pick(['//validar', '/validar/']))
    return draw.chance.once(4)
      ? { ...without(draw), method: 'GET', path }
      : decisionOf(draw, draw.chance.once(2) ? legal(draw) : faulty(draw), { path })
  },
  'leading-slashes': (draw) => listOf(draw, {}, { path: '//pessoas' }),
  dots: (draw) =>
    listOf(draw, {}, { path: draw.chance.pick(['/x/../pessoas', '/v1/../pessoas']), unescaped: true }),
  capitals: (draw) =>
    near(
      draw,
      () => draw.chance.pick(['/Pessoas', '/PESSOAS']),
      (path) => path.replace(/^.*\//, draw.chance.pick(['/Relatorios/Validar/', '/relatorios/VALIDAR/'])),
    ),
  'json-suffix': (draw) => listOf(draw, draw.chance.once(2) ? {} : { page: '2' }, { path: '/pessoas.json' }),
  'encoded-slash': (draw) => listOf(draw, {}, { path: '/pessoas%2F' }),
  semicolon: (draw) => listOf(draw, draw.chance.once(2) ? {} : { page: '2' }, { path: '/pessoas;v=1' }),
  encoded: (draw) => listOf(draw, {}, { path: draw.chance.pick(['/pesso%61s', '/%70essoas', '/pess%6Fas']) }),
}

const ofReport = strataOf('path', {
  'leading-slashes.report': (draw) => decisionOf(draw, legal(draw), { path: `/${pathOf(draw)}` }),
})

const methods: Table<'method'> = {
  head: (draw) =>
    listOf(draw, draw.chance.pick([{}, { page: '2' }, { sort: sorting(draw) }]), { method: 'HEAD' }),
  options: (draw) =>
    draw.chance.once(2)
      ? listOf(draw, {}, { method: 'OPTIONS', contentType: undefined })
      : { ...without(draw), method: 'OPTIONS' },
  'options-without-token': (draw) =>
    draw.chance.once(2)
      ? listOf(draw, {}, { method: 'OPTIONS', contentType: undefined, authorization: draw.data.keys.none })
      : { ...without(draw), method: 'OPTIONS', authorization: draw.data.keys.none },
  preflight: (draw) => preflight(draw, draw.chance.once(2) ? '/pessoas' : pathOf(draw)),
  other: (draw) => decisionOf(draw, legal(draw), { method: 'PUT' }),
}

const listMethods = strataOf('method', {
  'other.get': (draw) => ({ ...without(draw), method: 'GET' }),
  'head.report': (draw) => ({ ...without(draw), method: 'HEAD' }),
  'trace.list': (draw) => listOf(draw, {}, { method: 'TRACE' }),
  'trace.report': (draw) => ({ ...without(draw), method: 'TRACE' }),
  'other.list': (draw) => decisionOf(draw, legal(draw), { method: 'PUT', path: '/pessoas' }),
})

function preflight({ data }: Draw, path: string): Question {
  const ofPage = path === '/pessoas' ? 'GET' : 'POST'
  return { method: 'OPTIONS', path, preflight: ofPage, accept: '*/*', authorization: data.keys.none }
}

/** Returns a request for an unknown report without a body. */
function without(draw: Draw): Question {
  return { method: 'POST', path: pathOf(draw), accept: null, authorization: draw.data.keys.own }
}

/** Paths that begin as those of the interface. */
const PATHS_BELOW = ['/pessoas/1', '/pessoas/1/relatorios']
const PATHS_BETWEEN = ['/relatorios', '/relatorios/', '/relatorios/1']
const PATHS_BEFORE_NUMBER = ['/relatorios/validar', '/relatorios/validar/']
const PATHS_ELSEWHERE = [
  '/nada',
  '/pessoa',
  '/api/pessoas',
  '/v1/pessoas',
  '/health',
  '/favicon.ico',
  '/index.html',
]

const routes = strataOf('route', {
  unknown: (draw) =>
    listOf(draw, draw.chance.once(2) ? {} : { page: '2' }, {
      path: draw.chance.pick([...PATHS_BELOW, `/pessoas/${draw.chance.letters(7)}`]),
    }),
  root: (draw) => listOf(draw, {}, { path: '/' }),
  'below-report': (draw) =>
    decisionOf(draw, legal(draw), { path: `${pathOf(draw)}/${draw.chance.letters(7)}` }),
  between: (draw) => listOf(draw, {}, { path: draw.chance.pick(PATHS_BETWEEN) }),
  'before-number': (draw) => decisionOf(draw, {}, { path: '/relatorios/validar' }),
  'before-number.get': (draw) => listOf(draw, {}, { path: '/relatorios/validar' }),
  elsewhere: (draw) =>
    listOf(draw, draw.chance.once(2) ? {} : { page: '2' }, {
      path: draw.chance.pick([...PATHS_ELSEWHERE, `/${draw.chance.letters(7)}`]),
    }),
  // Some services name a path without its slashes.
  'elsewhere.slash': (draw) => listOf(draw, {}, { path: `/${draw.chance.letters(7)}/` }),
  escape: (draw) => listOf(draw, {}, { path: draw.chance.pick(['/pessoas%', '/pessoas/%E0%A4%A']) }),
  'encoded-path': (draw) => listOf(draw, {}, { path: '/pessoas%20' }),
  'unknown-head': (draw) =>
    listOf(
      draw,
      {},
      { method: 'HEAD', path: draw.chance.pick([...PATHS_ELSEWHERE, `/${draw.chance.letters(7)}`]) },
    ),
})

const getTypes = strataOf('type', {
  get: (draw) =>
    listOf(draw, draw.chance.pick([{}, { page: '2' }, { sort: 'nome' }]), {
      contentType: draw.chance.pick(['text/plain', 'application/xml', 'multipart/form-data', 'text/html']),
    }),
  'get-exchanged': (draw) =>
    draw.chance.once(2)
      ? listOf(draw, { page: '1' }, { contentType: 'application/json' })
      : listOf(draw, {}, { contentType: draw.chance.pick(['application/x-www-form-urlencoded', undefined]) }),
})

const NOT_JSON = ['text/html', 'application/xml']

const acceptedTypes = strataOf('type', {
  accept: (draw) =>
    listOf(draw, draw.chance.pick([{}, { page: '2' }]), {
      accept: draw.chance.pick(NOT_JSON),
    }),
  'accept-post': (draw) =>
    decisionOf(draw, draw.chance.once(2) ? legal(draw) : faulty(draw), {
      accept: draw.chance.pick(NOT_JSON),
    }),
})

const withoutRoute: Omit<Table<'unknown'>, 'without-token'> = {
  body: (draw) => decisionOf(draw, malformed(draw), { method: 'PUT', path: '/pessoas' }),
  'empty-json': (draw) => decisionOf(draw, undefined, { method: 'PUT', path: '/pessoas' }),
  elsewhere: (draw) =>
    listOf(draw, {}, { path: draw.chance.pick(PATHS_ELSEWHERE), authorization: draw.data.keys.none }),
  method: (draw) => listOf(draw, {}, { method: 'PUT', authorization: draw.data.keys.none }),
  options: (draw) =>
    listOf(draw, {}, { method: 'OPTIONS', contentType: undefined, path: draw.chance.pick(PATHS_ELSEWHERE) }),
}

const ofGateways = strataOf('unknown', {
  'empty-json.options': (draw) => listOf(draw, {}, { method: 'OPTIONS' }),
  'elsewhere.escape': (draw) => listOf(draw, {}, { path: `/${draw.chance.letters(7)}%` }),
})

const SHAPES: readonly NumberShape[] = ['v1', 'v7', 'upper-case', 'nil', 'max']

const reports = strataOf('report', {
  unknown: (draw) => decisionOf(draw, legal(draw)),
  'other-version': (draw) =>
    decisionOf(draw, legal(draw), { path: pathOf(draw, draw.data.unknownNumber(draw.chance.pick(SHAPES))) }),
  // Parsers say of a text of another length that it has another one.
  shape: (draw) =>
    decisionOf(draw, legal(draw), {
      path: pathOf(draw, draw.data.unknownNumber(draw.chance.pick(['other', 'other-letter']))),
    }),
  'capitals.unknown': (draw) =>
    decisionOf(draw, legal(draw), { path: pathOf(draw, draw.data.unknownNumber('upper-case')) }),
  'compact.unknown': (draw) =>
    decisionOf(draw, legal(draw), { path: pathOf(draw, draw.data.unknownNumber().replaceAll('-', '')) }),
  'braces.unknown': (draw) =>
    decisionOf(draw, legal(draw), { path: pathOf(draw, `{${draw.data.unknownNumber()}}`) }),
  urn: (draw) =>
    decisionOf(draw, legal(draw), { path: pathOf(draw, `urn:uuid:${draw.data.unknownNumber()}`) }),
  'encoded-slash': (draw) =>
    decisionOf(draw, legal(draw), { path: pathOf(draw, draw.data.unknownNumber('slash')) }),
  encoded: (draw) => decisionOf(draw, legal(draw), { path: pathOf(draw).replaceAll('-', '%2D') }),
  'short-groups': (draw) =>
    decisionOf(draw, legal(draw), {
      path: pathOf(draw, draw.data.unknownNumber('short-groups')),
    }),
  'shape-with-body': (draw) =>
    decisionOf(draw, draw.chance.once(2) ? '{}' : faulty(draw), {
      path: pathOf(draw, draw.data.unknownNumber('other')),
    }),
  'shape-with-json': (draw) =>
    decisionOf(draw, withBadLiteral(draw), {
      path: pathOf(draw, draw.data.unknownNumber('other')),
    }),
  'shape.word': (draw) =>
    decisionOf(draw, legal(draw), {
      path: pathOf(draw, draw.data.unknownNumber(draw.chance.pick(['word', 'other-letter']))),
    }),
  empty: (draw) =>
    decisionOf(draw, draw.chance.once(2) ? '{}' : faulty(draw), { path: '/relatorios/validar/' }),
  'no-number': (draw) => decisionOf(draw, legal(draw), { path: '/relatorios/validar/' }),
  escape: (draw) =>
    decisionOf(draw, legal(draw), {
      path: `/relatorios/validar/${draw.chance.pick(['%E0%A4', '%zz'])}`,
    }),
})

/** What some parsers refuse before anybody looks for the report. */
const scalars = strataOf('body', {
  scalar: (draw) =>
    decisionOf(
      draw,
      draw.chance.pick([`"${draw.chance.letters(6)}"`, String(draw.chance.whole(1_000, 99_999))]),
    ),
  'early.unknown': (draw) =>
    ifReportFirst(draw, { ...legal(draw), [draw.chance.letters(draw.chance.whole(4, 8))]: 1 }),
  'early.type': (draw) =>
    ifReportFirst(draw, { ...legal(draw), aprovar: draw.chance.pick([{ valor: true }, [1, 2]]) }),
})

/** Where a body comes before the report anyway, nothing is early. */
function ifReportFirst(draw: Draw, body: object): Question | undefined {
  return isReportFirst(draw.profile) ? decisionOf(draw, body) : undefined
}

const BEARER = ['', 'Bearer ']
const OTHERS = ['Outro ', 'Basic ', 'Bearer: ', 'JWT ']

/** Returns the header with its token in another form. */
function otherScheme({ chance, data }: Draw, forms: readonly string[]): Credentials {
  const { value = '', label } = data.keys.own
  const [, scheme = '', secret = ''] = /^(.*\s)?(\S+)\s*$/.exec(value) ?? []
  const form = chance.pick(forms.filter((one) => one !== scheme))
  return { value: form + secret, label: form + label }
}

function wrong({ chance, data: { keys } }: Draw): Credentials {
  const { random, changed, half, changedFirst, changedLate, shorter, longer, listed, twice } = keys
  const all = [random, changed, half, changedFirst, changedLate, shorter, longer, listed, twice]
  return chance.pick(all.filter((key) => key !== undefined))
}

/** Returns a word without a token, mostly the one that the service wants before it. */
function schemeOnly({ chance, data }: Draw): Credentials {
  const [scheme = chance.pick(['Bearer', 'Basic'])] = /^\w+(?= )/.exec(data.keys.own.value ?? '') ?? []
  return { value: chance.pick([scheme, scheme, 'Token']), label: '' }
}

/** Returns a request that would be legal with a token. */
function any(draw: Draw, authorization: Credentials): Question {
  if (draw.chance.once(3)) return decisionOf(draw, legal(draw), { authorization })
  // Some services repeat the path without its query, others with it.
  return listOf(draw, draw.chance.once(2) ? {} : { page: '2' }, { authorization })
}

const tokens = strataOf('token', {
  none: (draw) => any(draw, draw.data.keys.none),
  empty: (draw) => any(draw, draw.data.keys.empty),
  bearer: (draw) => any(draw, otherScheme(draw, BEARER)),
  'scheme-capitals': (draw) => any(draw, otherScheme(draw, ['bearer ', 'BEARER '])),
  'scheme-gaps': (draw) => any(draw, otherScheme(draw, ['Bearer  ', 'Bearer   '])),
  'scheme-other': (draw) => any(draw, otherScheme(draw, OTHERS)),
  'scheme-twice': (draw) => any(draw, otherScheme(draw, ['Bearer Bearer '])),
  'scheme-token': (draw) => any(draw, otherScheme(draw, ['Token '])),
  'scheme-token.lower-case': (draw) => any(draw, otherScheme(draw, ['token '])),
  wrong: (draw) => any(draw, wrong(draw)),
  'scheme-only': (draw) => any(draw, schemeOnly(draw)),
  disabled: (draw) => {
    const { disabled } = draw.data.keys
    return disabled && any(draw, disabled)
  },
})

/** Two reasons to refuse one request: which of them is told shows what is judged first. */
const pairs = strataOf('precedence', {
  'token-body': (draw) => decisionOf(draw, faulty(draw), { authorization: wrong(draw) }),
  'token-json': (draw) => decisionOf(draw, malformed(draw), { authorization: wrong(draw) }),
  'token-type': (draw) =>
    decisionOf(draw, legal(draw), { authorization: wrong(draw), contentType: otherType(draw) }),
  'token-query': (draw) =>
    listOf(draw, { page: draw.chance.pick(['abc', '0', '-1']) }, { authorization: wrong(draw) }),
  'token-shape': (draw) =>
    decisionOf(draw, legal(draw), {
      authorization: wrong(draw),
      path: pathOf(draw, draw.data.unknownNumber('other')),
    }),
  'token-route': (draw) =>
    listOf(
      draw,
      {},
      {
        path: draw.chance.pick([...PATHS_BELOW, ...PATHS_BETWEEN, ...PATHS_BEFORE_NUMBER]),
        authorization: draw.data.keys.none,
      },
    ),
  'token-method': (draw) => ({ ...without(draw), method: 'GET', authorization: draw.data.keys.none }),
  'token-accept': (draw) =>
    listOf(draw, {}, { authorization: draw.data.keys.none, accept: draw.chance.pick(NOT_JSON) }),
  'token-head': (draw) => listOf(draw, {}, { method: 'HEAD', authorization: draw.data.keys.none }),
  'report-body': (draw) => decisionOf(draw, faulty(draw)),
  'report-json': (draw) => decisionOf(draw, malformed(draw)),
  'report-type': (draw) => decisionOf(draw, legal(draw), { contentType: otherType(draw) }),
  'report-charset': (draw) =>
    decisionOf(draw, faulty(draw), { contentType: 'application/json; charset=latin1' }),
  'shape-body': (draw) =>
    decisionOf(draw, faulty(draw), { path: pathOf(draw, draw.data.unknownNumber('other')) }),
  'shape-json': (draw) =>
    decisionOf(draw, malformed(draw), { path: pathOf(draw, draw.data.unknownNumber('other')) }),
  'type-json': (draw) => decisionOf(draw, malformed(draw), { contentType: otherType(draw) }),
  'type-body': (draw) => decisionOf(draw, faulty(draw), { contentType: otherType(draw) }),
  'type-shape': (draw) =>
    decisionOf(draw, legal(draw), {
      contentType: otherType(draw),
      path: pathOf(draw, draw.data.unknownNumber('other')),
    }),
  'method-body': (draw) => decisionOf(draw, malformed(draw), { method: 'PUT' }),
  'method-type': (draw) =>
    decisionOf(draw, legal(draw), { method: 'PUT', path: '/pessoas', contentType: otherType(draw) }),
  'route-json': (draw) => decisionOf(draw, malformed(draw), { path: '/relatorios/validar/' }),
})

/** Paths, methods, types of a GET, report numbers, tokens, and two reasons at once. */
export const routeStrata: readonly Stratum[] = [
  ...strataOf('path', paths),
  ...ofReport,
  ...strataOf('method', methods),
  ...strataOf('unknown', withoutRoute),
  ...ofGateways,
  ...listMethods,
  ...routes,
  ...getTypes,
  ...acceptedTypes,
  ...reports,
  ...scalars,
  ...tokens,
  ...pairs,
]
