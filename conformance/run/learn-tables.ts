import type { Dataset, Relatorio } from '../../src/contract/dataset.ts'
import { knobNames } from '../../src/contract/knobs.ts'
import { completeProfile, type PartialProfile, type Profile } from '../../src/contract/profile.ts'
import { JSON_TYPE, type Question, type Risk, risks } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import { RiskRefused } from '../client/risk.ts'
import type { Target } from '../client/target.ts'
import { isHarmless } from '../experiments/both.ts'
import type { Redactor } from '../redaction/redact.ts'
import { readList } from '../service/lists.ts'
import { LEGAL_BODY, LEGAL_REJECTION } from '../service/service.ts'
import type { Session } from '../service/session.ts'
import { type Learned, learnDialect } from '../twin/learn.ts'
import { limitsOf, nomeLimitOf } from '../twin/limits.ts'
import { withDialect } from '../twin/options.ts'
import { createOracle } from '../twin/oracle.ts'
import { settledStrata, strata } from '../twin/questions.ts'
import type { TwinQuestion } from '../twin/twin-question.ts'
import { type Answer, createTwin, readWorld, type World } from '../twin/world.ts'

/** A report number, of an answer that repeats it in a way that no slot tells. */
const NUMERO = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i
const NUMEROS = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi

/** A form of an answer, in characters of JSON. */
const LONGEST_FORM = 4_000

export interface TablesOptions {
  target: Target
  session: Session
  redactor: Redactor
  /** What the experiments have found. */
  found: PartialProfile
  /** The highest risk of a request. */
  allowed: Risk
  seed: number
}

/** Learns the tables of the profile of a target, with the persons that its list shows. */
export async function learnTables(options: TablesOptions): Promise<Learned> {
  const { target, session, redactor, found, allowed, seed } = options
  const byKnobs = completeProfile(withAuthorization(found, session.as('dialect').keys.own.value))
  const isOnce = found.revalidation !== 'allow'
  const rejected = allowed === 'w2' && isOnce ? await rejectOne(target, session) : undefined
  const decision = allowed === 'w2' ? await decideOnceMore(target, session) : undefined
  const world: World = { ...(await readWorld(session.as('dialect'), byKnobs)), rejected }
  const ask = async ({ stratum, question }: TwinQuestion): Promise<Answer | undefined> => {
    try {
      const exchange = await target.attempt(question, stratum)
      if (exchange instanceof TargetFailure) return undefined
      for (const { raw } of readList(exchange).list?.people ?? []) redactor.learn(raw)
      const { status, headers, json, text, spelling } = exchange.response
      return { status, headers, json, text, spelling }
    } catch (error) {
      // What a rate limit or a deadline leaves unasked is not learned; what was learned before is kept.
      if (error instanceof RiskRefused || error instanceof TargetFailure) return undefined
      throw error
    }
  }
  const declared = allowed === 'w2' ? declaredOf(world, byKnobs) : undefined
  const ofBodies = [...(declared?.bodiesAt ?? [])]
  /** Whether a body was accepted, so that what comes next is not about the next body. */
  const isTaken = ({ question: { path } }: TwinQuestion, { status }: Answer) =>
    isOnce && (status === 200 || status === 409) && ofBodies.some((numero) => path.endsWith(numero))
  const isDecided = (answer: Answer) => decidedAnswer !== undefined && said(answer) === said(decidedAnswer)
  const allows = (risk: Risk) => risks.indexOf(risk) <= risks.indexOf(allowed)
  const most = await nomeLimitOf({ world, ask })
  const profile: Profile = withDialect(byKnobs, {
    ...(allows('w0') && { limits: await limitsOf({ world, bodiesAt: declared?.bodiesAt[0], ask }) }),
    ...(most !== undefined && { search: { most }, parameters: { nome: { long: 'refuse' } } }),
  })
  let decidedAnswer: Answer | undefined
  const asked = declared ? [...settledStrata, ...strata] : strata
  const oracle = createOracle({
    twin: createTwin(declared?.dataset ?? world.dataset),
    world,
    profile,
    strata: asked,
    seed,
    bodiesAt: () => declared?.bodiesAt[0],
    ask: async (asked) => {
      const answer = allows(asked.risk) ? await ask(asked) : undefined
      if (asked.stratum === 'report.decided' && answer?.status !== 200) decidedAnswer = answer
      const isAboutDecided = /^report\.|^precedence\.decided/.test(asked.stratum)
      if (!answer || isAboutDecided) return answer
      // A body that was accepted decides the report; what is said of it then is not about the next body.
      if (isTaken(asked, answer)) {
        const at = declared?.bodiesAt.findIndex((numero) => asked.question.path.endsWith(numero)) ?? -1
        if (at !== -1) declared?.bodiesAt.splice(at, 1)
        return answer.status === 200 ? answer : undefined
      }
      if (!isDecided(answer)) return answer
      declared?.bodiesAt.shift()
      return undefined
    },
  })
  return learnDialect({
    profile,
    open: new Set(knobNames.filter((name) => found[name] === undefined)),
    strata: asked.map(({ name }) => name),
    oracle,
    decision,
    isHarmless: (text) =>
      isHarmless(text, LONGEST_FORM) && !NUMERO.test(text) && redactor.ours(text) === text,
  })
}

/** Where no choice was found, the twin takes the token as the operator gave it: with a word before it or without. */
function withAuthorization(found: PartialProfile, own: string | undefined): PartialProfile {
  const hasWord = /^\S+ +\S/.test(own ?? '')
  return found.authorization === undefined && hasWord ? { ...found, authorization: 'either' } : found
}

/**
 * Decides the last declared report again, as a question of the tables will, and returns the answer if it is a decision.
 * If that moves its person to the top of the list, the person is there before the list is read, and stays there while
 * the target is compared with its twin. What was read before is forgotten, because the experiments may have decided
 * reports, too.
 */
async function decideOnceMore(target: Target, session: Session): Promise<Answer | undefined> {
  const { keys, reports } = session.as('dialect')
  const decided = reports.at(-1)
  if (decided === undefined) return undefined
  const answer = await decide(target, keys.own, decided.value, LEGAL_BODY)
  session.forget()
  return answer
}

/** So many declared reports are needed for one to be rejected, too. */
const ENOUGH = 3

/** Rejects a declared report, because a refusal of a second decision may name the first one. Returns its number. */
async function rejectOne(target: Target, session: Session): Promise<string | undefined> {
  const { keys, reports } = session.as('dialect')
  const chosen = reports.length < ENOUGH ? undefined : reports.at(-2)?.value
  const answer = chosen && (await decide(target, keys.own, chosen, LEGAL_REJECTION))
  return answer ? chosen : undefined
}

/** Returns the answer to a decision; undefined where it is not recorded. */
async function decide(
  target: Target,
  authorization: Question['authorization'],
  numero: string,
  decision: object,
): Promise<Answer | undefined> {
  const question: Question = {
    method: 'POST',
    path: `/relatorios/validar/${numero}`,
    contentType: JSON_TYPE,
    authorization,
    body: JSON.stringify(decision),
  }
  const exchange = await target.attempt(question, 'dialect')
  return exchange instanceof TargetFailure || exchange.response.status !== 200 ? undefined : exchange.response
}

/** Returns what an answer says, whichever report it is about. */
function said({ json }: Answer): string {
  return JSON.stringify(json ?? null).replace(NUMEROS, 'N')
}

/** What was done to the declared reports: the last one is approved, maybe another one rejected; their persons are the newest. */
function declaredOf(
  { reports, dataset, rejected }: World,
  { reportFirst, revalidation }: Profile,
): { dataset: Dataset; bodiesAt: string[] } {
  const approved = reports.at(-1)
  const isLeft = (numero: string) => numero !== rejected && (numero !== approved || revalidation === 'allow')
  const { relatorios } = dataset
  const { organizacao } = relatorios.find(({ numero }) => numero === approved) ?? {}
  const newest = relatorios
    .filter((report) => report.organizacao === organizacao)
    .sort((a, b) => Date.parse(b.atualizado_em) - Date.parse(a.atualizado_em))
  const { mensagem } = LEGAL_BODY
  // The one that was rejected was decided after the other.
  const decided = [
    ...(rejected === undefined ? [] : [{ numero: rejected, aprovar: false, mensagem }]),
    ...(approved === undefined ? [] : [{ numero: approved, aprovar: true, mensagem }]),
  ].slice(0, newest.length)
  return {
    dataset: { ...dataset, relatorios: withDecided(relatorios, newest, decided) },
    bodiesAt: reportFirst === 'yes' ? reports.filter(isLeft) : [],
  }
}

/** Swaps reports, so that the persons who were updated last have the decided ones. */
function withDecided(
  relatorios: readonly Relatorio[],
  newest: readonly Relatorio[],
  decided: readonly Pick<Relatorio, 'numero' | 'aprovar' | 'mensagem'>[],
): Relatorio[] {
  const done = relatorios.map((report) => ({ ...report }))
  for (const [i, own] of decided.entries()) {
    const top = done[relatorios.indexOf(newest[i] as Relatorio)] as Relatorio
    const holder = done.find(({ numero }) => numero === own.numero)
    if (holder) holder.numero = top.numero
    Object.assign(top, own)
  }
  return done
}
