import type { StorePlace } from './connection.ts'

/** What a remedy needs to know of a place. */
export type RemediedPlace = Pick<StorePlace, 'schema' | 'user' | 'hasPassword' | 'database'>

/** What to do, by the code of an error of the server, of the system or of TLS. */
const REMEDIES: Readonly<Record<string, (place: RemediedPlace, message: string) => string>> = {
  '28P01': ({ hasPassword }) =>
    hasPassword
      ? 'Check the user and the password. In a connection string, percent-encode characters of a password such as # / ? @ % (# is %23), or put the password as it is into PGPASSWORD.'
      : PASSWORD,
  '28000': (_, message) =>
    /no encryption/.test(message)
      ? 'The server wants an encrypted connection: add sslmode=require to the connection string.'
      : 'Check that the role exists, that it may log in (ALTER ROLE … LOGIN), and that pg_hba.conf of the server lets it in from here.',
  '3D000': ({ database }) =>
    `Create the database (createdb ${database || 'NAME'}), or correct its name in the connection string.`,
  '42501': ({ schema, user }) =>
    `Let the owner of schema ${schema} run: GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${user || 'USER'}; GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${user || 'USER'};`,
  '42P01': () =>
    'Tables are missing. If the schema was dropped, load it again: npx pessoas-sim seed --store URL.',
  '26000': () => 'Behind PgBouncer before 1.21, add prepare=off to the connection string.',
  '53100': () => 'The disk of the server is full: make room there.',
  '53300': () => 'Let the server take more connections (max_connections), or use a smaller pool.',
  '42P07': otherTables,
  '42703': otherTables,
  '42809': otherTables,
  '42883': otherTables,
  ECONNREFUSED: () => 'Start the server, or correct the host and the port of the connection string.',
  ENOTFOUND: () => 'No machine has this name: correct the host of the connection string.',
  EAI_AGAIN: () => 'The name of the host cannot be looked up now: check the network.',
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: selfSigned,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: selfSigned,
  ERR_TLS_CERT_ALTNAME_INVALID: () =>
    'The certificate of the server has another name: use the host that it names, or sslmode=no-verify.',
}

const PASSWORD =
  'The server wants a password: put it into PGPASSWORD, or after the user in the connection string (postgres://user:password@host/database).'

function otherTables({ schema }: RemediedPlace): string {
  return `The schema ${schema} has tables of another program. Use another schema: ?schema=NAME.`
}

function selfSigned(): string {
  return 'No known authority signed the certificate of the server: name the file of its authority with sslrootcert=FILE, or use sslmode=no-verify.'
}

/** Returns what the operator can do about an error, as a sentence; undefined if nothing is known. */
export function remedyOf(error: unknown, place: RemediedPlace): string | undefined {
  let found: unknown = error
  for (let depth = 0; found instanceof Error && depth < 8; depth++) {
    const { code, message } = found as { code?: unknown; message: string }
    if (/client password must be a string/.test(message)) return PASSWORD
    if (/does not support SSL/.test(message)) return 'Use sslmode=disable, or switch TLS on at the server.'
    if (typeof code === 'string' && Object.hasOwn(REMEDIES, code)) return REMEDIES[code]?.(place, message)
    found = found.cause
  }
  return undefined
}
