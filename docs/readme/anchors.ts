/** Returns the anchors of a page's headings, as GitHub and npm make them: a repeated one gets a number. */
export function anchorsOf(page: string): string[] {
  const headings = page.replace(/^ *```.*?^ *```$/gms, '').matchAll(/^#+ (.*)$/gm)
  const nextAnchor = anchorSeries()
  return [...headings].map(([, heading]) => nextAnchor(heading as string))
}

/** Returns a function that returns the anchor of the next heading of a page. */
export function anchorSeries(): (heading: string) => string {
  const times = new Map<string, number>()
  return (heading) => {
    const anchor = heading
      .replace(/\]\([^)]*\)/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const before = times.get(anchor) ?? 0
    times.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  }
}
