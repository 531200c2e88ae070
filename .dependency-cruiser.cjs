// The arrows of the house (docs/contributing/architecture.md), and one home for each package.
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$' },
  // Whatever prints texts for people may say them in their language.
  to: { path: '^(src|bin|bench|conformance)/', pathNot: `${allowed}|^src/messages/translate\\.ts$` },
})
const home = (name, pack, homes) => ({
  name,
  severity: 'error',
  from: { pathNot: [...homes, '\\.test\\.ts$', '^bench/', '^src/testing/'] },
  to: { path: `node_modules/${pack}/` },
})

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(vitest|@playwright/test)$' },
    },
    only('messages-import-nothing-of-ours', '^src/messages/', '^src/messages/'),
    only('contract-imports-nothing-of-ours', '^src/contract/', '^src/contract/'),
    only('openapi-asks-the-service', '^src/openapi/', '^src/(openapi|service|world|contract)/'),
    only('operator-imports-contract', '^src/operator/', '^src/(operator|contract)/'),
    only('data-imports-contract', '^src/data/', '^src/(data|contract|operator)/'),
    only('world-imports-data', '^src/world/', '^src/(world|data|contract|operator)/'),
    only('service-imports-world-and-contract', '^src/service/', '^src/(service|world|contract|operator)/'),
    only('server-imports-service', '^src/server/', '^src/(server|service|world|contract|operator)/'),
    only(
      'control-imports-world-and-contract',
      '^src/control/',
      '^src/((control|world|operator|contract)/|server/(bind|fastify)\\.ts$)',
    ),
    only(
      'simulator-puts-the-rooms-together',
      '^src/simulator/',
      '^src/(simulator|server|service|control|openapi|world|store|data|contract|operator)/',
    ),
    only('runners-import-the-public-face', '^src/runners/', '^src/(runners/|index\\.ts$)'),
    only(
      'bin-imports-the-public-faces',
      '^bin/',
      // The flags must not load the whole suite.
      '^(bin/|src/messages/|(src|conformance)/(index|cli)\\.ts$|conformance/run/option-tables\\.ts$|src/contract/package-version\\.ts$)',
    ),
    // The twin is the service itself, so that what the probe compares is what will be served.
    only(
      'conformance-imports-contract',
      '^conformance/(?!probe/)',
      '^(conformance/|src/(contract/|operator/(hint|kebab-case)\\.ts$))',
    ),
    only(
      'probe-imports-the-service-as-a-function',
      '^conformance/probe/',
      '^(conformance/(probe|run|client|model|redaction)/|src/(contract/|service/(service|overlay|ask|body|decision)\\.ts$|world/in-memory\\.ts$|data/anonymize\\.ts$))',
    ),
    {
      name: 'console-imports-types-only',
      severity: 'error',
      from: { path: '^src/console/' },
      to: { path: '^src/', pathNot: '^src/(console|messages)/', dependencyTypesNot: ['type-only'] },
    },
    only('src-knows-no-suite', '^src/', '^src/'),
    only('client-imports-contract', '^conformance/client/', '^(conformance/client|src/contract)/'),
    only('redaction-imports-contract', '^conformance/redaction/', '^(conformance/redaction|src/contract)/'),
    only(
      'model-asks-the-client',
      '^conformance/model/',
      '^(conformance/(model|client|redaction)|src/contract)/',
    ),
    only(
      'checks-see-the-model',
      '^conformance/checks/',
      '^(conformance/(checks|model|client)|src/contract)/',
    ),
    only(
      'reports-are-made-of-the-report',
      '^conformance/reports/',
      '^(conformance/(reports|client|model)/|conformance/(run/report|probe/report)\\.ts$|src/contract/)',
    ),
    only(
      'run-prints-nothing',
      '^conformance/run/',
      '^(conformance/(?!reports/)|src/(contract/|operator/(hint|kebab-case)\\.ts$))',
    ),
    home('undici-lives-in-one-file', 'undici', ['^conformance/client/undici\\.ts$']),
    home('fastify-lives-in-one-file', 'fastify', ['^src/server/fastify\\.ts$']),
    home('lowdb-lives-in-file', 'lowdb', ['^src/world/(stored-data|log/file)\\.ts$']),
    home('pg-lives-in-its-log', '(pg|@types/pg)', ['^src/world/log/postgres/']),
    home('faker-lives-in-seed', '@faker-js', ['^src/data/seed\\.ts$']),
    home('yargs-lives-in-bin', 'yargs', ['^bin/']),
    home('yaml-lives-in-yaml-fixture', 'yaml', ['^src/data/yaml-fixture\\.ts$']),
    home('papaparse-lives-in-csv', '(@types/)?papaparse', ['^src/data/csv\\.ts$']),
    home('levenshtein-lives-in-hint', 'fastest-levenshtein', ['^src/operator/hint\\.ts$']),
    home('ajv-lives-in-tests', 'ajv', []),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
