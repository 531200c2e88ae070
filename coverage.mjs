// Counts which lines and branches the tests ran, from what V8 wrote for each of their processes, and holds what there is.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The least share of lines and branches of a room, in percent. */
const LEAST = {
  // What only Bun or a bundle runs, .ci/try-installs runs.
  'src/contract': { lines: 99.6, branches: 98.4 },
  'src/operator': { lines: 99, branches: 98.5 },
  'src/data': { lines: 99, branches: 97 },
  'src/world': { lines: 97, branches: 97 },
  'src/service': { lines: 99.7, branches: 97.7 },
  'src/server': { lines: 99.5, branches: 97 },
  'src/control': { lines: 99, branches: 94 },
  'src/simulator': { lines: 99, branches: 97 },
  conformance: { lines: 97.4, branches: 93 },
  // What a process counted that a test kills may be lost.
  bin: { lines: 94, branches: 90 },
}

/** Returns what collects the coverage of tests that run from these bundles. */
export function createCoverage(bundles) {
  const folder = join(bundles, 'coverage')
  mkdirSync(folder)
  placesInFull(bundles)
  let tests = 0
  return {
    /** Returns a folder for the processes of one test file. */
    folderOfTest() {
      return join(folder, `of-test-${tests++}`)
    },
    /** Keeps what those processes wrote, without the packages and the source maps, which are most of it. */
    keep(ofTest) {
      const prefix = pathToFileURL(bundles).href
      for (const name of namesIn(ofTest)) {
        const own = resultOf(join(ofTest, name)).filter(({ url }) => url.startsWith(prefix))
        if (own.length > 0) writeFileSync(join(folder, name), JSON.stringify({ result: own }))
      }
      rmSync(ofTest, { recursive: true, force: true })
    },
    /** Returns what is covered less than it must be. @param wanted parts of the paths of a run with only some tests */
    faults(wanted) {
      const { status } = spawnSync('npx', ['--no', 'c8', 'report', '--temp-directory', folder], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      if (status !== 0) return ['c8 failed']
      const found = JSON.parse(readFileSync(join('coverage', 'coverage-final.json'), 'utf8'))
      const files = Object.values(found).map(uncoveredOf)
      const print = (some) => {
        for (const { says } of some) if (says) console.log(says)
      }
      if (wanted.length > 0) {
        print(files.filter(({ file }) => wanted.every((part) => file.includes(part))))
        return []
      }
      return Object.entries(LEAST).flatMap(([room, least]) => {
        const own = files.filter(({ file }) => file.startsWith(`${room}/`))
        const shares = Object.keys(least).map((kind) => [kind, shareOf(own.map((one) => one[kind]))])
        console.log(
          `${room}: ${shares.map(([kind, share]) => `${share.toFixed(2)} % of ${kind}`).join(', ')}`,
        )
        const short = shares.filter(([kind, share]) => share < least[kind])
        if (short.length > 0) print(own)
        return short.map(([kind]) => `${room}: less than ${least[kind]} % of ${kind}`)
      })
    },
  }
}

/** Closing braces: V8 counts the place behind an endless loop, where there is no code. */
const NO_CODE = /^[\s})\]]*$/

function uncoveredOf({ path, statementMap, s, branchMap, b }) {
  const file = relative('', path)
  const lines = readFileSync(path, 'utf8').split('\n')
  const textOf = ({ start, end }) =>
    start.line === end.line
      ? lines[start.line - 1].slice(start.column, end.column)
      : [lines[start.line - 1].slice(start.column), ...lines.slice(start.line, end.line)].join('\n')
  const missing = (counts, placeOf) =>
    Object.keys(counts)
      .filter((key) => [counts[key]].flat()[0] === 0 && !NO_CODE.test(textOf(placeOf(key))))
      .map((key) => placeOf(key).start.line)
  const lost = missing(s, (key) => statementMap[key])
  const untaken = missing(b, (key) => branchMap[key].loc)
  const says = [
    lost.length && `lines ${lost.join(' ')}`,
    untaken.length && `branches at ${untaken.join(' ')}`,
  ]
  return {
    file,
    lines: { missing: lost.length, of: Object.keys(s).length },
    branches: { missing: untaken.length, of: Object.keys(b).length },
    says: says.some(Boolean) && `${file}: ${says.filter(Boolean).join('; ')}`,
  }
}

function shareOf(counts) {
  const [missing, all] = ['missing', 'of'].map((kind) => counts.reduce((sum, one) => sum + one[kind], 0))
  return all === 0 ? 100 : 100 - (100 * missing) / all
}

function namesIn(folder) {
  return existsSync(folder) ? readdirSync(folder) : []
}

function resultOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).result
  } catch {
    // Its process was killed while it wrote.
    return []
  }
}

/** v8-to-istanbul leaves out sources of a bundle whose places are relative. */
function placesInFull(bundles) {
  for (const name of readdirSync(bundles, { recursive: true }).filter((name) => name.endsWith('.map'))) {
    const path = join(bundles, name)
    const map = JSON.parse(readFileSync(path, 'utf8'))
    map.sources = map.sources.map((source) => resolve(path, '..', source))
    writeFileSync(path, JSON.stringify(map))
  }
}
