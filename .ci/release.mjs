// Makes a release, or publishes one: npm run release -- VERSION [--write | --publish]. CONTRIBUTING.md says when.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const [wanted, mode, ...rest] = process.argv.slice(2)
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const { name, version } = manifest
const tag = `v${wanted}`

const stop = (why) => {
  console.error(`release: ${why}`)
  process.exit(1)
}
const output = (file, ...args) => execFileSync(file, args, { encoding: 'utf8', stdio: 'pipe' }).trim()
/** Shows a command, and runs it. */
const run = (file, ...args) => {
  const line = [file, ...args].join(' ')
  console.log(`$ ${line}`)
  try {
    execFileSync(file, args, { stdio: 'inherit' })
  } catch {
    stop(`"${line}" failed. Nothing after it was done.`)
  }
}
const isAfter = (one, other) => one.localeCompare(other, 'en', { numeric: true }) > 0
const succeeds = (file, ...args) => {
  try {
    return output(file, ...args) !== ''
  } catch {
    return false
  }
}

if (
  !/^\d+\.\d+\.\d+$/.test(wanted ?? '') ||
  rest.length > 0 ||
  ![undefined, '--write', '--publish'].includes(mode)
)
  stop('usage: npm run release -- 1.2.3 [--write | --publish]. Without a flag, nothing is changed.')
if (output('git', 'status', '--porcelain') !== '')
  stop('the working tree has changes. Commit them, or take them back.')
if (mode === '--publish') requirePublishable()
const pages = mode === '--publish' ? [] : plan()
run('bash', '.ci/run')
if (mode === undefined) {
  console.log('\nAll checks passed, and nothing was changed. --write makes the commit and its tag.')
  process.exit()
}
if (mode === '--write') write()
const tarball = pack()
const publish = ['npm', 'publish', `./${tarball}`, '--provenance', '--access', 'public']
if (mode === '--publish') run(...publish)
else
  console.log(`\nNot pushed, not published. Next: git push --follow-tags, and in CI, on the tag ${tag}:
  npm run release -- ${wanted} --publish    # ${publish.join(' ')}`)

/** Stops unless HEAD is the release, and npm can take it. */
function requirePublishable() {
  if (wanted !== version || !output('git', 'tag', '--points-at', 'HEAD').split('\n').includes(tag))
    stop(`HEAD is not the release ${wanted}: its tag ${tag} is missing. Make it with --write first.`)
  const empty = ['repository', 'homepage', 'bugs'].filter((key) => !manifest[key])
  if (empty.length > 0)
    stop(
      `package.json has no ${empty.join(', no ')}. npm shows them, resolves the links of the README by them, and compares the repository with the provenance. Fill them in before you make the release.`,
    )
  if (!succeeds('npm', 'view', name, 'name'))
    stop(
      `npm has no package ${name}, or does not answer. Take the name first: publish a version 0.0.0 by hand, which only says where the package will be, and let only CI publish after it.`,
    )
  if (!process.env.ACTIONS_ID_TOKEN_REQUEST_URL && !process.env.SIGSTORE_ID_TOKEN)
    stop(
      'npm can prove where a package was built only in CI: in GitHub Actions with "id-token: write", in GitLab with an id token SIGSTORE_ID_TOKEN.',
    )
}

/** Prints what the release changes, and returns the pages that name the version. */
function plan() {
  if (!isAfter(wanted, version))
    stop(`${wanted} must be higher than ${version}. docs/versions.md says which number to raise.`)
  if (succeeds('git', 'tag', '--list', tag)) stop(`the tag ${tag} exists already.`)
  const [, news = ''] =
    /^## \[Unreleased\]\n(.*?)(?=^## \[)/ms.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  if (news.trim() === '') stop('CHANGELOG.md has nothing under Unreleased.')
  const pages = output('git', 'ls-files', '*.md').split('\n')
  const named = pages.filter(
    (page) => page !== 'CHANGELOG.md' && withVersion(page) !== readFileSync(page, 'utf8'),
  )
  console.log(`${name} ${version} → ${wanted}, also in ${named.join(', ')}\n\n${news.trim()}\n`)
  return named
}

/** Returns a page with the new version in the name of the tarball, tags, and what the health page answers. */
function withVersion(page) {
  const old = version.replaceAll('.', '\\.')
  const named = new RegExp(`(?<=${name}-|${name}:|@v|ref: v|"version": ")${old}(?!\\.?\\d)`, 'g')
  return readFileSync(page, 'utf8').replace(named, wanted)
}

function write() {
  run('npm', 'version', wanted, '--no-git-tag-version')
  for (const page of pages) writeFileSync(page, withVersion(page))
  const heading = `## [Unreleased]\n\n## [${wanted}] - ${new Date().toISOString().slice(0, 10)}\n`
  writeFileSync('CHANGELOG.md', readFileSync('CHANGELOG.md', 'utf8').replace('## [Unreleased]\n', heading))
  const files = ['package.json', 'package-lock.json', 'CHANGELOG.md', ...pages]
  run('git', 'commit', '--quiet', '--message', `release: ${name} ${wanted}`, '--', ...files)
  run('git', 'tag', '--annotate', tag, '--message', `${name} ${wanted}`)
}

/** Packs the tarball with its checksum beside it, and returns its name. */
function pack() {
  const file = `${name}-${wanted}.tgz`
  run('npm', 'pack', '--silent')
  const line = `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${file}`
  writeFileSync(`${file}.sha256`, `${line}\n`)
  console.log(`${line}\nIts bill of materials is dist/sbom.cdx.json, in the tarball as well.`)
  return file
}
