/**
 * Runs pieces of work in turn, two at a time: the database reads the next one while this process handles another. After
 * a failure, no further piece begins.
 */
export async function twoAtATime(count: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const goOn = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all([goOn(), goOn()]).finally(() => {
    next = count
  })
}
