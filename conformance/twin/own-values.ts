import { groupBy } from '../../src/contract/group-by.ts'
import { render, type Template } from '../../src/contract/template.ts'
import { objectOf } from '../service/lists.ts'
import type { RefusedBody } from './body-template.ts'
import { isSameJson } from './same-json.ts'

/** The body of the refusals of one situation. */
export interface BodyOfOne {
  template: Template
  /** The bodies that the template was learned from. */
  samples: readonly RefusedBody[]
}

/** Bodies that differ only in values of their own. */
export interface OneBody {
  /** The template of them all, with slots such as `{own.code}`. */
  template: Template
  /** What most of them have in these slots. */
  usual: Readonly<Record<string, Template>>
  /** For each body, what it has in place of the usual. */
  own: readonly Readonly<Record<string, Template>>[]
}

/** One place in bodies that are compared, and what each of them has there. */
interface Place {
  path: readonly string[]
  parts: readonly BodyOfOne[]
}

/**
 * Returns one template for the bodies of several situations that have the same fields. What they differ in has a slot of
 * its own; undefined if they have other fields.
 */
export function oneBodyOf(bodies: readonly BodyOfOne[]): OneBody | undefined {
  const fields = bodies.map(({ template }) => fieldsOf(template)?.join('\n'))
  if (fields[0] === undefined || fields.some((one) => one !== fields[0])) return undefined
  const values: Record<string, readonly Template[]> = {}
  const template = alignedAt({ path: [], parts: bodies }, values)
  const usual = Object.fromEntries(
    Object.entries(values).map(([name, all]) => [name, mostCommonOf(all)] as const),
  )
  const own = bodies.map((_, i) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, all]) =>
        isSameJson(all[i], usual[name]) ? [] : [[name, all[i] as Template] as const],
      ),
    ),
  )
  return { template, usual, own }
}

function fieldsOf(template: Template): string[] | undefined {
  const object = objectOf(template)
  return object && Object.keys(object)
}

function alignedAt({ path, parts }: Place, values: Record<string, readonly Template[]>): Template {
  const templates = parts.map(({ template }) => template)
  const [first] = templates as [Template]
  if (templates.every((one) => isSameJson(one, first))) return first
  const fields = fieldsOf(first)
  if (fields && templates.every((one) => fieldsOf(one)?.join('\n') === fields.join('\n'))) {
    return Object.fromEntries(
      fields.map((name) => [name, alignedAt(within({ path, parts }, name, path.concat(name)), values)]),
    )
  }
  const isLists = templates.every((one) => Array.isArray(one) && one.length === (first as []).length)
  if (isLists) {
    const list = first as readonly Template[]
    // The only element of a list stands for each fault, and needs no place in its name.
    return list.map((_, i) =>
      alignedAt(
        within({ path, parts }, String(i), list.length === 1 ? path : path.concat(String(i))),
        values,
      ),
    )
  }
  const general = templates.find((one) => parts.every(({ samples }) => isExplained(one, samples)))
  if (general !== undefined) return general
  const name = nameOf(path, values)
  values[name] = withShared(
    parts.map(({ template, samples }) => ({ template: ofEach(template, samples), samples })),
  )
  return `{own.${name}}`
}

/** The keys of all faults, where each fault adds its own: several would otherwise have them all several times. */
function ofEach(template: Template, samples: readonly RefusedBody[]): Template {
  const [, form] = /^\{keys(:html|:go)\}$/.exec(String(template)) ?? []
  const own = [`{key${form}}`]
  return form !== undefined && isExplained(own, samples) ? own : template
}

/** Returns what each body has in one place. What more of them have counts where it explains another, too: a slot may fit by chance. */
function withShared(parts: readonly BodyOfOne[]): Template[] {
  const groups = groupBy(parts, ({ template }) => JSON.stringify(template))
  const inOrder = [...groups.values()].sort((a, b) => b.length - a.length)
  return parts.map(({ template, samples }) => {
    const [shared] =
      inOrder.find(([one]) => isSameJson(one.template, template) || isExplained(one.template, samples)) ?? []
    return shared?.template ?? template
  })
}

/** Returns the place of one field or element. */
function within({ parts }: Place, name: string, path: readonly string[]): Place {
  const at = (value: unknown): unknown => {
    if (Array.isArray(value)) return value[Number(name)]
    const object = objectOf(value)
    // The only key of such an object is the name of the field with the fault.
    return name === '{key}' ? Object.values(object ?? {})[0] : object?.[name]
  }
  return {
    path,
    parts: parts.map(({ template, samples }) => ({
      template: (Array.isArray(template)
        ? template[Number(name)]
        : (template as Record<string, Template>)[name]) as Template,
      samples: samples.map(({ body, ...rest }) => ({ ...rest, body: at(body) })),
    })),
  }
}

/** Returns whether a template says what is there in each sample. */
function isExplained(template: Template, samples: readonly RefusedBody[]): boolean {
  return samples.every(({ body, slots, message }) =>
    isSameJson(render(template, { ...slots, text: message, keys: [slots.key] }), body),
  )
}

function nameOf(path: readonly string[], values: object): string {
  const name = path.map((part) => part.replace(/[^\w-]/g, '')).filter((part) => part !== '')
  const short = name.at(-1) ?? 'body'
  return Object.hasOwn(values, short) ? name.join('.') : short
}

function mostCommonOf(all: readonly Template[]): Template {
  const groups = [...groupBy(all, (one) => JSON.stringify(one)).values()]
  return (groups.sort((a, b) => b.length - a.length)[0] as Template[])[0] as Template
}
