import { OperatorError } from '../../../operator/operator-error.ts'
import { Unavailable } from '../../unavailable.ts'
import type { Place } from './place.ts'

/** An error of the client or of the system, which may have a code, or one that the server sent, with a severity. */
interface Failure {
  code?: string
  message: string
  severity?: string
}

/** The server sent an error with these SQLSTATEs although the statement may have worked. */
const DOUBTFUL = /^(08|40003|57P0|58|F0|XX)/

/** Returns whether a statement that failed may have worked. */
export function isDoubtful({ code = '', severity }: Failure): boolean {
  return severity === undefined || DOUBTFUL.test(code)
}

/** Returns whether an error passes when the statement is sent again, so nobody needs to do anything. */
export function isMomentary({ code = '', severity }: Failure): boolean {
  return severity === undefined || /^(08|40|57)/.test(code)
}

/** Returns what failed as {@link Unavailable}, unless the operator was told: it may pass, as when rights are given back. */
export function asUnavailable(error: Error): Error {
  if (error instanceof Unavailable || error instanceof OperatorError) return error
  return new Unavailable(whyOf(error), { isUndecided: isDoubtful(error), cause: error })
}

export function whyOf(error: unknown): string {
  const { code, message } = error as Failure
  return code === undefined || message.includes(code) ? message : `${code}: ${message}`
}

/** What to do, each after a pattern of the code and the message. */
const REMEDIES: readonly [failure: RegExp, remedy: string][] = [
  [
    /^28|must be a string/,
    'Check the role, its password and pg_hba.conf of the server. Put the password as it is into PGPASSWORD, or percent-encode it in the connection string (# is %23).',
  ],
  [/^3D000/, 'Create the database (createdb {database}), or correct its name in the connection string.'],
  [/^42501.*database/, 'Let the owner of the database run: CREATE SCHEMA {schema} AUTHORIZATION {user};'],
  [
    /^42501/,
    'Let the owner of schema {schema} run: GRANT USAGE, CREATE ON SCHEMA {schema} TO {user}; GRANT ALL ON ALL TABLES IN SCHEMA {schema} TO {user};',
  ],
  [
    /^42/,
    'The schema {schema} lacks tables of ours, or has those of another program. Use another: ?schema=NAME.',
  ],
  [/read-only/, 'Name a server that accepts writes, or all of them: postgres://user@a:5432,b:5432/database.'],
  [/ECONNREFUSED|ENOTFOUND/, 'Start the server, or correct the host and the port of the connection string.'],
]

/** Returns what failed and, where it is known, what the operator can do, as a part of a line. */
export function explain(error: unknown, { schema, user, database }: Place): string {
  const named = { schema, user: user || 'USER', database: database || 'NAME' }
  for (let found = error; found instanceof Error; found = found.cause) {
    const { code = '', message } = found as Failure
    const [, remedy] = REMEDIES.find(([failure]) => failure.test(`${code} ${message}`)) ?? []
    if (remedy !== undefined)
      return `${whyOf(error)}. ${remedy.replace(/\{(\w+)\}/g, (_, name: keyof typeof named) => named[name])}`
  }
  return whyOf(error)
}
