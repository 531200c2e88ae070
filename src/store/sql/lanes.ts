const LANES = 2

/**
 * Does some pieces of work in turn, two at a time: the database reads what comes next while one is looked at. After a
 * failure, no other is begun.
 */
export async function inLanes(count: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const goOn = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: LANES }, goOn)).finally(() => {
    next = count
  })
}
