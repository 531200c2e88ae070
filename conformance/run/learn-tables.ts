import type { Dataset, Relatorio } from '../../src/contract/dataset.ts'
import { knobNames } from '../../src/contract/knobs.ts'
import { completeProfile, type PartialProfile, type Profile } from '../../src/contract/profile.ts'
import { JSON_TYPE, type Risk, risks } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import { RiskRefused } from '../client/risk.ts'
import type { Target } from '../client/target.ts'
import { isHarmless } from '../experiments/both.ts'
import type { Redactor } from '../redaction/redact.ts'
import { readList } from '../service/lists.ts'
import { LEGAL_BODY } from '../service/service.ts'
import type { Session } from '../service/session.ts'
import { type Learned, learnDialect } from '../twin/learn.ts'
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
  const profile = completeProfile(withAuthorization(found, session.as('dialect').keys.own.value))
  const decision = allowed === 'w2' ? await decideOnceMore(target, session) : undefined
  const world = await readWorld(session.as('dialect'), profile)
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
  const declared = allowed === 'w2' ? declaredOf(world, profile) : undefined
  const isDecided = (answer: Answer) => decidedAnswer !== undefined && said(answer) === said(decidedAnswer)
  const allows = (risk: Risk) => risks.indexOf(risk) <= risks.indexOf(allowed)
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
      const isAboutDecided = /^(report|precedence)\.decided/.test(asked.stratum)
      if (!answer || isAboutDecided || !isDecided(answer)) return answer
      // A body that was accepted decides the report; what is said of it then is not about the next body.
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
  const exchange = await target.attempt(
    {
      method: 'POST',
      path: `/relatorios/validar/${decided.value}`,
      contentType: JSON_TYPE,
      authorization: keys.own,
      body: JSON.stringify(LEGAL_BODY),
    },
    'dialect',
  )
  session.forget()
  return exchange instanceof TargetFailure || exchange.response.status !== 200 ? undefined : exchange.response
}

/** Returns what an answer says, whichever report it is about. */
function said({ json }: Answer): string {
  return JSON.stringify(json ?? null).replace(NUMEROS, 'N')
}

/** What the experiments have left of the declared reports: the last one is decided, and its person the newest. */
function declaredOf(
  { reports, dataset }: World,
  { reportFirst, revalidation }: Profile,
): { dataset: Dataset; bodiesAt: string[] } {
  const decided = reports.at(-1)
  const bodiesAt = reports.filter((numero) => numero !== decided || revalidation === 'allow')
  const { relatorios } = dataset
  const holder = relatorios.find(({ numero }) => numero === decided)
  const newest = relatorios
    .filter(({ organizacao }) => organizacao === holder?.organizacao)
    .reduce<Relatorio | undefined>(
      (one, other) => (one && one.atualizado_em >= other.atualizado_em ? one : other),
      undefined,
    )
  const decidedNow = { numero: decided as string, aprovar: true, mensagem: LEGAL_BODY.mensagem }
  return {
    dataset: {
      ...dataset,
      relatorios: relatorios.map((report) => {
        if (report === newest) return { ...report, ...decidedNow }
        return report === holder && newest ? { ...report, numero: newest.numero } : report
      }),
    },
    bodiesAt: reportFirst === 'yes' ? bodiesAt : [],
  }
}
