import fc from 'fast-check'
import type { Form } from '../contract/dialect-form.ts'

/** Values of a form, which shrink to the least that it allows. */
export function aValueOf(form: Form): fc.Arbitrary<unknown> {
  switch (form.kind) {
    case 'choice':
      return fc.constantFrom(...form.choices)
    case 'whole':
      return fc.integer({ min: form.least, max: form.most })
    case 'share':
      return fc.double({ min: 0, max: 1, noNaN: true })
    case 'text': {
      const { pattern, most } = form
      const text = pattern
        ? fc.stringMatching(pattern).filter(({ length }) => length <= most)
        : fc.string({ maxLength: Math.min(most, 12) })
      return form.orNull ? fc.option(text) : text
    }
    case 'template':
      return aTemplate
    case 'list': {
      const list = fc.array(aValueOf(form.of), { maxLength: 3 })
      return form.words === undefined ? list : fc.oneof(list, fc.constantFrom(...form.words))
    }
    case 'order':
      return fc.oneof(
        fc.constant([]),
        fc.shuffledSubarray([...form.choices], { minLength: form.choices.length }),
      )
    case 'map': {
      const { names } = form
      const name = names instanceof RegExp ? fc.stringMatching(/^[a-z]{1,6}$/) : fc.constantFrom(...names)
      return fc.dictionary(name, aValueOf(form.of), { maxKeys: 3 })
    }
    case 'text-or-object':
      return fc.oneof(aValueOf({ kind: 'text', most: form.most }), aValueOf(form.object))
    case 'object': {
      const { keys, required = [], oneOf = [] } = form
      const model = Object.fromEntries(Object.entries(keys).map(([name, one]) => [name, aValueOf(one)]))
      const whole = fc.record(model, { requiredKeys: [...required, ...oneOf] })
      if (oneOf.length === 0) return whole
      return fc.tuple(whole, fc.constantFrom(...oneOf)).map(([value, kept]) => {
        const others = Object.entries(value).filter(([name]) => name === kept || !oneOf.includes(name))
        return Object.fromEntries(others)
      })
    }
  }
}

const aSlot = fc.constantFrom(
  '{itens}',
  '{total:number}',
  '{atual}',
  '{key}',
  '{text}',
  'page {atual}',
  '{nope}',
)

const aTemplate = fc.letrec((tie) => ({
  template: fc.oneof(
    { maxDepth: 3 },
    aSlot,
    fc.constantFrom<unknown>(null, true, 7, 'text'),
    fc.array(tie('template'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('data', 'meta', '{key}', '__proto__'), tie('template'), { maxKeys: 2 }),
  ),
})).template
