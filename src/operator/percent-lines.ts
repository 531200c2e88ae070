/** Returns what prints a share, 0 to 1, each time that it passes another tenth. */
export function percentLines(what: string, notice: (line: string) => void): (share: number) => void {
  let told = -1
  return (share) => {
    const percent = Math.floor(share * 10) * 10
    if (percent > told) notice(`${what}: ${percent} %`)
    told = percent
  }
}
