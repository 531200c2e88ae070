// Prints the lines of each room beside its budget in docs/contributing/sizes.md: npm run sizes
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const rooms = [
  ...readFileSync('docs/contributing/sizes.md', 'utf8').matchAll(/^\| (.*) \| `(.*)` \| ([\d,]+) \|$/gm),
].map(([, name, paths, budget]) => ({ name, paths: paths.split(' '), budget, lines: 0 }))
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
const files = listed
  .split('\n')
  .filter((file) => /\.(tsx?|mts|css|[cm]?js)$|^\.ci\/(run|try-\w+)$/.test(file))
for (const file of files) {
  const place = /\.test\.\w+$/.test(file) ? 'tests' : file
  // The room whose path is the longest has the file.
  const matched = ({ paths }) =>
    Math.max(...paths.map((path) => (`${place}/`.startsWith(`${path}/`) ? path.length : 0)))
  const room = rooms.toSorted((a, b) => matched(b) - matched(a))[0]
  if (matched(room) > 0) room.lines += readFileSync(file, 'utf8').split('\n').length - 1
}
for (const { name, lines, budget } of rooms) {
  const isOver = lines > Number(budget.replaceAll(',', ''))
  console.log(
    `${name.padEnd(42)}${lines.toLocaleString('en').padStart(7)} of ${budget.padStart(6)}${isOver ? '  over' : ''}`,
  )
}
const product = rooms.filter(({ paths }) => /^(src|conformance|bin)\b/.test(paths[0]))
const sum = product.reduce((sum, { lines }) => sum + lines, 0)
console.log(
  `${'src, conformance and bin'.padEnd(42)}${sum.toLocaleString('en').padStart(7)} of 28,500${sum > 28_500 ? '  over' : ''}`,
)
