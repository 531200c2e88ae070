const LANES = 2

/**
 * Runs pieces of work in turn, two at a time: the database reads the next one while this process handles another. After
 * a failure, no further piece begins.
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
