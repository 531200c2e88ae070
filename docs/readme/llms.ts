/** Returns llms.txt (llmstxt.org) of the index of the pages: what the program is, and the links of each section. */
export function llmsText(index: string): string {
  const [head = '', ...sections] = index.split(/^## /m)
  const [, about] = /^(pessoas-sim [^.]*\.)/m.exec(head) as unknown as [string, string]
  const parts = sections.map((section) => {
    const [name] = section.split('\n')
    return `## ${name}\n\n${section.match(/^- \[.*$/gm)?.join('\n')}\n`
  })
  return `# pessoas-sim\n\n> ${about.replaceAll('\n', ' ')}\n\n${parts.join('\n')}`
}
