import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Mask, merged } from './masks.ts'

const test = suite('masks')

/** Returns a text with its masks, merged: [a name] (a CPF) <a credential>, each with its label if that is another. */
function shownOf(text: string, ...masks: [part: string, kind: Mask['kind'], label?: string][]): string {
  const given = masks.map(([part, kind, label = part]): Mask => {
    const from = text.indexOf(part)
    return { from, to: from + part.length, kind, label }
  })
  const before = structuredClone(given)
  let shown = ''
  let at = 0
  for (const { from, to, kind, label } of merged(given, text)) {
    const [open, close] = { nome: '[]', cpf: '()', credential: '<>' }[kind] as unknown as [string, string]
    const part = text.slice(from, to)
    shown += `${text.slice(at, from)}${open}${part}${label === part ? '' : `=${label}`}${close}`
    at = to
  }
  assert.equal(given, before, 'what is given stays as it is')
  return shown + text.slice(at)
}

const names: [text: string, first: string, second: string, shown: string][] = [
  ['de Ana Sá aqui', 'Ana', 'Sá', 'de [Ana Sá] aqui'],
  ['de Ana Sá aqui', 'Sá', 'Ana', 'de [Ana Sá] aqui'],
  ['AnaSá', 'Ana', 'Sá', '[AnaSá]'],
  ['Ana, Sá', 'Ana', 'Sá', '[Ana, Sá]'],
  ['Ana_+-Sá', 'Ana', 'Sá', '[Ana_+-Sá]'],
  ["Ana' .Sá", 'Ana', 'Sá', "[Ana' .Sá]"],
  ['Ana’Sá', 'Ana', 'Sá', '[Ana’Sá]'],
  ['Ana    Sá', 'Ana', 'Sá', '[Ana]    [Sá]'],
  ['Ana; Sá', 'Ana', 'Sá', '[Ana]; [Sá]'],
  ['Ana x Sá', 'Ana', 'Sá', '[Ana] x [Sá]'],
  ['Ana de Sá', 'Ana', 'Sá', '[Ana de Sá]'],
  ['Ana DAS Sá', 'Ana', 'Sá', '[Ana DAS Sá]'],
  ['Ana e  Sá', 'Ana', 'Sá', '[Ana e  Sá]'],
  ['Ana_do-Sá', 'Ana', 'Sá', '[Ana_do-Sá]'],
  ['Ana du Sá', 'Ana', 'Sá', '[Ana] du [Sá]'],
  ['Ana e   Sá', 'Ana', 'Sá', '[Ana] e   [Sá]'],
  ['Ana deSá', 'Ana', 'Sá', '[Ana] de[Sá]'],
  ['Ana de de Sá', 'Ana', 'Sá', '[Ana] de de [Sá]'],
  // Nine characters are the most between two names, and no more of what follows is looked at.
  ['Ana,,,dos++Sá', 'Ana', 'Sá', '[Ana,,,dos++Sá]'],
  ['Ana,,,dos++xxxx, Sá', 'Ana', 'Sá', '[Ana],,,dos++xxxx, [Sá]'],
  // One inside or across another.
  ['Ana Silva', 'Ana Silva', 'Silva', '[Ana Silva]'],
  ['Ana Silva', 'Ana', 'Ana Silva', '[Ana Silva]'],
  ['Ana Maria Sá', 'Ana Maria', 'Maria Sá', '[Ana Maria Sá]'],
]
for (const [text, first, second, shown] of names) {
  test(`${first} and ${second} in ${text}`, () => {
    assert.is(shownOf(text, [first, 'nome'], [second, 'nome']), shown)
  })
}

test('a name that is masked alone keeps its label, one that grows has the text of all of it', () => {
  assert.is(shownOf('x ANA y', ['ANA', 'nome', 'Ana']), 'x [ANA=Ana] y')
  assert.is(shownOf('x ANA SÁ y', ['ANA', 'nome', 'Ana'], ['SÁ', 'nome', 'Sá']), 'x [ANA SÁ] y')
  assert.is(shownOf('x ANA SÁ y', ['ANA SÁ', 'nome', 'Ana Sá'], ['SÁ', 'nome']), 'x [ANA SÁ=Ana Sá] y')
  assert.is(shownOf('x ANA SÁ y', ['ANA S', 'nome', 'Ana'], ['SÁ', 'nome']), 'x [ANA SÁ] y')
})

test('initials behind a name belong to it, up to the next mask', () => {
  assert.is(shownOf('Ana B. C. D', ['Ana', 'nome']), '[Ana B. C.=Ana] D')
  assert.is(shownOf('Ana  É. x', ['Ana', 'nome']), '[Ana  É.=Ana] x')
  assert.is(shownOf('AnaB.', ['Ana', 'nome']), '[Ana]B.')
  assert.is(shownOf('Ana Bc.', ['Ana', 'nome']), '[Ana] Bc.')
  assert.is(shownOf('A a B. b c. d', ['a', 'nome'], ['c', 'cpf']), 'A [a B.=a] b (c). d')
  assert.is(shownOf('Ana A. B. C. D. E. F. G.', ['Ana', 'nome']), '[Ana A. B. C. D. E. F.=Ana] G.')
  assert.is(shownOf('Ana B. C.', ['Ana', 'nome'], ['B.', 'credential']), '[Ana] <B.> C.')
  assert.is(shownOf('123 B. C.', ['123', 'cpf']), '(123) B. C.')
})

test('a credential prevails over what it overlaps, with its label', () => {
  assert.is(shownOf('x abcdef y', ['abc', 'nome'], ['bcdef', 'credential', '$T']), 'x <abcdef=$T> y')
  assert.is(shownOf('x abcdef y', ['abcd', 'credential', '$T'], ['cdef', 'nome']), 'x <abcdef=$T> y')
  assert.is(shownOf('x abcdef y', ['abcdef', 'cpf', 'cpf#1'], ['cd', 'credential', '$T']), 'x <abcdef=$T> y')
  assert.is(
    shownOf('abcdef', ['abcd', 'credential', '$A'], ['cdef', 'credential', '$B']),
    '<abcdef=$A>',
    'the first of two',
  )
  assert.is(shownOf('abcdef', ['abcd', 'cpf', 'cpf#1'], ['cdef', 'cpf', 'cpf#2']), '(abcdef=cpf#1)')
  assert.is(shownOf('abcdef', ['abcd', 'cpf', 'cpf#1'], ['cdef', 'nome']), '(abcdef=cpf#1)')
})

test('masks that touch stay two, unless both are names', () => {
  assert.is(shownOf('abcd', ['ab', 'cpf', '1'], ['cd', 'cpf', '2']), '(ab=1)(cd=2)')
  assert.is(shownOf('abcd', ['ab', 'nome'], ['cd', 'cpf', '2']), '[ab](cd=2)')
  assert.is(shownOf('abcd', ['ab', 'cpf', '1'], ['cd', 'nome']), '(ab=1)[cd]')
  assert.is(shownOf('abcd'), 'abcd')
})

test.run()
