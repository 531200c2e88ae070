// The arrows of the house: bin -> src/index -> sim -> store -> contract, bin -> conformance -> contract, and one
// home for each package.
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
    only('store-imports-contract', '^src/store/', '^src/(store|contract)/'),
    only('sim-imports-store-and-contract', '^src/sim/', '^src/(sim|store|contract)/'),
    only('bin-imports-the-public-faces', '^bin/', '^(bin/|src/index\\.ts$|conformance/index\\.ts$)'),
    only('conformance-imports-contract', '^conformance/', '^(conformance|src/contract)/'),
    only('src-knows-no-suite', '^src/', '^src/'),
    only(
      'reports-are-made-of-the-report',
      '^conformance/reports/',
      '^(conformance/(reports/|(report|probe-report|check|exchange|judgement|readings)\\.ts$)|src/contract/)',
    ),
    home('undici-lives-in-target', 'undici', ['^conformance/target\\.ts$']),
    home('fastify-lives-in-sim', 'fastify', ['^src/sim/']),
    home('lowdb-lives-in-file', 'lowdb', ['^src/store/']),
    home('faker-lives-in-seed', '@faker-js', ['^src/store/seed\\.ts$']),
    home('yargs-lives-in-bin', 'yargs', ['^bin/']),
    home('levenshtein-lives-in-profile-and-bin', 'fastest-levenshtein', [
      '^src/contract/profile\\.ts$',
      '^bin/',
    ]),
    home('ajv-lives-in-the-dataset', 'ajv', ['^src/contract/dataset\\.ts$']),
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
