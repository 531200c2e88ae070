// The arrows of the house (docs/contributing/architecture.md), and one home for each package.
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: { path: '^(src|bin|bench|conformance)/', pathNot: allowed },
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
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    only('contract-imports-nothing-of-ours', '^src/contract/', '^src/contract/'),
    only('operator-imports-contract', '^src/operator/', '^src/(operator|contract)/'),
    only('fixture-imports-contract', '^src/fixture/', '^src/(fixture|contract|operator)/'),
    only(
      'fixture-parse-knows-no-fixture',
      '^src/fixture/parse/',
      '^src/(fixture/(parse/|bounds\\.ts$)|contract|operator)',
    ),
    only(
      'fixture-make-neither-parses-nor-checks',
      '^src/fixture/make/',
      '^src/(fixture/(make/|(fixture|time)\\.ts$)|contract|operator)',
    ),
    only(
      'fixture-check-imports-parse-and-make',
      '^src/fixture/check/',
      '^src/(fixture/((check|parse|make)/|(bounds|digest|fixture|time)\\.ts$)|contract|operator)',
    ),
    only('store-imports-contract', '^src/store/', '^src/(store|contract|operator)/'),
    only('world-imports-fixture-and-store', '^src/world/', '^src/(world|fixture|store|contract|operator)/'),
    only('service-imports-store-and-contract', '^src/service/', '^src/(service|store|contract|operator)/'),
    only('server-imports-service', '^src/server/', '^src/(server|service|store|contract|operator)/'),
    only('control-imports-store-and-contract', '^src/control/', '^src/(control|store|operator|contract)/'),
    only(
      'simulator-puts-the-rooms-together',
      '^src/simulator/',
      '^src/(simulator|server|service|control|world|store|fixture|contract|operator)/',
    ),
    only(
      'bin-imports-the-public-faces',
      '^bin/',
      // The flags must not load the whole suite.
      '^(bin/|(src|conformance)/(index|cli)\\.ts$|conformance/run/option-tables\\.ts$|src/contract/package-version\\.ts$)',
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
      '^(conformance/(probe|run|client|model|redaction)/|src/(contract/|service/(service|overlay|ask|body|decision)\\.ts$|store/memory\\.ts$|fixture/make/anonymize\\.ts$))',
    ),
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
    home('lowdb-lives-in-file', 'lowdb', ['^src/(store|world)/']),
    home('pg-lives-in-sql', '(pg|pg-copy-streams|@types/pg|@types/pg-copy-streams)', ['^src/store/sql/']),
    home('faker-lives-in-seed', '@faker-js', ['^src/fixture/make/seed\\.ts$']),
    home('yargs-lives-in-bin', 'yargs', ['^bin/']),
    home('js-yaml-lives-in-yaml', 'js-yaml', ['^src/fixture/parse/yaml\\.ts$']),
    home('jsonc-parser-lives-in-one-file', 'jsonc-parser', ['^src/operator/jsonc-parser\\.ts$']),
    home('papaparse-lives-in-csv', '(@types/)?papaparse', ['^src/fixture/csv\\.ts$']),
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
