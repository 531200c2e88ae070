const BOUNDARY = /;\s*boundary=(?:"([^"]*)"|([^;\s]+))/i
const NAME = /^content-disposition:.*?;\s*name=(?:"([^"]*)"|([^;\s]+))/im
const HEAD_END = '\r\n\r\n'

/**
 * Returns the fields of a form that was sent as `multipart/form-data`; none where its parts have another boundary than the
 * type names.
 */
export function multipartFields(text: string, type: string): [name: string, value: string][] {
  const [, quoted, plain] = BOUNDARY.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return []
  // The first part follows a line break that only the others have.
  const [, ...parts] = `\r\n${text}`.split(`\r\n--${boundary}`)
  return parts.flatMap((part): [string, string][] => {
    const end = part.indexOf(HEAD_END)
    const [, quotedName, plainName] = NAME.exec(part.slice(0, end)) ?? []
    const name = quotedName ?? plainName
    return end === -1 || name === undefined ? [] : [[name, part.slice(end + HEAD_END.length)]]
  })
}
