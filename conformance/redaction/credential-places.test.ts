import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isCredentialPlace } from './credential-places.ts'

const test = suite('places of a credential')

/** Texts with the word between ‹ and ›, and in whose texts it stands where a credential is expected. */
const places: [text: string, inOurs: boolean, inTheirs: boolean][] = [
  ['Authorization: ‹x›', true, true],
  ['authorization=‹x›', true, true],
  [`{"authorization":"‹x›"}`, true, true],
  [`['authorization'] => ('‹x›')`, true, true],
  ['Authorization   :   ‹x›', true, true],
  ['Authorization    : ‹x›', false, false],
  ['Authorization:    ‹x›', false, false],
  ['Authorization: y ‹x›', false, false],
  ['Authorization: Bearer ‹x›', true, true],
  ['Authorization: Bearer   ‹x›', true, true],
  ['Authorization: an unknown ‹x›', false, false],
  ['of authorization ‹x› here', false, false],
  ['"Bearer ‹x›"', true, true],
  ["'basic   ‹x›'", true, true],
  ['"token ‹x› is', true, true],
  ['"a ‹x› is', false, false],
  ['token=‹x›', true, true],
  ['api-key=‹x›', true, true],
  ['apikey="‹x›', true, true],
  ['api.key=‹x›', false, false],
  ['token=y‹x›', false, false],
  ['chave=‹x›', false, true],
  ['token: ‹x›', false, true],
  ['token "‹x›"', false, true],
  ['credenciais (‹x›)', false, false],
  ['credencial (‹x›)', false, true],
  ['autorização « ‹x›', false, false],
  ['autorização «‹x›', false, true],
  ['word "‹x›"', false, false],
  ['tokens ‹x›', false, true],
  ['token ‹x› inválido', false, true],
  ['token ‹x›, expirado', false, true],
  ['token ‹x› não existe', false, true],
  ['token ‹x› was revoked', false, true],
  ['token ‹x› washed', false, false],
  ['token ‹x› of the house', false, false],
  ['token    ‹x› inválido', false, false],
  ['word ‹x› inválido', false, false],
  ['tokenize ‹x› inválido', false, false],
]
for (const [marked, inOurs, inTheirs] of places) {
  test(marked, () => {
    const text = marked.replace(/[‹›]/g, '')
    const [at, end] = [marked.indexOf('‹'), marked.indexOf('›') - 1]
    assert.is(isCredentialPlace(text, at, end, 'ours'), inOurs)
    assert.is(isCredentialPlace(text, at, end, 'theirs'), inTheirs)
  })
}

test.run()
