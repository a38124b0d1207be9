/**
 * A notification of the browser when a list is done, also while another page or tab is open. The browser
 * asks the user for permission, and only because they pressed the button. It ends with a reload.
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import { QueryObserver } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"

import { ApiError } from "../api/ApiError.ts"
import { queryClient } from "../api/queryClient.ts"
import { words } from "../words/job.tsx"
import { isFinished, jobQuery } from "./jobQueries.ts"

const { notification: said } = words

/** The lists that are watched. */
let watched: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

const setWatched = (next: ReadonlySet<string>): void => {
  watched = next
  for (const listener of listeners) listener()
}

const titles: Readonly<Record<string, ((name: string) => string) | undefined>> = said.titles

const bodyOf = (job: BulkJob): string =>
  said.counts({
    valid: job.valid_count,
    risky: job.risky_count,
    invalid: job.invalid_count,
    unknown: job.unknown_count
  })

const show = (job: BulkJob): void => {
  const notification = new Notification(titles[job.status]?.(job.filename) ?? job.filename, {
    body: bodyOf(job),
    // Two tabs that watch the same list show one.
    tag: `rcpt-${job.id}`,
    icon: "/icon.svg"
  })
  notification.addEventListener("click", () => {
    window.focus()
    notification.close()
  })
}

/** Signed out, or the list is deleted. Any other error may be over at the next poll. */
const isGone = (error: Error | null): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

const watch = (id: string): void => {
  setWatched(new Set([...watched, id]))
  const observer = new QueryObserver(queryClient, {
    ...jobQuery(id),
    refetchIntervalInBackground: true
  })
  const stop = observer.subscribe(({ data, error }) => {
    const isOver = data !== undefined && isFinished(data)
    if (!isOver && !isGone(error)) return
    if (isOver) show(data)
    setWatched(new Set([...watched].filter((other) => other !== id)))
    // Not while it tells its listeners.
    queueMicrotask(stop)
  })
}

export type Permission = NotificationPermission | "unsupported"

/** Browsers offer notifications only over TLS and on localhost. */
export const permissionNow = (): Permission =>
  "Notification" in window ? Notification.permission : "unsupported"

/** Asks for permission if it was neither given nor refused before. */
export const notifyWhenDone = async (id: string): Promise<Permission> => {
  const permission =
    permissionNow() === "default" ? await Notification.requestPermission() : permissionNow()
  if (permission === "granted" && !watched.has(id)) watch(id)
  return permission
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useIsWatched = (id: string): boolean =>
  useSyncExternalStore(subscribe, () => watched.has(id))
