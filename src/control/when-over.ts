import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What waits on each connection for answers whose turn has not come. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls back when an exchange is over: its answer was sent, or its connection is closed; at once if it is over already.
 * Node emits `close` only on the response whose turn it is: one that was pipelined behind it would stay open for ever.
 * @returns a function that calls it off
 */
export function whenOver(
  { socket }: Pick<IncomingMessage, 'socket'>,
  response: ServerResponse,
  then: () => void,
): () => void {
  const callOff = () => {
    response.off('close', end)
    waiting.get(socket)?.delete(end)
  }
  const end = () => {
    callOff()
    then()
  }
  if (response.destroyed || socket.destroyed) then()
  else {
    response.once('close', end)
    if (response.socket === null) waitingOn(socket).add(end)
  }
  return callOff
}

/** One listener for all that wait on a connection: there may be hundreds. */
function waitingOn(socket: Socket): Set<() => void> {
  const known = waiting.get(socket)
  if (known) return known
  const added = new Set<() => void>()
  waiting.set(socket, added)
  socket.once('close', () => {
    for (const end of added) end()
  })
  return added
}
