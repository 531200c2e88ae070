{
  "name": "pessoas-sim",
  "version": "0.1.0",
  "description": "The person lookup and manual report validation service on your machine: a faithful simulator for client developers, CI and QA.",
  "license": "MIT",
  "type": "module",
  "engines": {
    "node": ">=20.19"
  },
  "bin": {
    "pessoas-sim": "dist/bin/pessoas-sim.js"
  },
  "exports": {
    ".": {
      "types": "./dist/src/index.d.ts",
      "default": "./dist/src/index.js"
    },
    "./conformance": {
      "types": "./dist/conformance/index.d.ts",
      "default": "./dist/conformance/index.js"
    },
    "./package.json": "./package.json"
  },
  "files": [
    "dist",
    "fixtures",
    "README.pt-BR.md",
    "CHANGELOG.md"
  ],
  "keywords": [
    "simulator",
    "mock-server",
    "cpf",
    "pessoas",
    "relatorios",
    "fastify",
    "lowdb",
    "faker"
  ],
  "scripts": {
    "prepare": "npm run build",
    "build": "node -e \"fs.rmSync('dist',{recursive:true,force:true})\" && tsc -p tsconfig.build.json",
    "start": "node dist/bin/pessoas-sim.js",
    "test": "node --import tsx node_modules/uvu/bin.js . \"\\.test\\.ts$\" --ignore node_modules --ignore dist",
    "coverage": "c8 node --import tsx node_modules/uvu/bin.js src \"\\.test\\.ts$\"",
    "lint": "biome check .",
    "format": "biome check --write .",
    "types": "tsc",
    "arrows": "depcruise --config .dependency-cruiser.cjs src bin bench conformance",
    "package": "publint --strict",
    "generate": "tsx docs/generate.ts",
    "bench": "npm run build && tsx bench/bench.ts"
  },
  "dependencies": {
    "@faker-js/faker": "10.6.0",
    "ajv": "^8.17.1",
    "fastest-levenshtein": "^1.0.16",
    "fastify": "^5.12.0",
    "js-yaml": "^5.5.0",
    "jsonc-parser": "^3.3.1",
    "lowdb": "^7.0.1",
    "papaparse": "^5.7.1",
    "undici": "^7.30.2",
    "yargs": "^18.0.0"
  },
  "devDependencies": {
    "@biomejs/biome": "2.4.8",
    "@brazilian-utils/brazilian-utils": "^2.4.0",
    "@types/autocannon": "^7.12.7",
    "@types/node": "^20.19.0",
    "@types/papaparse": "^5.5.2",
    "@types/yargs": "^17.0.33",
    "autocannon": "^8.0.0",
    "c8": "^12.0.0",
    "dependency-cruiser": "^17.4.0",
    "fast-check": "^4.10.0",
    "fast-xml-parser": "^5.12.1",
    "json-server": "0.17.4",
    "publint": "^0.3.25",
    "tap-parser": "^18.3.4",
    "tsx": "^4.23.0",
    "typebox": "^1.4.0",
    "typescript": "~5.9.3",
    "uvu": "^0.5.6"
  }
}
