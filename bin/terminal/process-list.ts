/**
 * Replaces the command line that other programs of the machine see, if it has a connection string with a password. The
 * variable PESSOAS_SIM_STORE, or PGPASSWORD, is better: this comes after the start.
 */
export function hideFromProcessList(store: string): void {
  const isShown = process.argv.some((argument) => argument.includes(store))
  if (isShown && hasPassword(store)) process.title = 'pessoas-sim'
}

function hasPassword(store: string): boolean {
  if (!URL.canParse(store)) return true
  const { password, searchParams } = new URL(store)
  return password !== '' || searchParams.has('password')
}
