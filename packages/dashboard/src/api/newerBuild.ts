/**
 * Notices that the service has another build of the dashboard than this tab, as after an update. The build is
 * named by its entry, whose name has a hash of everything in it.
 */
import { useSyncExternalStore } from "react"

import { connection } from "./connection.ts"

/** Milliseconds between two looks because of the focus, however often a person changes windows. */
const lookInterval = 60_000

const entryIn = (page: ParentNode): string | undefined =>
  page.querySelector("script[type=module][src]")?.getAttribute("src") ?? undefined

const own = entryIn(document)

let isNewer = false
let lookedAt = -Infinity
let listeners: ReadonlyArray<() => void> = []

const servedEntry = async (): Promise<string | undefined> => {
  const response = await fetch("/index.html", { cache: "no-cache" })
  if (!response.ok) return undefined
  return entryIn(new DOMParser().parseFromString(await response.text(), "text/html"))
}

/** Asks the service which build it has. While it builds one, the page that it sends has no entry. */
export const lookForBuild = async (): Promise<void> => {
  lookedAt = performance.now()
  try {
    const served = await servedEntry()
    // Nodes of one service are updated one after the other, so that the next answer may be the old build.
    isNewer = served !== undefined && served !== own
    for (const listener of listeners) listener()
  } catch {
    connection.lost()
  }
}

const lookNowAndThen = (): void => {
  if (document.visibilityState === "visible" && performance.now() - lookedAt >= lookInterval)
    void lookForBuild()
}

document.addEventListener("visibilitychange", lookNowAndThen)
window.addEventListener("focus", lookNowAndThen)
// The service may have been restarted with an update while it did not respond.
connection.subscribe(() => {
  if (!connection.isLost()) void lookForBuild()
})

const subscribe = (listener: () => void): (() => void) => {
  listeners = [...listeners, listener]
  return () => {
    listeners = listeners.filter((other) => other !== listener)
  }
}

export const useNewerBuild = (): boolean => useSyncExternalStore(subscribe, () => isNewer)
