import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { moreSpellings } from '../testing/more-spellings.ts'
import { ordinaryNames, ordinarySentences } from '../testing/ordinary.ts'
import { shardsOf } from '../testing/shards.ts'
import { allSpellings, subjects } from '../testing/spellings.ts'
import { createRedactor, type Redactor } from './redact.ts'

const test = suite('spellings of people and credentials')

function redactorOf(): Redactor {
  const redactor = createRedactor()
  for (const [i, subject] of subjects.entries()) {
    redactor.hide(subject.token, `$TOKEN_${i}`)
    redactor.learn(subject)
  }
  return redactor
}

const carriers: Readonly<Record<string, (text: string) => string>> = {
  alone: (text) => text,
  'in a sentence': (text) => `O registro com ${text} não foi encontrado.`,
  'in brackets': (text) => `(${text})`,
  'in JSON': (text) => JSON.stringify({ message: text }),
}

for (const { name, of } of [...allSpellings(), ...moreSpellings()]) {
  test(`${name} is hidden, and what is around it stays`, () => {
    for (const subject of subjects) {
      const redactor = redactorOf()
      for (const [carrier, put] of Object.entries(carriers)) {
        const text = put(of(subject))
        for (const shown of [redactor.theirs(text), redactor.ours(text)]) {
          // A pseudonym is random and may have the same digit before what follows.
          const low = shown.replace(/(?:cpf|nome)#[\da-f]+/g, '#').toLowerCase()
          const shard = shardsOf(of, subject).find((one) => low.includes(one))
          assert.is(shard, undefined, `${JSON.stringify(shard)} ${carrier} in ${shown}`)
          if (carrier === 'in a sentence') assert.match(shown, /^O registro com .* não foi encontrado\.$/s)
        }
      }
    }
  })
}

test('ordinary words are not hidden, whoever is called so', () => {
  const redactor = createRedactor()
  for (const nome of [...ordinaryNames, ...subjects.map(({ nome }) => nome)]) redactor.learn({ nome })
  for (const sentence of ordinarySentences) {
    assert.is(redactor.theirs(sentence), sentence)
    assert.is(redactor.ours(sentence), sentence)
  }
})

test('a whole name is hidden although each of its words is ordinary', () => {
  const redactor = createRedactor()
  for (const nome of ['Rosa Campos', 'Data Total', 'Ana Campos Dias']) redactor.learn({ nome })
  for (const text of [
    'Rosa Campos',
    'ROSA CAMPOS',
    'rosa_campos',
    'campos, rosa',
    'DataTotal',
    'Campos Dias, Ana',
  ]) {
    assert.match(redactor.theirs(`de ${text} não`), /^de nome#[\da-f]+ não$/)
  }
  assert.is(redactor.theirs('os campos e a rosa'), 'os campos e a rosa')
})

test('a name has one pseudonym however it is spelt, where all of it is there', () => {
  const redactor = createRedactor()
  redactor.learn({ nome: 'João Batista de Araújo' })
  const shown = redactor.nome('João Batista de Araújo')
  for (const text of [
    'JOAO BATISTA DE ARAUJO',
    'joao_batista_de_araujo',
    'Jo&atilde;o Batista de Ara&uacute;jo',
    'JoÃ£o Batista de AraÃºjo',
  ]) {
    assert.is(redactor.theirs(`<${text}>`), `<${shown}>`)
  }
})

test('a text that is still escaped after many rounds is hidden', () => {
  const redactor = createRedactor()
  assert.is(redactor.theirs(`a%${'25'.repeat(20)}41`), '…')
  assert.is(redactor.theirs('a%2541'), 'a%2541')
})

test('a long text is cut, and nobody in two by it', () => {
  const redactor = createRedactor()
  redactor.learn({ nome: 'Heloísa Quitéria', cpf: '52998224725' })
  for (let before = 3_960; before < 4_010; before++) {
    for (const somebody of ['Heloísa Quitéria', '529.982.247-25']) {
      const shown = redactor.theirs(`${'x'.repeat(before - 1)} ${somebody} ${'y'.repeat(9_000)}`)
      assert.not.match(shown, /Hel|Quit|529/)
      assert.ok(shown.length < 4_100 && shown.endsWith('…'))
    }
  }
})

test.run()
