/**
 * A job as it goes on, over the stream of server-sent events. Where that breaks, the job is asked for
 * until the service answers, and then followed again; a stream that is refused (too many windows) is
 * replaced by asking. So the page never needs a reload.
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"

import { refreshCredits } from "../api/account.ts"
import { connection } from "../api/connection.ts"
import { apiUrl } from "../api/request.ts"
import { isFinished, jobQuery } from "./jobQueries.ts"

/** Milliseconds before a broken stream is opened again: soon, then as often as anybody would notice. */
const waits = [500, 1_000, 2_000, 4_000]

/** Opens the stream until somebody stops it. `again` says whether there is still something to follow. */
const follow = (
  path: string,
  tell: (job: BulkJob) => void,
  again: () => Promise<boolean>
): (() => void) => {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let isOver = false

  const close = (): void => {
    clearTimeout(timer)
    source?.close()
  }
  const open = (): void => {
    close()
    if (isOver) return
    source = new EventSource(apiUrl(path))
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      attempt = 0
      tell(JSON.parse(data))
    })
    // The browser would try again by itself, but not after every kind of failure.
    source.addEventListener("error", retry)
  }
  const retry = (): void => {
    close()
    if (isOver) return
    timer = setTimeout(
      () => {
        void again().then((goesOn) => (goesOn ? open() : undefined), retry)
      },
      waits[attempt++] ?? waits.at(-1)
    )
  }
  // Found again: at once, and not when the next wait is over. A stream may have died unnoticed.
  const unsubscribe = connection.subscribe(() => {
    if (!connection.isLost()) open()
  })
  open()
  return () => {
    isOver = true
    unsubscribe()
    close()
  }
}

export const useJobStream = (id: string, isRunning: boolean): void => {
  const queryClient = useQueryClient()
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
      // It has ended, or nobody looks any more: either way credits have moved.
      void refreshCredits()
    }
  }, [id, isRunning, queryClient])
}
