import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fitsNumber } from './number-keys.ts'

const test = suite('number keys')

const number = ['report.shape', 'numero_do_relatorio'] as const
const aprovar = ['aprovar.missing', 'aprovar'] as const
const mensagem = ['mensagem.short', 'mensagem'] as const

const cases: [keys: string[], situations: (readonly [name: string, key: string])[], fits?: boolean][] = [
  [['aprovar'], [aprovar]],
  [['numero'], [number], true],
  [[], [number], true],
  [['aprovar'], [number], false],
  [['numero', 'aprovar'], [number], false],
  [['numero', 'aprovar'], [number, aprovar], true],
  [['numero', 'mensagem'], [number, aprovar, mensagem], true],
  [['numero', 'mensagem'], [number, aprovar], false],
  [['numero'], [number, aprovar], false],
  [['aprovar', 'numero'], [number, aprovar], false],
  [['aprovar', 'numero'], [aprovar, number], true],
  [['aprovar'], [aprovar, number], false],
]
for (const [keys, situations, fits] of cases) {
  test(`[${keys}] to ${situations.map(([name]) => name).join(' and ')}`, () => {
    assert.is(
      fitsNumber(
        keys,
        situations.map(([name, key]) => ({ name, slots: { key } })),
      ),
      fits,
    )
  })
}

test.run()
