/** Names that other tools use for our flags. */
const FLAGS: Record<string, readonly string[]> = {
  host: ['hostname', 'bind', 'bind-address', 'address', 'addr', 'listen', 'ip', 'interface'],
  'base-path': ['prefix', 'path-prefix', 'url-prefix', 'context-path', 'root-path', 'base-url', 'base'],
  organizations: ['orgs', 'org', 'organisations', 'tenants'],
  persons: ['people', 'users', 'count', 'size'],
  state: ['dir', 'folder', 'directory', 'state-dir', 'storage'],
  fixture: ['file', 'world', 'mock', 'input', 'data'],
  'allowed-hosts': ['allow-hosts', 'allowed-host', 'hosts', 'trusted-hosts'],
  cors: ['origin', 'origins', 'allow-origin', 'allowed-origins', 'cors-origin'],
  store: ['database', 'db', 'database-url', 'postgres', 'dsn'],
  memory: ['in-memory', 'ephemeral', 'no-state'],
  log: ['logger', 'logging', 'log-level', 'log-format', 'silent', 'verbose'],
  json: ['output-json'],
  control: ['control-port', 'admin', 'admin-port', 'management-port'],
  'ready-file': ['pid-file', 'info-file'],
}

const COMMANDS: Record<string, readonly string[]> = {
  serve: ['start', 'run', 'up', 'server', 'listen', 'dev'],
  conformance: ['test', 'tests', 'check', 'verify', 'audit', 'suite'],
  probe: ['learn', 'detect', 'discover'],
  lint: ['validate', 'validar'],
  wait: ['ready', 'wait-for', 'wait-on', 'health'],
}

/** Returns the flag that a word probably means; undefined if there is none. */
export function flagMeantBy(word: string): string | undefined {
  return meantBy(FLAGS, word)
}

/** Returns the command that a word probably means; undefined if there is none. */
export function commandMeantBy(word: string): string | undefined {
  return meantBy(COMMANDS, word)
}

function meantBy(table: Record<string, readonly string[]>, word: string): string | undefined {
  return Object.keys(table).find((name) => table[name]?.includes(word))
}
