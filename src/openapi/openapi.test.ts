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
import { type Example, faultNames, faults } from '../contract/faults.ts'
import { jsonValue } from '../contract/json-value.ts'
import { knobNames } from '../contract/knobs.ts'
import { completeProfile, defaultProfile, type PartialProfile, type Profile } from '../contract/profile.ts'
import { parametersIn } from '../contract/url.ts'
import { datasetOf } from '../data/dataset.ts'
import { seedSource } from '../data/seed.ts'
import { profiles } from '../operator/profiles.ts'
import type { Answer, Ask, Request } from '../service/ask.ts'
import { overlay } from '../service/overlay.ts'
import { textOf } from '../service/quirks/quirk.ts'
import { createService } from '../service/service.ts'
import { faultOfAnswer } from '../testing/check-answer.ts'
import { worldOf } from '../world/in-memory.ts'
import { type OpenApi, openapiOf } from './openapi.ts'
import { overlayOf } from './overlay.ts'
import type { Schema } from './schema-of.ts'

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

const dataset = datasetOf(seedSource({ persons: 137, organizations: 2, seed: 1 }))
const tokens = dataset.organizacoes.map(({ token }) => token)
const [own, disabled] = [tokens[0], tokens.at(-1)] as [string, string]
const numerosOf = (organization: string) =>
  dataset.relatorios
    .filter(({ organizacao, aprovar }) => organizacao === organization && aprovar === undefined)
    .map(({ numero }) => numero)
const [numeros, [foreign = '']] = [numerosOf('org-1'), numerosOf('org-2')]
let decided = 0
/** Returns a report that is not decided yet, as long as there is one. */
const nextNumero = () => numeros[decided++ % numeros.length] as string

const services = new Map<Profile, Ask>()
test.before.each(() => services.clear())
function serviceOf(profile: Profile): Ask {
  const store = worldOf(dataset)
  const otherwise = (choices: PartialProfile) => createService(store, completeProfile(profile, choices))
  const ask = services.get(profile) ?? overlay(profile.seen, otherwise)(createService(store, profile))
  services.set(profile, ask)
  return ask
}

/** Returns the request of a row of the table of faults. */
function requestOf(ask: Example, { authorization }: Profile): Request {
  const [scheme, another] = authorization === 'bearer' ? ['Bearer ', 'Basic '] : ['', 'Basic ']
  const credentials = {
    none: undefined,
    scheme: `${another}eA==`,
    wrong: `${scheme}wrong`,
    disabled: scheme + disabled,
  }
  const token = ask.token === undefined ? scheme + own : credentials[ask.token]
  const headers = token === undefined ? {} : { authorization: token }
  const { query, body, numero, type = 'application/json' } = ask
  if (query !== undefined || (body === undefined && numero === undefined))
    return { method: 'GET', url: query === undefined ? '/pessoas' : `/pessoas?${query}`, headers }
  const forms = {
    unknown: '99999999-9999-4999-8999-999999999999',
    shape: 'abc',
    foreign,
    decided: nextNumero(),
  }
  const url = `/relatorios/validar/${numero === undefined ? nextNumero() : forms[numero]}`
  const sent = body ?? JSON.stringify({ aprovar: true, mensagem: 'Dados do relatório certos.' })
  const isTooLarge = sent.length > 2 ** 20
  const length = { 'content-length': String(Buffer.byteLength(sent)) }
  return {
    method: 'POST',
    url,
    headers: { ...headers, ...length, 'content-type': type },
    body: isTooLarge ? 'too-large' : Buffer.from(sent),
  }
}

async function answerTo(profile: Profile, ask: Example): Promise<{ request: Request; answer: Answer }> {
  const service = serviceOf(profile)
  const request = requestOf(ask, profile)
  const before = JSON.stringify({ aprovar: false, mensagem: 'Dados do relatório certos.' })
  if (ask.numero === 'decided') await service({ ...request, body: Buffer.from(before) })
  return { request, answer: await service(request) }
}

const asked = faultNames.flatMap((name) => (faults[name].ask ?? []).map((ask) => [name, ask] as const))

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

const examplesIn = (document: OpenApi) => {
  const found = new Map<string, { status: string; value: unknown }>()
  for (const path of Object.values(document.paths))
    for (const { responses } of Object.values(path))
      for (const [status, { content = {} }] of Object.entries(
        responses as Record<string, { content?: object }>,
      ))
        for (const { examples = {} } of Object.values(content) as {
          examples?: Record<string, { value: unknown }>
        }[])
          for (const [name, { value }] of Object.entries(examples)) found.set(name, { status, value })
  return found
}

test('each example is what the service answers, and each refusal of the service has one', async () => {
  for (const [name, profile] of everyOne) {
    const examples = examplesIn(openapiOf(profile))
    for (const [fault, { ask = [] }] of faultNames.map((fault) => [fault, faults[fault]] as const)) {
      if (/^route\./.test(fault)) continue
      let text = ''
      let status = 0
      let told = false
      for (const one of ask) {
        const { answer } = await answerTo(profile, one)
        ;[text, status] = [textOf(answer), answer.status]
        told = answer.faults?.some(({ name }) => name === fault) === true
        if (told) break
      }
      const shown = examples.get(fault)
      assert.is(shown !== undefined, told, `${name}: ${fault} ${text}`)
      if (shown === undefined) continue
      assert.is(shown.status, String(status), `${name}: ${fault}`)
      assert.equal(jsonValue(text) ?? text, shown.value, `${name}: ${fault}`)
    }
  }
})

test('what each fault of the table is answered is as the document says', async () => {
  for (const [name, profile] of everyOne) {
    for (const [fault, ask] of asked) {
      const { request, answer } = await answerTo(profile, ask)
      assert.is(faultOfAnswer({ profile, request, answer }), undefined, `${name}: ${fault}`)
    }
    const service = serviceOf(profile)
    const statuses: number[] = []
    for (const one of [
      { query: 'page=2' },
      { query: '' },
      { query: 'nome=zzz' },
      { body: undefined, numero: 'decided' },
    ] as Example[]) {
      const request = requestOf(one, profile)
      const answer = await service(request)
      statuses.push(answer.status)
      assert.is(faultOfAnswer({ profile, request, answer }), undefined, name)
    }
    assert.ok(statuses.includes(200), name)
  }
})

/** What OpenAPI cannot say of a request. */
const UNSAID =
  /^(?:query\.unknown|page\.beyond-end|\w+\.repeated|type\.|token\.|route\.|report\.(?!shape)|json\.|body\.(?:too-large|none))/

test('the schemas of requests forbid what the service refuses, and nothing else', async () => {
  for (const [name, profile] of everyOne) {
    const { components } = openapiOf(profile)
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
    ajv.addVocabulary(['x-clause', 'x-open-point'])
    const isBody = ajv.compile(components.schemas.ValidationBody as object)
    const isParameter = (key: string, value: unknown) =>
      ajv.validate((components.parameters[key] as { schema: Schema }).schema as object, value)
    for (const [fault, ask] of asked) {
      if (UNSAID.test(fault)) continue
      const isLegal =
        ask.query !== undefined
          ? [...parametersIn(`?${ask.query}`)].every(([key, value]) =>
              readings(key, value).some((one) => isParameter(key, one)),
            )
          : ask.numero !== undefined
            ? isParameter('numero_do_relatorio', 'abc')
            : isBody(JSON.parse(ask.body as string))
      const { answer } = await answerTo(profile, ask)
      assert.is(
        isLegal,
        answer.status === 200,
        `${name}: ${fault} ${JSON.stringify(ask).slice(0, 200)} ${textOf(answer).slice(0, 200)}`,
      )
    }
  }
})

/** Returns what a parameter may be to a schema: its text, and a number if it is written as one. */
function readings(key: string, value: string): unknown[] {
  return /^(?:page|rows)$/.test(key) && /^-?\d+(?:\.\d+)?$/.test(value) ? [value, Number(value)] : [value]
}

test('an answer that differs from the document is found', async () => {
  const { request, answer } = await answerTo(defaultProfile, { query: '' })
  const text = textOf(answer)
  const changed = (body: string, more: Partial<Answer> = {}) =>
    String(faultOfAnswer({ profile: defaultProfile, request, answer: { ...answer, ...more, body } }))
  assert.is(changed(text), 'undefined')
  assert.match(
    changed(text.replace('"total":"137"', '"total":137')),
    '/result/paginacao/total must be string',
  )
  assert.match(changed(text.replace('"cpf":"', '"cpf":"x')), 'must match pattern')
  assert.match(changed(text.slice(1)), 'not JSON')
  assert.match(changed(text, { status: 500 }), 'must have required property')
  assert.match(
    changed(text, { headers: { 'content-type': 'text/html' } }),
    'with the type text/html, not application/json',
  )
})

test.run()
