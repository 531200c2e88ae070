/** A path of the interface; its first group is the path without the query, its second the report number. */
export const PATH_OF_DOCUMENT = /^\/(pessoas|relatorios\/validar\/([^/?]+))(?:\?|$)/

/** Returns whether a path does not even begin as one of the interface. */
export function isElsewhere(url: string): boolean {
  return !/^\/+(?:pessoas|relatorios)(?:[/?]|$)/i.test(url)
}
