import { styleText } from 'node:util'

/** Returns whether a stream shows colour: Node asks the terminal, NO_COLOR and FORCE_COLOR. */
export function hasColor(stream: NodeJS.WriteStream): boolean {
  return styleText('bold', '.', { stream }) !== '.'
}
