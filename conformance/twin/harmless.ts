export function onlyHarmless<T extends object>(parts: T, isHarmless: (text: string) => boolean): Partial<T> {
  const kept = Object.entries(parts).filter(([, part]) => isHarmless(JSON.stringify(part)))
  return Object.fromEntries(kept) as Partial<T>
}

/** Returns headers that a profile may keep. A value with something of somebody in it is made into another one. */
export function withoutPersons<T extends Readonly<Record<string, string | null>>>(
  headers: T,
  isHarmless: (text: string) => boolean,
): T {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value === null || isHarmless(value) ? value : value.replace(/[\da-z]/gi, '0'),
    ]),
  ) as T
}
