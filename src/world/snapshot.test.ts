import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder, smallWorld } from '../testing/world.ts'
import { ordersIn } from './in-memory.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

const test = suite('snapshot')

test('a snapshot gives the same columns and orders; one that is damaged, cut, or of other data gives nothing', () =>
  inFolder((folder) => {
    const path = join(folder, 'snapshot.bin')
    const orders = ordersIn(smallWorld())
    orders.prepare('pt-BR', 'case-and-accents')
    const { hash } = orders.columns
    assert.is(readSnapshot(path, hash), undefined)
    writeSnapshot(path, orders)
    const read = readSnapshot(path, hash)
    assert.equal([read?.columns, read?.ranks, read?.folded], [orders.columns, orders.ranks, orders.folded])
    assert.is(readSnapshot(path, 'other'), undefined)
    const whole = readFileSync(path)
    for (let at = 0; at < whole.length; at += 67) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] as number) ^ 0x55
      writeFileSync(path, damaged)
      assert.is(readSnapshot(path, hash), undefined, `byte ${at}`)
    }
    for (let end = 0; end < whole.length; end += end < whole.length - 60 ? 401 : 1) {
      writeFileSync(path, whole.subarray(0, end))
      assert.is(readSnapshot(path, hash), undefined, `cut at ${end}`)
    }
  }))

test.run()
