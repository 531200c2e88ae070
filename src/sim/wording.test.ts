import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, type PartialProfile } from '../contract/profile.ts'
import type { Template } from '../contract/template.ts'
import type { Joining, Phrase, Refusals } from '../contract/wording.ts'
import { ANY_CHARACTER } from '../testing/any-character.ts'
import { DECIDED_REPORT, MENSAGEM, OWN_REPORT, smallWorld, TOKEN, UNKNOWN_REPORT } from '../testing/world.ts'
import { createTwin } from '../twin.ts'

const test = suite('wording')
const twin = createTwin(smallWorld())

interface Asked {
  body?: unknown
  numero?: string
  token?: string
  type?: string
}

async function ask(
  refusals: Refusals,
  { body, numero = OWN_REPORT, token = TOKEN, type = 'application/json' }: Asked,
  knobs: PartialProfile = {},
) {
  return twin.ask(completeProfile(knobs, { dialect: { refusals } }), {
    method: 'POST',
    url: `/relatorios/validar/${numero}`,
    headers: { authorization: token, 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const legal = { aprovar: true, mensagem: MENSAGEM }
const several = { mensagem: 'curta', aprovar: 'sim', extra: 1 }
/** The fields of every refusal that the interface shows. */
const envelope = { error: '{error}', message: '{text}', status_code: '{status}' }
const bad = { error: 'Bad Request', status_code: 400 }

/** How services that are written with well-known validators tell several faults, and a single one. */
const styles: Record<string, { refusals: Refusals; ofSeveral: unknown; ofOne: unknown; status?: number }> = {
  'Joi 10, which stops at the first': {
    refusals: { joining: { payload: { told: 'first' } } },
    ofSeveral: {
      ...bad,
      message: 'child "aprovar" fails because ["aprovar" must be a boolean]',
      validation: { source: 'payload', keys: ['aprovar'] },
    },
    ofOne: {
      ...bad,
      message: 'child "payload" fails because ["extra" is not allowed]',
      validation: { source: 'payload', keys: ['extra'] },
    },
  },
  'Joi 17, which tells the first and names all': {
    refusals: {
      phrases: {
        'aprovar.word': '"{key}" must be [true, false]',
        '*.short': '"{key}" length must be at least {limit} characters long',
        'payload.*': '"{key}" is not allowed',
      },
      joining: { payload: { told: 'first', keys: 'all', order: ['mensagem'] } },
    },
    ofSeveral: {
      ...bad,
      message: '"mensagem" length must be at least 25 characters long',
      validation: { source: 'payload', keys: ['mensagem', 'aprovar', 'extra'] },
    },
    ofOne: {
      ...bad,
      message: '"extra" is not allowed',
      validation: { source: 'payload', keys: ['extra'] },
    },
  },
  'class-validator, unknown properties first, a list of texts': {
    refusals: {
      frames: { payload: { status: 400, body: { ...envelope, message: ['{text}'] } } },
      phrases: {
        'aprovar.*': '{key} must be a boolean value',
        'mensagem.short': '{key} must be longer than or equal to {limit} characters',
        'payload.unknown': 'property {key} should not exist',
      },
      joining: { payload: { order: ['*', 'mensagem', 'aprovar'] } },
    },
    ofSeveral: {
      ...bad,
      message: [
        'property extra should not exist',
        'mensagem must be longer than or equal to 25 characters',
        'aprovar must be a boolean value',
      ],
    },
    ofOne: { ...bad, message: ['property extra should not exist'] },
  },
  'zod, as issues with a path': {
    refusals: {
      frames: {
        payload: {
          status: 422,
          body: {
            ...envelope,
            validation: { source: '{source}', keys: '{keys}' },
            issues: [{ path: ['{key}'], message: '{text}' }],
          },
        },
      },
      phrases: {
        'aprovar.word': { text: 'Expected boolean, received string', source: 'body' },
        'mensagem.short': 'String must contain at least {limit} character(s)',
        'payload.unknown': {
          text: "Unrecognized key(s) in object: '{key}'",
          keys: ['', 'body.{key}'],
          source: 'body',
        },
      },
      joining: { payload: { before: 'Validation error: ', between: '; ', last: ' and ', after: '.' } },
    },
    status: 422,
    ofSeveral: {
      error: 'Bad Request',
      message:
        "Validation error: Expected boolean, received string; String must contain at least 25 character(s) and Unrecognized key(s) in object: 'extra'.",
      status_code: 422,
      validation: { source: 'body', keys: ['aprovar', 'mensagem', '', 'body.extra'] },
      issues: [
        { path: ['aprovar'], message: 'Expected boolean, received string' },
        { path: ['mensagem'], message: 'String must contain at least 25 character(s)' },
        { path: ['extra'], message: "Unrecognized key(s) in object: 'extra'" },
      ],
    },
    ofOne: {
      error: 'Bad Request',
      message: "Validation error: Unrecognized key(s) in object: 'extra'.",
      status_code: 422,
      validation: { source: 'body', keys: ['', 'body.extra'] },
      issues: [{ path: ['extra'], message: "Unrecognized key(s) in object: 'extra'" }],
    },
  },
  'Laravel, which counts the rest and groups by field': {
    refusals: {
      frames: { payload: { status: 422, body: { ...envelope, errors: { '{key}': ['{text}'] } } } },
      phrases: {
        '*.word': 'The {key} field must be true or false.',
        '*.unknown': 'The {key} field is prohibited.',
      },
      joining: { payload: { instead: '{text} (and {rest} more errors)' } },
    },
    status: 422,
    ofSeveral: {
      error: 'Bad Request',
      message: 'The aprovar field must be true or false. (and 2 more errors)',
      status_code: 422,
      errors: {
        aprovar: ['The aprovar field must be true or false.'],
        mensagem: ['child "mensagem" fails because ["mensagem" length must be at least 25 characters long]'],
        extra: ['The extra field is prohibited.'],
      },
    },
    ofOne: {
      error: 'Bad Request',
      message: 'The extra field is prohibited.',
      status_code: 422,
      errors: { extra: ['The extra field is prohibited.'] },
    },
  },
  'Spring, which counts, and repeats what was sent': {
    refusals: {
      frames: {
        payload: {
          status: 400,
          body: {
            ...envelope,
            message: "Validation failed for object='decision'. Error count: {count}",
            errors: [{ field: '{key}', defaultMessage: '{text}', rejectedValue: '{value}' }],
          },
        },
      },
      phrases: {
        '*.short': 'size must be between {limit} and {length}',
        '*.word': 'must be true or false',
        '*.unknown': 'not known',
      },
    },
    ofSeveral: {
      ...bad,
      message: "Validation failed for object='decision'. Error count: 3",
      errors: [
        { field: 'aprovar', defaultMessage: 'must be true or false', rejectedValue: 'sim' },
        { field: 'mensagem', defaultMessage: 'size must be between 25 and 5', rejectedValue: 'curta' },
        { field: 'extra', defaultMessage: 'not known', rejectedValue: 1 },
      ],
    },
    ofOne: {
      ...bad,
      message: "Validation failed for object='decision'. Error count: 1",
      errors: [{ field: 'extra', defaultMessage: 'not known', rejectedValue: 1 }],
    },
  },
  'pydantic, in a frame that the phrase of the first fault names': {
    refusals: {
      frames: {
        other: { status: 422, body: { ...envelope, detail: [{ loc: ['body', '{key}'], msg: '{text}' }] } },
      },
      phrases: {
        'aprovar.word': { text: 'Input should be a valid boolean', frame: 'other' },
        'mensagem.short': 'String should have at least {limit} characters',
        'payload.unknown': { text: 'Extra inputs are not permitted', frame: 'unheard-of' },
      },
      joining: { payload: { keys: 'first' } },
    },
    status: 422,
    ofSeveral: {
      error: 'Bad Request',
      message:
        'Input should be a valid boolean. String should have at least 25 characters. Extra inputs are not permitted',
      status_code: 422,
      detail: [
        { loc: ['body', 'aprovar'], msg: 'Input should be a valid boolean' },
        { loc: ['body', 'mensagem'], msg: 'String should have at least 25 characters' },
        { loc: ['body', 'extra'], msg: 'Extra inputs are not permitted' },
      ],
    },
    ofOne: {
      ...bad,
      message: 'Extra inputs are not permitted',
      validation: { source: 'payload', keys: ['extra'] },
    },
  },
}
for (const [name, { refusals, ofSeveral, ofOne, status = 400 }] of Object.entries(styles)) {
  test(name, async () => {
    const answer = await ask(refusals, { body: several })
    assert.is(answer.status, status)
    assert.equal(JSON.parse(answer.text), ofSeveral)
    assert.equal(JSON.parse((await ask(refusals, { body: { ...legal, extra: 1 } })).text), ofOne)
  })
}

const phrases = { '*.wrong': 'Token inválido', 'report.unknown': 'Relatório {value} inexistente' }
const singles: [refusals: Refusals, asked: Asked, status: number, body: unknown][] = [
  [{ phrases }, { token: 'x' }, 401, { error: 'Unauthorized', message: 'Token inválido', status_code: 401 }],
  [
    { phrases },
    { numero: UNKNOWN_REPORT, body: legal },
    404,
    { error: 'Not Found', message: `Relatório ${UNKNOWN_REPORT} inexistente`, status_code: 404 },
  ],
  [
    { frames: { 401: { status: 403, body: { message: '{text}', code: 'E{status}' } } }, phrases },
    { token: 'x' },
    403,
    { message: 'Token inválido', code: 'E403' },
  ],
  [
    { frames: { 415: { status: 400, body: { ...envelope, keys: ['{key}'] } } } },
    { type: 'text/plain', body: legal },
    400,
    {
      error: 'Unsupported Media Type',
      message: 'Unsupported Media Type',
      status_code: 400,
      keys: ['content-type'],
    },
  ],
  [
    { phrases: { 'json.*': { text: 'Bad JSON', source: 'payload', keys: ['body'] } } },
    { body: '{' },
    400,
    { ...bad, message: 'Bad JSON', validation: { source: 'payload', keys: ['body'] } },
  ],
  [
    { phrases: { 'json.*': { text: 'Bad JSON', source: 'payload' } } },
    { body: '{' },
    400,
    { ...bad, message: 'Bad JSON', validation: { source: 'payload', keys: [] } },
  ],
  [
    { frames: { payload: { status: 422, body: { m: '{text}', k: '{keys}', s: '{source}' } } } },
    { body: [] },
    422,
    { m: '"value" must be an object', k: ['value'], s: 'payload' },
  ],
  [
    { frames: { 400: { status: 400, body: { m: '{text}', c: '{own.code}' }, own: { code: 'E{status}' } } } },
    { body: '{' },
    400,
    { m: 'Invalid request payload JSON format', c: 'E400' },
  ],
  [
    {
      frames: {
        400: { status: 400, body: { c: '{own.code}', w: '{own.what}' }, own: { code: 'E1', what: '{text}' } },
      },
      phrases: { 'json.*': { text: 'Bad JSON', own: { code: 'E2' } } },
    },
    { body: '{' },
    400,
    { c: 'E2', w: 'Bad JSON' },
  ],
  [
    {
      frames: { 400: { status: 400, body: { c: '{own.code}' } } },
      phrases: { 'json.*': { own: { code: 7 } } },
    },
    { body: '{' },
    400,
    { c: 7 },
  ],
  [{ frames: { 409: { status: 409, body: 'no' } } }, { numero: DECIDED_REPORT, body: legal }, 409, 'no'],
  [
    { frames: { 400: { status: 400, body: { k: ['{key}'], v: '{value}' } } } },
    { body: '{' },
    400,
    { k: [''], v: '{value}' },
  ],
]
for (const [refusals, asked, status, body] of singles) {
  test(`${JSON.stringify(refusals)} for ${JSON.stringify(asked)}`, async () => {
    const answer = await ask(refusals, asked, { revalidation: 'refuse-409' })
    assert.is(answer.status, status)
    assert.equal(typeof body === 'string' ? answer.text : JSON.parse(answer.text), body)
  })
}

const phases: [refusals: Refusals, body: unknown, message: string, keys: string[]][] = [
  [{ joining: { payload: { order: 'sent' } } }, several, '. ', ['mensagem', 'aprovar', 'extra']],
  [
    { joining: { payload: { order: 'sent' } } },
    { extra: 1, mensagem: 1 },
    '. ',
    ['extra', 'mensagem', 'aprovar'],
  ],
  [
    { joining: { payload: { order: 'sorted' } } },
    { mensagem: 'curta', b: 1, a: 1 },
    '. ',
    ['a', 'aprovar', 'b', 'mensagem'],
  ],
  [{ joining: { payload: { alone: ['payload.unknown'] } } }, several, '', ['extra']],
  [{ joining: { payload: { alone: ['payload.unknown'] } } }, {}, '. ', ['aprovar', 'mensagem']],
  [{ joining: { payload: { alone: ['payload.*', '*.word'] } } }, several, '. ', ['aprovar', 'extra']],
  [
    { joining: { payload: { alone: ['payload.*', '*.word'], aloneTold: 'first', order: 'sent' } } },
    several,
    '',
    ['aprovar'],
  ],
  [
    {
      joining: {
        payload: { alone: ['payload.*', '*.word'], aloneOrder: ['*'], order: ['mensagem', 'aprovar'] },
      },
    },
    several,
    '. ',
    ['extra', 'aprovar'],
  ],
  [
    { joining: { payload: { alone: ['payload.*'], aloneOrder: 'sent', order: ['mensagem', 'aprovar'] } } },
    {},
    '. ',
    ['mensagem', 'aprovar'],
  ],
  [{ joining: { payload: { later: ['payload.*'] } } }, several, '. ', ['aprovar', 'mensagem']],
  [{ joining: { payload: { later: ['payload.*'] } } }, { ...legal, extra: 1 }, '', ['extra']],
  [
    { joining: { payload: { later: ['mensagem.short'] } } },
    { aprovar: 'talvez', mensagem: ' ' },
    '',
    ['aprovar'],
  ],
  [
    {
      joining: { payload: { later: ['mensagem.short'] } },
      phrases: { 'mensagem.short': 'curta', 'mensagem.short-blank': 'em branco' },
    },
    { aprovar: 'talvez', mensagem: ' ' },
    '. ',
    ['aprovar', 'mensagem'],
  ],
]
const asked = { method: '{method}', url: '{url}', path: '{path}', resource: '{resource}', base: '{base}' }
for (const url of [
  ...['/relatorios/validar/x?a=1', '/x?b={url}', '/Pessoas/?page=0'],
  `/x?nome=${'a'.repeat(5_000)}`,
]) {
  test(`a frame can repeat that ${url.slice(0, 40)} was asked for`, async () => {
    const frame = (status: number) => ({ status, body: asked })
    const refusals: Refusals = { frames: { 400: frame(400), 404: frame(404) } }
    const headers = { authorization: TOKEN, host: 'api.example:80' }
    // A path that stands for another one is told as it was sent.
    const routes = { path: { capitals: 'same', 'trailing-slash': 'same' } } as const
    const { text } = await twin.ask(completeProfile({ dialect: { refusals, routes } }), {
      method: 'GET',
      url,
      headers,
    })
    const path = url.replace(/\?.*/, '')
    const own = { method: 'GET', url, path, resource: path.slice(1), base: 'http://api.example:80' }
    assert.equal(JSON.parse(text), own)
  })
}

test('what each of several faults has of its own is put together', async () => {
  const own = { errors: { '{key}': ['{text}'] }, all: ['{key}'], code: '{key}' }
  const body = { errors: '{own.errors}', all: '{own.all}', code: '{own.code}' }
  const phrases = { 'payload.unknown': 'sem {key}', 'mensagem.short': 'curta' }
  const { text } = await ask(
    { frames: { payload: { status: 422, body, own } }, phrases },
    { body: { y: 1, mensagem: 'curta', aprovar: true, x: 2 } },
  )
  assert.equal(JSON.parse(text), {
    errors: { mensagem: ['curta'], y: ['sem y'], x: ['sem x'] },
    all: ['mensagem', 'y', 'x'],
    code: 'mensagem',
  })
})

const lists: [rules: Joining, body: unknown, message: string][] = [
  [{ last: ' e ' }, { extra: 1 }, 'a, b e c e d'],
  [{ last: ' e ', lists: 'own' }, { extra: 1 }, 'a, b, c e d'],
  [{ last: ' e ', lists: 'own' }, { mensagem: 'curta' }, 'a, b e c'],
  [{ last: ' e ', lists: 'own' }, { aprovar: true }, 'b e c'],
  [{ lists: 'own' }, { mensagem: 'curta' }, 'a, b e c'],
  [{ last: ' e ', alone: ['payload.*'], aloneBetween: '; ' }, { extra: 1, outra: 2 }, 'd; d'],
  [{ last: ' e ', alone: ['payload.*'], aloneBetween: '; ' }, { mensagem: 'curta' }, 'a e b e c'],
  [{ lists: 'own', alone: ['mensagem.*'], aloneBetween: '; ' }, { mensagem: 'curta' }, 'b e c'],
]
for (const [rules, body, message] of lists) {
  test(`texts that are lists themselves are joined to ${message} by ${JSON.stringify(rules)}`, async () => {
    const phrases = {
      'aprovar.missing': 'a',
      ...{ 'mensagem.missing': 'b e c', 'mensagem.short': 'b e c', 'payload.unknown': 'd' },
    }
    const { text } = await ask(
      { phrases, joining: { payload: { told: 'all', between: ', ', ...rules } } },
      { body },
    )
    assert.is(JSON.parse(text).message, message)
  })
}

const unknowns = { y: 1, mensagem: 'curta', aprovar: true, x: 2 }
const inOneText: [rules: Joining, body: unknown, message: string, keys: string[]][] = [
  [{}, unknowns, 'curta; sem y; sem x', ['mensagem', 'y', 'x']],
  [{ betweenKeys: ', ' }, unknowns, 'curta; sem y, x', ['mensagem', 'y', 'x']],
  [{ betweenKeys: ', ', order: ['*'] }, unknowns, 'sem y, x; curta', ['y', 'x', 'mensagem']],
  [{ betweenKeys: ', ', order: ['*'], told: 'first' }, unknowns, 'sem y, x', ['y', 'x']],
  [{ betweenKeys: ', ', told: 'first' }, unknowns, 'curta', ['mensagem']],
  [{ betweenKeys: ', ', told: 'first' }, { ...legal, x: 1 }, 'sem x', ['x']],
  [
    { betweenKeys: ', ', order: ['*'], told: 'first', keys: 'all' },
    unknowns,
    'sem y, x',
    ['y', 'x', 'mensagem'],
  ],
  [{ betweenKeys: ', ' }, { ...legal, mensagem: 'curta' }, 'curta', ['mensagem']],
  [{ betweenKeys: ', ', mergedKeys: 'all' }, unknowns, 'curta; sem mensagem, y, x', ['mensagem', 'y', 'x']],
  [
    { betweenKeys: ', ', mergedKeys: 'all' },
    { ...legal, mensagem: 'curta', x: 1 },
    'curta; sem mensagem, x',
    ['mensagem', 'x'],
  ],
  [{ betweenKeys: ', ', mergedKeys: 'all' }, { ...legal, x: 1 }, 'sem x', ['x']],
]
for (const [rules, body, message, keys] of inOneText) {
  test(`${JSON.stringify(rules)} of ${JSON.stringify(body)} says ${message}`, async () => {
    const phrases = { 'payload.unknown': 'sem {key}', 'mensagem.short': 'curta' }
    const told = JSON.parse(
      (await ask({ phrases, joining: { payload: { between: '; ', ...rules } } }, { body })).text,
    )
    assert.equal([told.message, told.validation.keys], [message, keys])
  })
}

for (const [refusals, body, between, keys] of phases) {
  test(`${JSON.stringify(refusals)} of ${JSON.stringify(body)} names ${keys}`, async () => {
    const { message, validation } = JSON.parse((await ask(refusals, { body })).text)
    assert.equal(validation.keys, keys)
    assert.is(message.split(/(?<=\])\. /).length, between === '' ? 1 : keys.length)
  })
}

test('of several unknown fields, only the first one that came may be told', async () => {
  const joining = { payload: { told: 'all', unknownTold: 'first' } } as const
  const keysOf = async (body: object) => JSON.parse((await ask({ joining }, { body })).text).validation.keys
  assert.equal(await keysOf({ ...legal, y: 1, x: 2 }), ['y'])
  assert.equal(await keysOf({ mensagem: 'curta', y: 1, x: 2 }), ['aprovar', 'mensagem', 'y'])
  assert.equal(await keysOf({ mensagem: 'curta' }), ['aprovar', 'mensagem'])
})

test('lists can have known fields first where the text has unknown ones first', async () => {
  const body = { text: '{text}', of: ['{key}'] }
  const said = async (rules: Joining) => {
    const refusals: Refusals = {
      frames: { payload: { status: 400, body } },
      phrases: { 'payload.*': '{key}?', 'aprovar.*': '{key}!', 'mensagem.*': '{key}!' },
      joining: { payload: { told: 'all', order: ['*'], between: ' ', eachOrder: 'usual', ...rules } },
    }
    return JSON.parse((await ask(refusals, { body: { mensagem: 'curta', y: 1, x: 2 } })).text)
  }
  const keys = ['aprovar', 'mensagem', 'y', 'x']
  assert.equal(await said({}), { text: 'y? x? aprovar! mensagem!', of: keys })
  assert.equal(await said({ alone: ['payload.*'] }), { text: 'y? x?', of: ['y', 'x'] })
  assert.equal(await said({ alone: ['payload.*'], aloneIn: 'text' }), { text: 'y? x?', of: keys })
})

test('a text that counts its own faults adds them to the heading of all', async () => {
  const said = async (heading: string, body: object) => {
    const phrases = {
      'aprovar.missing': 'no aprovar',
      'mensagem.empty-text': '2 errors: no mensagem, too short',
      'mensagem.short': 'too short',
    }
    const joining = { payload: { told: 'all', between: ', ', heading } } as const
    return JSON.parse((await ask({ phrases, joining }, { body })).text).message
  }
  assert.is(await said('{count} errors: ', { mensagem: '' }), '3 errors: no aprovar, no mensagem, too short')
  assert.is(await said('{count} errors: ', { mensagem: 'curta' }), '2 errors: no aprovar, too short')
  assert.is(
    await said('{count} errors: ', { aprovar: true, mensagem: '' }),
    '2 errors: no mensagem, too short',
  )
  assert.is(
    await said('one and {rest}: ', { mensagem: '' }),
    'one and 1: no aprovar, 2 errors: no mensagem, too short',
  )
})

test('lists have each unknown field although one text tells all, and may be in the order of names', async () => {
  const said = async (
    rules: Joining,
    body: object,
    own: Phrase = { own: { of: [{ '{key}': '{text}' }] } },
  ) => {
    const refusals: Refusals = {
      frames: { payload: { status: 400, body: { text: '{text}', of: '{own.of}', each: { '{key}': '?' } } } },
      phrases: {
        'payload.unknown': { text: 'sem {key}', ...(own as object) },
        'mensagem.short': { text: 'curta', own: { of: ['{key}'] } },
      },
      joining: { payload: { told: 'all', between: '; ', betweenKeys: ', ', ...rules } },
    }
    return JSON.parse((await ask(refusals, { body })).text)
  }
  const text = 'curta; sem y, x'
  const each = [{ y: 'sem y, x' }, { x: 'sem y, x' }]
  assert.equal(await said({}, unknowns), {
    text,
    of: ['mensagem', ...each],
    each: { mensagem: '?', 'y, x': '?' },
  })
  const { of, each: byName } = await said(
    { each: 'all', eachOrder: 'sorted' },
    { ...legal, y: 1, x: 2, a: 3 },
  )
  assert.equal(of, [{ a: 'sem a' }, { x: 'sem x' }, { y: 'sem y' }])
  assert.equal(Object.keys(byName), ['a', 'x', 'y'])
})

for (const more of [{}, { each: 'all' }, { betweenKeys: ', ' }] as const) {
  test(`lists can have one element for several unknown fields, with ${JSON.stringify(more)}`, async () => {
    const refusals: Refusals = {
      frames: {
        payload: {
          status: 400,
          body: { of: '{own.of}', keys: '{keys}' },
          own: { of: [{ of: '{key}' }] },
        },
      },
      joining: {
        payload: {
          told: 'all',
          severalOwn: { between: '/', own: { of: [{ all: '{key}', keys: '{keys}' }] } },
          ...more,
        },
      },
    }
    const said = async (body: object) => JSON.parse((await ask(refusals, { body })).text)
    assert.equal(await said({ ...legal, mensagem: 'curta', y: 1, x: 2 }), {
      of: [{ of: 'mensagem' }, { all: 'y/x', keys: ['y', 'x'] }],
      keys: ['mensagem', 'y', 'x'],
    })
    assert.equal(await said({ ...legal, y: 1 }), { of: [{ of: 'y' }], keys: ['y'] })
  })
}

test('unknown fields are told together without a phrase, too', async () => {
  const rules = { betweenKeys: '" is not allowed, "' }
  const { message } = JSON.parse(
    (await ask({ joining: { payload: rules } }, { body: { ...legal, y: 1, x: 2 } })).text,
  )
  assert.is(message, 'child "payload" fails because ["y" is not allowed, "x" is not allowed]')
})

test('parameters can be told as they were sent', async () => {
  const profile = completeProfile({ dialect: { refusals: { joining: { query: { order: 'sent' } } } } })
  const headers = { authorization: TOKEN }
  const { text } = await twin.ask(profile, { method: 'GET', url: '/pessoas?x=1&rows=x&page=x', headers })
  assert.equal(JSON.parse(text).validation.keys, ['x', 'rows', 'page'])
})

test('of a query, the text of a fault without a phrase stays as it is', async () => {
  const profile = completeProfile({ dialect: { refusals: { joining: { query: { between: ' / ' } } } } })
  const { text } = await twin.ask(profile, {
    method: 'GET',
    url: '/pessoas?rows=x&page=x',
    headers: { authorization: TOKEN },
  })
  const says = (key: string) => `child "${key}" fails because ["${key}" must be a number]`
  assert.is(JSON.parse(text).message, `${says('page')} / ${says('rows')}`)
})

test('of many faults the first 250 are told, in the order of the profile', async () => {
  const body = Object.fromEntries(Array.from({ length: 450 }, (_, i) => [`k${i}`, 1]))
  const refusals: Refusals = {
    frames: {
      payload: { status: 400, body: { text: '{text}', keys: '{keys}', each: ['{key}'], of: '{count}' } },
    },
    phrases: { '*.*': 'never looked for', '*.unknown': '{key}' },
    joining: { payload: { order: ['*', 'aprovar'], between: ',' } },
  }
  const told = JSON.parse((await ask(refusals, { body })).text)
  assert.is(told.keys.length, 250)
  assert.is(told.each.length, 250)
  assert.is(told.of, 452)
  assert.match(told.text, /^k0,k1,.*,k249,202 more are not listed$/)
})

test('a text in place of several counts those that are too many to be listed', async () => {
  const body = { ...legal, ['k'.repeat(17_000)]: 1, other: 2 }
  const refusals: Refusals = {
    phrases: { 'payload.*': 'no' },
    joining: { payload: { instead: '{text} (and {rest} more error{s})' } },
  }
  const told = JSON.parse((await ask(refusals, { body })).text)
  assert.is(told.message, 'no (and 1 more error)')
})

test('a refusal without a name is put into a frame, too', async () => {
  const refusals: Refusals = {
    frames: { 400: { status: 422, body: { says: '{text}' } } },
    phrases: { '*.*': 'x' },
  }
  const profile = completeProfile({ dialect: { refusals } })
  const { status, text, situations } = await twin.ask(profile, {
    method: 'POST',
    url: `/relatorios/validar/${OWN_REPORT}`,
    headers: { authorization: TOKEN, 'content-type': 'application/json', 'content-length': '999' },
    body: '{}',
  })
  assert.equal([status, text, situations], [422, '{"says":"Malformed request"}', []])
})

test('what was sent is escaped for the type that all refusals have, too', async () => {
  const refusalHeaders = { 'content-type': 'text/html' }
  const frames = { payload: { status: 400, body: '<p>{key}</p>' } }
  const profile = completeProfile({ dialect: { shape: { refusalHeaders }, refusals: { frames } } })
  const { text } = await twin.ask(profile, {
    method: 'POST',
    url: `/relatorios/validar/${OWN_REPORT}`,
    headers: { authorization: TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({ ...legal, '<b>': 1 }),
  })
  assert.is(text, '<p>&#60;b&#62;</p>')
})

const HTML = { 'content-type': 'text/html' }
const ONCE = '&lt;b&gt;&amp;'
const ofKey: [name: string, refusals: Refusals, text: string][] = [
  [
    'a slot of a body',
    { frames: { payload: { status: 400, body: '<p>{key:html}</p>', headers: HTML } } },
    `<p>${ONCE}</p>`,
  ],
  [
    'a slot beside others',
    { frames: { payload: { status: 400, body: '{key:html}{key}{none:html}{count:html}', headers: HTML } } },
    `${ONCE}&#60;b&#62;&#38;{none:html}1`,
  ],
  ['a list', { frames: { payload: { status: 400, body: '{keys:html}', headers: HTML } } }, ONCE],
  [
    'a phrase',
    {
      frames: { payload: { status: 400, body: '<p>{text}</p>', headers: HTML } },
      phrases: { 'payload.unknown': '<{key:html}> & {key}' },
    },
    `<p>&#60;${ONCE}&#62; &#38; &#60;b&#62;&#38;</p>`,
  ],
  [
    'what a fault has of its own',
    {
      frames: { payload: { status: 400, body: '{own.a}', headers: HTML, own: { a: '{key:html}' } } },
    },
    ONCE,
  ],
  [
    'a text, and again where the profile says so',
    {
      frames: { payload: { status: 400, body: '{text:html}', headers: HTML } },
      phrases: { 'payload.unknown': '"{key:html}"' },
    },
    '&quot;&amp;lt&#x3b;b&amp;gt&#x3b;&amp;amp&#x3b;&quot;',
  ],
  [
    'XML',
    {
      frames: {
        payload: { status: 400, body: '{key:html}', headers: { 'content-type': 'application/xml' } },
      },
    },
    ONCE,
  ],
  [
    'a string of JSON',
    {
      frames: { payload: { status: 400, body: '{"a":"{text}{key:html}"}' } },
      phrases: { 'payload.unknown': '"{key:html}' },
    },
    `{"a":"\\"${ONCE}${ONCE}"}`,
  ],
  [
    'JSON',
    {
      frames: { payload: { status: 400, body: { a: '{text}' } } },
      phrases: { 'payload.unknown': '{key:html}' },
    },
    `{"a":"${ONCE}"}`,
  ],
]
for (const [name, refusals, text] of ofKey) {
  test(`the form html escapes what was sent once in ${name}`, async () => {
    const body = JSON.stringify({ ...legal, '<b>&': 1 })
    assert.is((await ask(refusals, { body })).text, text)
  })
}

test('what was sent is cut short, and is never more than a text', async () => {
  const raw = '{"text": "{text}", "key": "{key}", "keys": {keys}}'
  const payload = (body: Template, type?: string): Refusals => ({
    frames: {
      payload: {
        status: 400,
        body,
        ...(type !== undefined && { headers: { 'Content-Type': type } }),
      },
    },
    phrases: { 'payload.*': 'no {key} of {value}' },
  })
  const aText = fc.oneof(
    fc.string({ unit: ANY_CHARACTER, maxLength: 1_100 }),
    fc.constantFrom('{value}', '{text}', '"', '\\', '</script>', '$&', '{keys}', '__proto__x', '\ud800'),
  )
  await fc.assert(
    fc.asyncProperty(aText, aText, async (key, value) => {
      fc.pre(!['aprovar', 'mensagem', '__proto__'].includes(key))
      const body = JSON.stringify({ ...legal, [key]: value })
      const sent = JSON.parse(Buffer.from(body).toString())
      const name = Object.keys(sent).find((field) => !Object.hasOwn(legal, field)) as string
      const cut = (text: string) => (text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text)
      const text = `no ${cut(name)} of ${cut(sent[name])}`
      const asBytes = (told: object) => JSON.parse(Buffer.from(JSON.stringify(told)).toString())
      const expected = asBytes({ text, key: cut(name), keys: [cut(name)] })
      const template = { text: '{text}', key: '{key}', keys: '{keys}' }
      assert.equal(JSON.parse((await ask(payload(template), { body })).text), expected)
      assert.equal(JSON.parse((await ask(payload(raw), { body })).text), expected)
      assert.not.match((await ask(payload('{text}', 'text/html'), { body })).text, /[<>"]/)
      const plain = (await ask(payload('{text}', 'text/plain'), { body })).text
      assert.is(plain, Buffer.from(text).toString())
    }),
    { numRuns: 50 },
  )
})

test('a parser stops at the first wrong type that came, once nothing is told alone', async () => {
  const payload: Joining = {
    ...{ told: 'all', between: '; ', keys: 'all' },
    ...{ alone: ['payload.unknown'], stopAt: ['aprovar.word', 'mensagem.number'] },
  }
  const keysFor = async (body: object) =>
    JSON.parse((await ask({ joining: { payload } }, { body })).text).validation.keys
  assert.equal(await keysFor({ mensagem: 7, aprovar: 'sim' }), ['mensagem'])
  assert.equal(await keysFor({ aprovar: 'sim', mensagem: 7 }), ['aprovar'])
  assert.equal(await keysFor({ mensagem: 7 }), ['mensagem'])
  assert.equal(await keysFor({ mensagem: 'curta' }), ['aprovar', 'mensagem'])
  assert.equal(await keysFor({ b: 1, aprovar: 'sim', a: 1 }), ['b', 'a'])
})

test('keys may be listed by their names while texts are not', async () => {
  const refusals: Refusals = { joining: { payload: { order: 'sent', keysOrder: 'sorted' } } }
  const { message, validation } = JSON.parse((await ask(refusals, { body: several })).text)
  assert.ok(message.indexOf('"mensagem"') < message.indexOf('"aprovar"'))
  assert.equal(validation.keys, ['aprovar', 'extra', 'mensagem'])
})

test('the text in place of several can have a plural', async () => {
  const refusals: Refusals = { joining: { payload: { instead: '{text} (+{rest} error{s})' } } }
  const textOf = async (body: unknown) => JSON.parse((await ask(refusals, { body })).text).message
  assert.match(await textOf({}), /\(\+1 error\)$/)
  assert.match(await textOf(several), /\(\+2 errors\)$/)
})

test('what is told alone may be joined where others are counted', async () => {
  const alone = { alone: ['payload.unknown'], aloneTold: 'all' } as const
  const counted = { ...alone, instead: '{text} (+{rest})' }
  const phrases = { '*.missing': 'no {key}', 'payload.unknown': 'odd {key}' }
  const textsOf = async (payload: Joining) =>
    Promise.all(
      [{}, { x: 1, y: 2 }].map(
        async (body) => JSON.parse((await ask({ phrases, joining: { payload } }, { body })).text).message,
      ),
    )
  assert.equal(await textsOf({ ...counted, between: ', ' }), ['no aprovar (+1)', 'odd x, odd y'])
  assert.equal(await textsOf(counted), ['no aprovar (+1)', 'odd x (+1)'])
})

test('what is told alone may be alone in the text only', async () => {
  const phrases = { 'payload.unknown': { text: 'odd {key}', own: { code: 'odd' } } }
  const own = { each: '{key}: {text}' }
  const body = { message: '{text}', keys: '{keys}', each: '{own.each}' }
  const frames = { payload: { status: 400, body: { ...body, each: ['{own.each}'] }, own } }
  const answerBy = async (rule: Joining, sent: unknown) => {
    const payload: Joining = { alone: ['payload.unknown'], aloneTold: 'first', aloneIn: 'text', ...rule }
    const { text } = await ask({ frames, phrases, joining: { payload } }, { body: sent })
    return JSON.parse(text)
  }
  const sent = { y: 1, x: 2, mensagem: legal.mensagem }
  const keys = ['aprovar', 'y', 'x']
  assert.equal(await answerBy({}, sent), { message: 'odd y', keys, each: ['y: odd y'] })
  assert.equal((await answerBy({ keys: 'first' }, sent)).keys, ['aprovar'])
  assert.equal((await answerBy({ keys: 'all', aloneKeys: 'first' }, sent)).keys, ['aprovar'])
  assert.equal((await answerBy({ order: ['*'] }, sent)).keys, ['y', 'x', 'aprovar'])
  const { each } = await answerBy({ each: 'all' }, sent)
  assert.equal(each.slice(1), ['y: odd y', 'x: odd x'])
  assert.match(each[0], /^aprovar: /)
  assert.equal((await answerBy({}, { mensagem: 'curta' })).keys, ['aprovar', 'mensagem'])
})

test('the text in place of several counts what the text of one field counts', async () => {
  const joining = { payload: { instead: '{text} (+{rest} error{s})' } }
  const phrases = {
    '*.missing': 'no {key}',
    '*.word': 'not boolean (+2 errors)',
    '*.short': 'short (+1 error)',
  }
  const textOf = async (body: unknown) => JSON.parse((await ask({ phrases, joining }, { body })).text).message
  assert.is(await textOf({ mensagem: legal.mensagem, aprovar: 'sim' }), 'not boolean (+2 errors)')
  assert.is(await textOf({ mensagem: 'curta', aprovar: 'sim' }), 'not boolean (+4 errors)')
  assert.is(await textOf({ mensagem: 'curta' }), 'no aprovar (+2 errors)')
  assert.is(await textOf({}), 'no aprovar (+1 error)')
})

test('what stands around texts may be in each of them by itself, and is told once', async () => {
  const joining = { payload: { between: ', ', before: 'Falhou: ', around: 'own', after: '!' } } as const
  const phrases = { '*.missing': 'Falhou: sem {key}!', '*.unknown': 'child {key}' }
  const textOf = async (body: unknown) => JSON.parse((await ask({ phrases, joining }, { body })).text).message
  assert.is(await textOf({}), 'Falhou: sem aprovar, sem mensagem!')
  assert.is(await textOf({ ...legal, x: 1 }), 'child x')
  assert.is(await textOf({ aprovar: true, x: 1 }), 'Falhou: sem mensagem, child x!')
})

test('the keys of several faults are each told once where a frame has them of each', async () => {
  const frames = { payload: { status: 400, body: { is: '{own.keys}' }, own: { keys: '{keys}' } } }
  const keysOf = async (body: unknown) => JSON.parse((await ask({ frames }, { body })).text).is
  assert.equal(await keysOf({}), ['aprovar', 'mensagem'])
  assert.equal(await keysOf({ aprovar: true }), ['mensagem'])
})

test('a body that breaks in none of its values lists none', async () => {
  const frames = { json: { status: 400, body: { is: '{own.keys}' } } }
  const phrases = { 'json.malformed': { frame: 'json', own: { keys: ['{dotted}'] } } }
  const keysOf = async (body: string) => JSON.parse((await ask({ frames, phrases }, { body })).text).is
  assert.equal(await keysOf('{"a":'), ['a'])
  assert.equal(await keysOf('{"a"'), [])
  assert.equal(await keysOf(' '), [''])
})

test('what unknown fields are told with holds for __proto__, too', async () => {
  const joining = { payload: { told: 'all', alone: ['payload.unknown'] } } as const
  const bodies = { body: { proto: 'unknown-key' } } as const
  const answer = await twin.ask(completeProfile({ dialect: { bodies, refusals: { joining } } }), {
    method: 'POST',
    url: `/relatorios/validar/${OWN_REPORT}`,
    headers: { authorization: TOKEN, 'content-type': 'application/json' },
    body: '{"__proto__":1,"aprovar":true}',
  })
  assert.equal(JSON.parse(answer.text).validation.keys, ['__proto__'])
})

test('a kind without a phrase has that of the wider kind', async () => {
  const refusals: Refusals = { phrases: { 'mensagem.short': 'curta', 'json.malformed': 'JSON?' } }
  const textOf = async (body: unknown) => JSON.parse((await ask(refusals, { body })).text).message
  assert.is(await textOf({ ...legal, mensagem: '  ' }), 'curta')
  assert.is(await textOf('{'), 'JSON?')
})

test('missing fields are told first, and several unknown ones in a text of their own', async () => {
  const refusals: Refusals = {
    phrases: { 'payload.unknown': 'Unrecognized key: "{key}"', '*.word': '{key}?', '*.missing': 'no {key}' },
    joining: {
      payload: {
        told: 'all',
        missing: 'first',
        between: '; ',
        betweenKeys: '", "',
        severalKeys: 'Unrecognized keys: "{key}"',
      },
    },
  }
  const said = async (body: object) => JSON.parse((await ask(refusals, { body })).text).message
  assert.is(await said({ aprovar: 'sim', b: 1 }), 'no mensagem; aprovar?; Unrecognized key: "b"')
  assert.is(await said({ ...legal, b: 1, a: 2 }), 'Unrecognized keys: "b", "a"')
})

const orders: [rule: Joining, text: string, keys: string[]][] = [
  [{}, 'no aprovar; mensagem?; b; a', ['aprovar', 'mensagem', 'b', 'a']],
  [{ missing: 'last' }, 'mensagem?; no aprovar; b; a', ['mensagem', 'aprovar', 'b', 'a']],
  [
    { missing: 'last', order: ['*', 'aprovar', 'mensagem'] },
    'b; a; mensagem?; no aprovar',
    ['b', 'a', 'mensagem', 'aprovar'],
  ],
  [{ unknown: 'sorted' }, 'no aprovar; mensagem?; a; b', ['aprovar', 'mensagem', 'a', 'b']],
  [{ unknown: 'sorted', betweenKeys: '+' }, 'no aprovar; mensagem?; a+b', ['aprovar', 'mensagem', 'a', 'b']],
  [
    { unknown: 'sorted-in-text', betweenKeys: '+' },
    'no aprovar; mensagem?; a+b',
    ['aprovar', 'mensagem', 'b', 'a'],
  ],
]
for (const [rule, text, keys] of orders) {
  test(`several faults are told as ${JSON.stringify(rule)} says`, async () => {
    const refusals: Refusals = {
      phrases: { 'payload.unknown': '{key}', 'mensagem.number': '{key}?', '*.missing': 'no {key}' },
      joining: { payload: { told: 'all', between: '; ', ...rule } },
    }
    const { message, validation } = JSON.parse(
      (await ask(refusals, { body: { mensagem: 1, b: 1, a: 2 } })).text,
    )
    assert.equal([message, validation.keys], [text, keys])
  })
}

test.run()
