import type { Traffic } from './traffic.ts'

/** Returns the traffic of several listeners, the outermost first. */
export function composeTraffic(listeners: readonly Partial<Traffic>[]): Traffic {
  const admits = bound(listeners, 'admit')
  const delivers = bound(listeners, 'deliver')
  const bodies = bound(listeners, 'body')
  const strays = bound(listeners, 'stray')
  const admitFrom = (from: number): Traffic['admit'] => {
    const first = admits[from]
    if (first === undefined) return (_, __, serve) => serve()
    if (from === admits.length - 1) return first
    const next = admitFrom(from + 1)
    return (request, response, serve) => first(request, response, () => next(request, response, serve))
  }
  const deliverFrom =
    (from: number): Traffic['deliver'] =>
    (request, response, answer) => {
      for (let i = from; i < delivers.length; i++) {
        const isDelivered = (delivers[i] as Traffic['deliver'])(request, response, answer)
        if (isDelivered === true) return true
        if (isDelivered === false) continue
        return isDelivered.then((is) => is || deliverFrom(i + 1)(request, response, answer))
      }
      return false
    }
  return {
    admit: admitFrom(0),
    deliver: deliverFrom(0),
    body: (request, bytes) => {
      for (const body of bodies) body(request, bytes)
    },
    stray: (answer) => {
      for (const stray of strays) stray(answer)
    },
  }
}

/** Returns the traffic without the requests for which `isUnheard` returns true: they are served directly. */
export function unheard(
  traffic: Traffic,
  isUnheard: (request: Parameters<Traffic['admit']>[0]) => boolean,
): Traffic {
  return {
    ...traffic,
    admit: (request, response, serve) =>
      isUnheard(request) ? serve() : traffic.admit(request, response, serve),
  }
}

function bound<Name extends keyof Traffic>(listeners: readonly Partial<Traffic>[], name: Name) {
  return listeners.flatMap((listener) => {
    const method = listener[name] as NonNullable<Traffic[Name]> | undefined
    return method === undefined ? [] : [method.bind(listener) as NonNullable<Traffic[Name]>]
  })
}
