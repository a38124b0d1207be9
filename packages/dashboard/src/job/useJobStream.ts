/**
 * Follows a running job by its stream of server-sent events. If the stream breaks, the job is polled until
 * the service responds, and then the stream is opened again. If the stream is refused (too many windows),
 * polling replaces it. The page never needs a reload.
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useEffect } from "react"

import { refreshCredits } from "../api/account.ts"
import { connection } from "../api/connection.ts"
import { queryClient } from "../api/queryClient.ts"
import { apiUrl } from "../api/request.ts"
import { isFinished, jobQuery } from "./jobQueries.ts"

/** Milliseconds before a broken stream is opened again; the last one repeats. */
const retryDelays = [500, 1_000, 2_000, 4_000]

/** Keeps the stream open until the returned function is called. `isStillRunning` is asked before a retry. */
const follow = (
  path: string,
  onJob: (job: BulkJob) => void,
  isStillRunning: () => Promise<boolean>
): (() => void) => {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let isStopped = false

  const close = (): void => {
    clearTimeout(timer)
    source?.close()
  }
  const open = (): void => {
    close()
    if (isStopped) return
    source = new EventSource(apiUrl(path))
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      attempt = 0
      onJob(JSON.parse(data))
    })
    // The browser retries by itself, but not after every kind of failure.
    source.addEventListener("error", retry)
  }
  const retry = (): void => {
    close()
    if (isStopped) return
    timer = setTimeout(
      () => {
        void isStillRunning().then((isRunning) => (isRunning ? open() : undefined), retry)
      },
      retryDelays[attempt++] ?? retryDelays.at(-1)
    )
  }
  // When the connection is back, open a new stream at once: the old one may have died unnoticed.
  const unsubscribe = connection.subscribe(() => {
    if (!connection.isLost()) open()
  })
  open()
  return () => {
    isStopped = true
    unsubscribe()
    close()
  }
}

export const useJobStream = (id: string, isRunning: boolean): void => {
  useEffect(() => {
    if (!isRunning) return
    const query = jobQuery(id)
    const stop = follow(
      `/jobs/${id}/stream`,
      (job) => queryClient.setQueryData(query.queryKey, job),
      async () =>
        !isFinished(await queryClient.fetchQuery({ ...query, staleTime: 0, retry: false }))
    )
    return () => {
      stop()
      // The job has finished or the page was left: its credits have changed.
      void refreshCredits()
    }
  }, [id, isRunning])
}
