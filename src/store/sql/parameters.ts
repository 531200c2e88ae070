/** The parameters of a connection string that are ours. */
export const OURS = [
  'schema',
  'pool',
  'timeout',
  'prepare',
  'request_header',
  'target_session_attrs',
  'host',
  'port',
  'user',
  'password',
] as const

/** Those that the client, pg, reads. */
const CLIENT = [
  'application_name',
  'binary',
  'client_encoding',
  'enableChannelBinding',
  'fallback_application_name',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'options',
  'query_timeout',
  'replication',
  'ssl',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslnegotiation',
  'sslrootcert',
  'statement_timeout',
  'uselibpqcompat',
]

/** Those of libpq that change nothing of which data is used, as connection strings of hosting services have them. */
const LIBPQ = [
  'channel_binding',
  'connect_timeout',
  'gssdelegation',
  'gssencmode',
  'gsslib',
  'keepalives',
  'keepalives_count',
  'keepalives_idle',
  'keepalives_interval',
  'krbsrvname',
  'load_balance_hosts',
  'max_protocol_version',
  'min_protocol_version',
  'require_auth',
  'requirepeer',
  'ssl_max_protocol_version',
  'ssl_min_protocol_version',
  'sslcertmode',
  'sslcompression',
  'sslcrl',
  'sslcrldir',
  'sslpassword',
  'sslsni',
  'tcp_user_timeout',
]

/** Those of libpq that say where the database is, which the client would ignore; and what to write in place of them. */
export const MISREAD: Readonly<Record<string, string>> = {
  dbname: 'Write the database after the host: postgres://user@host:5432/database.',
  database: 'Write the database after the host: postgres://user@host:5432/database.',
  db: 'Write the database after the host: postgres://user@host:5432/database.',
  hostaddr: 'Write the address as the host.',
  service: 'Write the host, the database and the user.',
  servicefile: 'Write the host, the database and the user.',
  passfile: 'Put the password into PGPASSWORD, or the name of the file into PGPASSFILE.',
}

export const PARAMETERS: readonly string[] = [...OURS, ...CLIENT, ...LIBPQ]
