import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { knobNames } from '../contract/knobs.ts'
import { completeProfile, type Profile } from '../contract/profile.ts'
import { MemoryStore } from '../store/memory.ts'
import {
  DECIDED_REPORT,
  FOREIGN_REPORT,
  get,
  MENSAGEM,
  OWN_REPORT,
  post,
  smallWorld,
  UNKNOWN_REPORT,
} from '../testing/world.ts'
import { createSimulator } from './sim.ts'

const test = suite('one reader')

/** A profile that notes which file of this folder reads each knob. */
function watched(profile: Profile) {
  const readers = new Map<string, Set<string>>()
  const watch = new Proxy(profile, {
    get(target, knob: string) {
      const file = /\/src\/sim\/([\w/-]+)\.ts/.exec(new Error().stack ?? '')?.[1]
      if (file) readers.set(knob, (readers.get(knob) ?? new Set()).add(file))
      return target[knob as keyof Profile]
    },
  })
  return { watch, readers }
}

test('each knob is read in exactly one file, and each is read', async () => {
  const { watch, readers } = watched(completeProfile({ rowsMaximum: 50, revalidation: 'refuse-409' }))
  const app = createSimulator({ store: new MemoryStore(smallWorld()), profile: watch })
  const legal = { aprovar: true, mensagem: MENSAGEM }
  for (const query of [
    '',
    '?rows=24',
    '?rows=75',
    '?page=0',
    '?page=99',
    '?page=abc',
    '?nome=a',
    '?cpf=1',
    '?cpf=x',
    '?sort=-nome',
    '?sort=x',
    '?x=1',
    '?nome=',
  ]) {
    await get(app, `/pessoas${query}`)
  }
  await get(app, '/pessoas', '')
  for (const numero of [OWN_REPORT, DECIDED_REPORT, FOREIGN_REPORT, UNKNOWN_REPORT, 'x'])
    await post(app, numero, legal)
  await post(app, OWN_REPORT, { x: 1 })
  await post(app, OWN_REPORT, { aprovar: 'true', mensagem: MENSAGEM })
  await post(app, OWN_REPORT, '{')
  await post(app, OWN_REPORT, legal, { 'content-type': 'text/plain' })
  await app.inject({ method: 'PUT', url: '/pessoas' })
  for (const knob of knobNames)
    assert.is([...(readers.get(knob) ?? [])].length, 1, `${knob}: ${[...(readers.get(knob) ?? [])]}`)
})

test.run()
