/**
 * The connection to the service. A failed request marks it as lost. From then on `/healthz` is polled
 * until it responds, and the listeners (queryClient.ts, the banner) are notified.
 */
import { useSyncExternalStore } from "react"

/** Milliseconds between polls; the last one repeats. */
const pollDelays = [1_000, 2_000, 3_000, 5_000]

let isLost = false
let listeners: ReadonlyArray<() => void> = []

const notify = (): void => {
  for (const listener of listeners) listener()
}

const isResponding = async (): Promise<boolean> => {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok
  } catch {
    return false
  }
}

const poll = async (attempt: number): Promise<void> => {
  if (!isLost) return
  if (await isResponding()) return connection.restored()
  setTimeout(() => void poll(attempt + 1), pollDelays[attempt] ?? pollDelays.at(-1))
}

export const connection = {
  lost: (): void => {
    if (isLost) return
    isLost = true
    notify()
    setTimeout(() => void poll(0), pollDelays[0])
  },
  restored: (): void => {
    if (!isLost) return
    isLost = false
    notify()
  },
  isLost: (): boolean => isLost,
  subscribe: (listener: () => void): (() => void) => {
    listeners = [...listeners, listener]
    return () => {
      listeners = listeners.filter((other) => other !== listener)
    }
  }
}

// The browser may notice before any request fails; `/healthz` decides when it is over.
window.addEventListener("offline", () => connection.lost())

export const useConnectionLost = (): boolean =>
  useSyncExternalStore(connection.subscribe, connection.isLost)
