import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../testing/world.ts'
import { copyDamage, damageLine } from './damage.ts'
import type { Damage } from './read-decisions.ts'

const test = suite('damage')

const fault = (place: number, rest: Partial<Damage> = {}): Damage => {
  return { place, isSyntax: false, numero: undefined, isCut: false, bytes: '', ...rest }
}

const lines: [faults: Damage[], line: RegExp][] = [
  [[fault(1, { numero: 'x' })], /^decision 1 \(report x\) is damaged\.$/],
  [[fault(1), fault(2)], /^decision 1, decision 2 are damaged\.$/],
  [[fault(3, { isCut: true })], /^decision 3 is incomplete: the simulator was killed/],
  [[fault(1), fault(3, { isCut: true })], /^decision 1 is damaged\. decision 3 is incomplete: /],
  [Array.from({ length: 10 }, (_, i) => fault(i + 1)), /^decision 1, .*, decision 10 are damaged\.$/],
  [Array.from({ length: 12 }, (_, i) => fault(i + 1)), /^decision 1, .*, decision 10, 2 more are damaged\.$/],
]
for (const [faults, line] of lines) {
  test(`${faults.length} of them: ${line.source.slice(0, 40)}`, () => assert.match(damageLine(faults), line))
}

test('their bytes are copied, a line each', () =>
  inFolder((folder) => {
    const path = join(folder, 'decisions.json')
    writeFileSync(path, 'some damage in the middle')
    const notice = copyDamage(
      path,
      [fault(1, { bytes: 'text' }), fault(2, { bytes: { from: 5, to: 11 } })],
      1,
    )
    const aside = readdirSync(folder).find((name) => name.endsWith('.aside')) as string
    assert.is(readFileSync(join(folder, aside), 'utf8'), 'text\ndamage\n')
    assert.ok(notice.includes(`Their bytes were copied to ${aside}. The decisions on 1 report were kept.`))
    assert.match(
      notice,
      /kept\. The copy has one damaged part per line: to restore a decision, stop [^\n]*\.$/,
    )
    // Damage to the syntax loses no decision.
    const syntax = copyDamage(path, [fault(1, { isSyntax: true, bytes: 'x' })], 1)
    assert.match(syntax, /were kept\.$/)
  }))

test.run()
