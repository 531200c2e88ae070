import type { Dataset, Relatorio } from '../../src/contract/dataset.ts'
import { LONGEST_TEXT } from '../../src/contract/dialect-form.ts'
import { knobNames } from '../../src/contract/knobs.ts'
import { completeProfile, type PartialProfile, type Profile } from '../../src/contract/profile.ts'
import { type Risk, risks } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import { RiskRefused } from '../client/risk.ts'
import type { Target } from '../client/target.ts'
import { isHarmless } from '../experiments/both.ts'
import type { Redactor } from '../redaction/redact.ts'
import { readList } from '../service/lists.ts'
import { LEGAL_BODY } from '../service/service.ts'
import type { Session } from '../service/session.ts'
import { createKeepable, isCut } from '../twin/keepable.ts'
import { type Learned, learnDialect } from '../twin/learn.ts'
import { limitsOf, messageLimitOf, nomeLimitOf, numberLimitsOf } from '../twin/limits.ts'
import { withCell, withDialect } from '../twin/options.ts'
import { createOracle } from '../twin/oracle.ts'
import { acceptedStrata, settledStrata, strata } from '../twin/questions.ts'
import { said } from '../twin/step-of.ts'
import { decisionOf, pathOf } from '../twin/strata/stratum.ts'
import { type Answer, createTwin, readTargetData, type TargetData } from '../twin/target-data.ts'
import type { TwinQuestion } from '../twin/twin-question.ts'
import { urlLimitOf } from '../twin/url-limit.ts'
import { type Decided, decideAgain, isDecidedOnce, otherThanKnob } from './decide-again.ts'

/**
 * How many requests learning may send besides those that read the list. They are enough to tell choices apart; with a
 * list of a few pages, learning stays below 900.
 */
const MOST_REQUESTS = 870
/** How many of them are kept for the questions that are asked last. */
const LAST_REQUESTS = 20

export interface TablesOptions {
  target: Target
  session: Session
  redactor: Redactor
  /** What the experiments have found. */
  found: PartialProfile
  /** The highest risk of a request. */
  allowed: Risk
  seed: number
  /** Where the target is. */
  baseUrl: string
}

/** Learns the tables of the profile of a target, with the persons that its list shows. */
export async function learnTables(options: TablesOptions): Promise<Learned> {
  const { target, session, redactor, found, allowed, seed, baseUrl } = options
  const decided = allowed === 'w2' ? await decidedAgain(target, session, found) : undefined
  const capitals = decided?.capitals && { capitals: decided.capitals }
  const ofReports = { ...(decided && otherThanKnob(decided, found)), ...capitals }
  const isOnce = isDecidedOnce(decided?.seconds ?? {}, found)
  const byKnobs = completeProfile(withAuthorization(found, session.as('dialect').keys.own.value))
  const before = target.counts.sent
  const data: TargetData = {
    ...(await readTargetData(session.as('dialect'), byKnobs)),
    baseUrl,
    approved: decided?.approved,
    rejected: decided?.rejected,
    seconds: decided?.seconds ?? {},
  }
  const most = MOST_REQUESTS + target.counts.sent - before
  const ask = async ({ stratum, question }: TwinQuestion): Promise<Answer | undefined> => {
    try {
      const exchange = await target.attempt(question, stratum)
      if (exchange instanceof TargetFailure) return undefined
      for (const { raw } of readList(exchange).list?.people ?? []) redactor.learn(raw)
      const { status, headers, json, text } = exchange.response
      // A page that is longer than what is kept is learned without its text.
      return { status, headers, json, text: isCut(text) ? '' : text }
    } catch (error) {
      // What a rate limit or a deadline leaves unasked is not learned; what was learned before is kept.
      if (error instanceof RiskRefused || error instanceof TargetFailure) return undefined
      throw error
    }
  }
  const { approved } = data
  const isAtDecided =
    isOnce &&
    approved !== undefined &&
    !isChanged(data.seconds) &&
    (await isBodyBeforeState(data, approved, ask))
  /** Whether a body that is accepted leaves one report fewer to ask about bodies. */
  const isUsedUp = isOnce && !isAtDecided
  const declared = decided && declaredOf(data, byKnobs, isUsedUp ? decided.used : undefined)
  if (isUsedUp && declared && approved !== undefined)
    await leaveDecided(declared.bodiesAt, approved, data, ask)
  // Its experiment decides the report of another organization, and finds no choice where that is accepted.
  const isForeignDecided = declared !== undefined && found.foreignReport === undefined
  const dataset = withForeign(
    declared?.dataset ?? data.dataset,
    isForeignDecided ? data.foreignReport : undefined,
  )
  const ofBodies = [...(declared?.bodiesAt ?? [])]
  /** Whether a body was accepted, so that what comes next is not about the next body. */
  const isTaken = ({ question: { path } }: TwinQuestion, { status }: Answer) =>
    isUsedUp && (status === 200 || status === 409) && ofBodies.some((numero) => path.endsWith(numero))
  const isDecided = (answer: Answer) =>
    isUsedUp && decidedAnswer !== undefined && said(answer) === said(decidedAnswer)
  const useUp = ({ question: { path } }: TwinQuestion) => {
    const at = declared?.bodiesAt.findIndex((numero) => path.endsWith(numero)) ?? -1
    if (at !== -1) declared?.bodiesAt.splice(at, 1)
  }
  const allows = (risk: Risk) => risks.indexOf(risk) <= risks.indexOf(allowed)
  const longest = await nomeLimitOf({ data, ask })
  const ofMessages =
    found.mensagemMaximum === undefined && allows('w1')
      ? await messageLimitOf({ data, bodiesAt: declared?.bodiesAt[0], ask })
      : undefined
  const known = ofMessages === undefined ? byKnobs : { ...byKnobs, mensagemMaximum: ofMessages }
  const longestUrl = await urlLimitOf({ data, ask })
  const ofNumbers = await numberLimitsOf({ data, ask }, known)
  const limits = {
    ...(longestUrl !== undefined && { url: longestUrl }),
    ...ofNumbers.limits,
    ...(allows('w0') && (await limitsOf({ data, bodiesAt: declared?.bodiesAt[0], ask }))),
  }
  const profile: Profile = withDialect(known, {
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(longest !== undefined && { search: { most: longest } }),
    parameters: {
      ...(longest !== undefined && { nome: { long: 'refuse' } }),
      ...(ofNumbers.isCapped && { page: { 'above-limit': 'cap' } }),
    },
    ...(Object.keys(ofReports).length > 0 && { routes: { report: ofReports } }),
  })
  let decidedAnswer: Answer | undefined
  const asked = declared ? [...settledStrata, ...strata] : strata
  const oracle = createOracle({
    twin: createTwin(dataset),
    data,
    profile,
    strata: asked,
    seed,
    bodiesAt: () => declared?.bodiesAt[0],
    isOneByOne: isUsedUp && ofBodies.length > 0,
    mayAskFurther: (isLast) => target.counts.sent < most - (isLast ? 0 : LAST_REQUESTS),
    ask: async (asked) => {
      const answer = allows(asked.risk) ? await ask(asked) : undefined
      if (asked.stratum === 'report.approved-rejected' && answer?.status !== 200) decidedAnswer = answer
      const isAboutDecided = /^report\.|^precedence\.decided/.test(asked.stratum)
      if (!answer || isAboutDecided) return answer
      // A body that was accepted decides the report; what is said of it then is not about the next body.
      if (isTaken(asked, answer)) {
        useUp(asked)
        return answer.status === 200 ? answer : undefined
      }
      if (!isDecided(answer)) return answer
      useUp(asked)
      return undefined
    },
  })
  const learned = await learnDialect({
    profile,
    open: new Set(knobNames.filter((name) => found[name] === undefined)),
    strata: asked.filter((stratum) => !acceptedStrata.includes(stratum)).map(({ name }) => name),
    oracle,
    decisions: decided?.answers,
    facts: data.facts,
    baseUrl,
    isHarmless: createKeepable(redactor, (text) => isHarmless(text, LONGEST_TEXT)),
  })
  if (decided?.capitals === undefined) return learned
  // A decision that was accepted says more of capitals than one of a decided report, which may be told as unknown.
  return { ...learned, profile: withCell(learned.profile, 'routes', 'report', 'capitals', decided.capitals) }
}

/** Where no choice was found, the twin takes the token as the operator gave it: with a word before it or without. */
function withAuthorization(found: PartialProfile, own: string | undefined): PartialProfile {
  const hasWord = /^\S+ +\S/.test(own ?? '')
  return found.authorization === undefined && hasWord ? { ...found, authorization: 'either' } : found
}

/**
 * Decides declared reports again. What was read before is forgotten, because the experiments may have decided reports,
 * too.
 */
async function decidedAgain(target: Target, session: Session, found: PartialProfile): Promise<Decided> {
  const { keys, reports } = session.as('dialect')
  const numeros = reports.map(({ value }) => value)
  const decided = await decideAgain({ target, authorization: keys.own, reports: numeros, found })
  session.forget()
  return decided
}

type Ask = (asked: TwinQuestion) => Promise<Answer | undefined>

/** Leaves out the reports before the first one that is not decided yet: experiments with bodies may have decided some. */
async function leaveDecided(reports: string[], approved: string, data: TargetData, ask: Ask): Promise<void> {
  const answerAt = async (numero: string) => {
    const question = decisionOf({ data }, {}, { path: pathOf({ data }, numero) })
    const answer = await ask({ stratum: 'report.approved-again', risk: 'w2', question })
    return answer && said(answer)
  }
  const ofDecided = reports.length > 1 ? await answerAt(approved) : undefined
  if (ofDecided === undefined) return
  while (reports.length > 1 && (await answerAt(reports[0] as string)) === ofDecided) reports.shift()
}

/** Returns whether a further decision on an approved report may reject it. One that approves it again leaves it as it is. */
function isChanged(seconds: TargetData['seconds']): boolean {
  return seconds?.['approved-rejected'] === 'accept'
}

/**
 * Asks whether a decided report shows what is wrong with a body, so that it is as good for that as one that is not
 * decided, and no body that is accepted uses it up.
 */
async function isBodyBeforeState(data: TargetData, approved: string, ask: Ask): Promise<boolean> {
  const answerTo = (body: object) =>
    ask({
      stratum: 'report.approved-again',
      risk: 'w2',
      question: decisionOf({ data }, body, { path: pathOf({ data }, approved) }),
    })
  const [legal, faulty] = [await answerTo(LEGAL_BODY), await answerTo({})]
  return legal !== undefined && faulty !== undefined && said(legal) !== said(faulty)
}

/** What was done to the declared reports: one is approved, maybe another one rejected; their persons are the newest. */
function declaredOf(
  { reports, dataset, approved, rejected }: TargetData,
  { reportFirst }: Profile,
  used: readonly string[] | undefined,
): { dataset: Dataset; bodiesAt: string[] } {
  // Where any decision can follow any other, a report that is decided is as good as the others, and its person stays.
  const left = used
    ? reports.filter((numero) => !used.includes(numero))
    : [approved ?? reports[0] ?? []].flat()
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
    bodiesAt: reportFirst === 'yes' ? left : [],
  }
}

/** Returns a dataset in which a report of another organization is approved; the same one if there is none. */
function withForeign(dataset: Dataset, numero: string | undefined): Dataset {
  if (numero === undefined) return dataset
  const relatorios = dataset.relatorios.map((report) =>
    report.numero === numero ? { ...report, ...LEGAL_BODY } : report,
  )
  return { ...dataset, relatorios }
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
