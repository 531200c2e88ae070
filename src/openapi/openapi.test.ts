import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { validate as validateDocument } from '@hyperjump/json-schema/openapi-3-1'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aProfile } from '../../bin/testing/any-profile.ts'
import { example as learned } from '../../docs/readme/profile-page.ts'
import type { Example } from '../contract/faults.ts'
import { knobNames } from '../contract/knobs.ts'
import { completeProfile, defaultProfile, type PartialProfile, type Profile } from '../contract/profile.ts'
import { parametersIn } from '../contract/url.ts'
import { profiles } from '../operator/profiles.ts'
import type { Answer } from '../service/ask.ts'
import { textOf } from '../service/quirks/quirk.ts'
import { faultOfAnswer } from '../testing/check-answer.ts'
import { type Asked, askAll } from './asked.ts'
import { openapiOf } from './openapi.ts'
import { overlayOf } from './overlay.ts'
import type { Schema } from './schema.ts'

const test = suite('OpenAPI')

/** A deployment that words nothing as the interface does. */
const odd: PartialProfile = {
  authorization: 'bearer',
  seen: {
    faults: {
      '*': { body: { '{key}': ['{text}'], code: '{own.code}' }, own: { code: 'E1' } },
      'query.*': 'ignore',
      'page.word': { as: '1', shows: { busca: '{value}' } },
      'rows.off-grid': { choice: 'honour' },
      'mensagem.*': { status: 422, body: { errors: [{ message: '{text}', at: '{key}' }] } },
      'aprovar.wrong-type': { body: 'aprovar?', headers: { 'content-type': 'text/plain' } },
      'token.*': { body: '<h1>{status}</h1>', headers: { 'content-type': 'text/html', 'x-why': 'token' } },
      'report.unknown': { headers: { 'content-type': null } },
      'report.foreign': { status: 200, body: { erro: '{text}' } },
    },
    item: { id: '{cpf}', quem: { nome: '{nome}' }, quando: '{atualizado_em:epoch}' },
    list: {
      data: '{itens}',
      q: '{busca}',
      proxima: '{proxima}',
      mais: '{link.proxima?}',
      total: '{total:number}',
      fim: '{ultima_pagina}',
    },
    decision: { ok: true, aprovado: '{aprovar}' },
    rejection: { ok: false },
    headers: {
      server: 'other',
      'content-type': 'application/vnd.api+json; charset=utf-8',
      'x-request-id': '{uuid}',
    },
  },
}
const named: Record<string, Profile> = {
  ...Object.fromEntries(
    Object.entries(profiles).map(([name, { choices }]) => [name, completeProfile(choices)]),
  ),
  'the learned one of the docs': completeProfile(learned),
  'an odd one': completeProfile(odd),
}
const drawn = fc.sample(aProfile, { numRuns: 8, seed: 42 }).map((one) => completeProfile(one))
const everyOne = Object.entries({
  ...named,
  ...Object.fromEntries(drawn.map((one, i) => [`draw ${i}`, one])),
})

test('two validators of different engines find no fault', async () => {
  const isValid = await validateDocument('https://spec.openapis.org/oas/3.1/schema-base')
  for (const [name, profile] of everyOne) {
    const document = openapiOf(profile)
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    assert.ok(valid, `${name}: ${JSON.stringify(errors)}`)
    assert.ok(isValid(JSON.parse(JSON.stringify(document))).valid, name)
  }
  const { paths: _, ...broken } = openapiOf()
  const wrong = { ...broken, paths: { pessoas: {} } }
  assert.not((await new Validator().validate({ ...wrong })).valid)
  assert.not(isValid(JSON.parse(JSON.stringify(wrong))).valid)
})

const run = promisify(execFile)
const redocly = (args: string[], cwd: string) => {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const program = new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url).pathname
  return run(process.execPath, [program, ...args], { cwd, env, timeout: 60_000 })
}

test('Redocly finds no error and no warning, and applies the overlays', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'pessoas-sim-openapi-'))
  const json = (name: string, value: object) => writeFileSync(join(cwd, name), JSON.stringify(value))
  try {
    const chosen = everyOne.slice(0, 10).map(([, profile]) => profile)
    for (const [i, profile] of chosen.entries()) json(`${i}.json`, openapiOf(profile))
    json('wrong.json', { ...openapiOf(), paths: { '/x': { get: { responses: {} } } } })
    const names = chosen.map((_, i) => `${i}.json`)
    const { stderr, stdout } = await redocly(['lint', '--format', 'json', ...names], cwd)
    const totals = [...stdout.matchAll(/"(errors|warnings)": (\d+)/g)].map(
      ([, what, count]) => `${count} ${what}`,
    )
    assert.equal(
      totals,
      chosen.flatMap(() => ['0 errors', '0 warnings']),
      stderr,
    )
    const failed = await redocly(['lint', 'wrong.json'], cwd).catch(
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    )
    assert.match(String(failed), 'operationId')
    json('overlay.json', overlayOf(completeProfile(odd)))
    await redocly(['bundle', '0.json', '--overlay', 'overlay.json', '-o', 'made.json'], cwd)
    assert.equal(
      JSON.parse(readFileSync(join(cwd, 'made.json'), 'utf8')),
      JSON.parse(JSON.stringify(openapiOf(completeProfile(odd)))),
    )
  } finally {
    rmSync(cwd, { recursive: true })
  }
})

/** Applies an overlay as its specification says, for targets without wildcards: objects are merged, the rest is replaced. */
function applied(document: object, { actions }: ReturnType<typeof overlayOf>): object {
  const made = structuredClone(document) as Record<string, unknown>
  for (const action of actions) {
    const steps = [...action.target.matchAll(/\.(\w+)|\['((?:[^'\\]|\\.)*)'\]/g)]
    assert.is(action.target, `$${steps.map(([step]) => step).join('')}`)
    const keys = steps.map(([, name, quoted = '']) => name ?? quoted.replace(/\\(.)/g, '$1'))
    const at = (path: string[]) =>
      path.reduce((value: Record<string, unknown>, key) => value[key] as typeof value, made)
    if ('remove' in action) delete at(keys.slice(0, -1))[keys.at(-1) as string]
    else merge(at(keys), action.update as Record<string, unknown>)
  }
  return made
}

function merge(into: Record<string, unknown>, update: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(update)) {
    const before = into[key]
    if (typeof before === 'object') assert.unreachable(`an update merges into ${key}`)
    into[key] = value
  }
}

test('the base and the overlay of a profile are its document', () => {
  for (const [name, profile] of everyOne)
    assert.equal(applied(openapiOf(), overlayOf(profile)), openapiOf(profile), name)
  fc.assert(
    fc.property(aProfile, (drawn) => {
      const profile = completeProfile(drawn)
      assert.equal(applied(openapiOf(), overlayOf(profile)), openapiOf(profile))
    }),
    { numRuns: 30 },
  )
  assert.equal(overlayOf(defaultProfile).actions, [])
})

test('each knob is an open point at one place, with the choice of the profile, and each of its choices is shown', () => {
  for (const [name, profile] of everyOne) {
    const points: [string, unknown][] = []
    JSON.stringify(openapiOf(profile), (key, value) => {
      if (key === 'x-open-point')
        for (const [knob, point] of Object.entries(value as Record<string, { chosen: unknown }>))
          points.push([knob, point.chosen])
      return value
    })
    assert.equal(points.map(([knob]) => knob).sort(), [...knobNames].sort(), name)
    for (const [knob, chosen] of points)
      assert.equal(chosen, profile[knob as keyof Profile], `${name}: ${knob}`)
  }
})

test('what is answered is as the document says, and each refusal is an example', () => {
  for (const [name, profile] of everyOne) {
    const { paths } = openapiOf(profile)
    const text = JSON.stringify(paths)
    const statuses = askAll(profile).map(({ shown, request, answer, fault = '' }) => {
      assert.is(faultOfAnswer({ profile, request, answer }), undefined, `${name}: ${shown}`)
      assert.ok(text.includes(`"${fault}`), `${name}: ${shown}`)
      return answer.status
    })
    assert.ok(statuses.includes(200), name)
  }
  const { responses } = openapiOf().paths['/pessoas']?.get as { responses: Record<string, object> }
  assert.equal(jsonAt(responses, '400', 'content', 'application/json', 'examples', 'rows.off-grid'), {
    summary: 'GET /pessoas?rows=30',
    value: {
      error: 'Bad Request',
      message: 'child "rows" fails because ["rows" must be a multiple of 25]',
      validation: { source: 'query', keys: ['rows'] },
      status_code: 400,
    },
  })
})

const jsonAt = (value: object, ...path: string[]) =>
  path.reduce((one: unknown, key) => Reflect.get(one as object, key), value)

/** What OpenAPI cannot say of a request. */
const UNSAID =
  /^(?:query\.unknown|page\.beyond-end|\w+\.repeated|type\.|token\.|report\.(?!shape)|json\.|body\.(?:too-large|none))/

test('the schemas of requests forbid what the service refuses, and nothing else', () => {
  for (const [name, profile] of everyOne) {
    const { components } = openapiOf(profile)
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
    ajv.addVocabulary(['x-clause', 'x-open-point'])
    const isBody = ajv.compile(components.schemas.ValidationBody as object)
    const isParameter = (key: string, value: unknown) =>
      ajv.validate((components.parameters[key] as { schema: Schema }).schema as object, value)
    const isLegal = ({ query, numero, body = '{}' }: Example) => {
      if (numero !== undefined) return isParameter('numero_do_relatorio', 'abc')
      if (query === undefined) return isBody(JSON.parse(body))
      const all = [...parametersIn(`?${query}`)]
      return all.every(([key, value]) => readings(key, value).some((one) => isParameter(key, one)))
    }
    for (const { of, example, shown, answer } of askAll(profile)) {
      if (of === undefined || UNSAID.test(of)) continue
      assert.is(isLegal(example), answer.status === 200, `${name}: ${of} ${shown}`)
    }
  }
})

/** Returns what a parameter may be to a schema: its text, and a number if it is written as one. */
function readings(key: string, value: string): unknown[] {
  return /^(?:page|rows)$/.test(key) && /^-?\d+(?:\.\d+)?$/.test(value) ? [value, Number(value)] : [value]
}

test('an answer that differs from the document is found', () => {
  const [{ request, answer }] = askAll(defaultProfile) as [Asked]
  const text = textOf(answer)
  const changed = (body: string, more: Partial<Answer> = {}) =>
    String(faultOfAnswer({ profile: defaultProfile, request, answer: { ...answer, ...more, body } }))
  assert.is(changed(text), 'undefined')
  assert.match(changed(text.replace('"total":"60"', '"total":60')), '/result/paginacao/total must be string')
  assert.match(changed(text.replace('"cpf":"', '"cpf":"x')), 'must match pattern')
  assert.match(changed(text.slice(1)), 'not JSON')
  assert.match(changed(text, { status: 500 }), 'must have required property')
  assert.match(
    changed(text, { headers: { 'content-type': 'text/html' } }),
    'with the type text/html, not application/json',
  )
})

test.run()
