/**
 * Whether the service answers. Requests say when it does not; from then on it is asked until it does,
 * and whoever listens (queryClient.ts, the banner) goes on from there.
 */
import { useSyncExternalStore } from "react"

/** Milliseconds between questions: soon at first, then no more often than anybody would notice. */
const waits = [1_000, 2_000, 3_000, 5_000]

let isLost = false
let listeners: ReadonlyArray<() => void> = []

const tell = (): void => {
  for (const listener of listeners) listener()
}

const answers = async (): Promise<boolean> => {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok
  } catch {
    return false
  }
}

const ask = async (attempt: number): Promise<void> => {
  if (!isLost) return
  if (await answers()) return connection.found()
  setTimeout(() => void ask(attempt + 1), waits[attempt] ?? waits.at(-1))
}

export const connection = {
  lost: (): void => {
    if (isLost) return
    isLost = true
    tell()
    setTimeout(() => void ask(0), waits[0])
  },
  found: (): void => {
    if (!isLost) return
    isLost = false
    tell()
  },
  isLost: (): boolean => isLost,
  subscribe: (listener: () => void): (() => void) => {
    listeners = [...listeners, listener]
    return () => {
      listeners = listeners.filter((other) => other !== listener)
    }
  }
}

// The browser may know before any request fails; `/healthz` has the last word.
window.addEventListener("offline", () => connection.lost())

export const useConnectionLost = (): boolean =>
  useSyncExternalStore(connection.subscribe, connection.isLost)
