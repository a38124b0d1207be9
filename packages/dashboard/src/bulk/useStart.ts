/**
 * Starts a job with a list. All attempts with the same list and mode carry the same key, so that
 * neither a second click nor a connection that breaks before the answer makes a second job.
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { useLocation } from "wouter"

import { refreshCredits } from "../api/account.ts"
import { ApiError } from "../api/ApiError.ts"
import { newIdempotencyKey } from "../api/idempotencyKey.ts"
import { jobQuery, jobsKey } from "../job/jobQueries.ts"
import { sendFile } from "./sendFile.ts"
import type { List, Mode } from "./usePrice.ts"

/** HTTP 422: the key belongs to other octets, so the file has changed since the first attempt. */
const keyReused = 422

const startKey = ["start-list"]

/** Whether a list is on its way: nothing about it can be changed meanwhile. */
export const useIsStarting = (): boolean => useIsMutating({ mutationKey: startKey }) > 0

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()

export const useStart = ({ file }: List, mode: Mode) => {
  const [share, setShare] = useState(0)
  const keys = useRef<Partial<Record<Mode, string>>>({})
  const sending = useRef<AbortController>(undefined)
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationKey: startKey,
    mutationFn: () => {
      setShare(0)
      sending.current = new AbortController()
      const key = (keys.current[mode] ??= newIdempotencyKey())
      return sendFile<BulkJob>({
        file,
        mode,
        headers: { "idempotency-key": key },
        signal: sending.current.signal,
        onProgress: setShare
      })
    },
    onSuccess: (job) => {
      queryClient.setQueryData(jobQuery(job.id).queryKey, job)
      void queryClient.invalidateQueries({ queryKey: jobsKey })
      void refreshCredits()
      navigate(`/jobs/${job.id}`)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === keyReused) keys.current = {}
      // It may have been started, and only its answer lost.
      void queryClient.invalidateQueries({ queryKey: jobsKey })
    }
  })
  const { isPending } = start
  useEffect(() => {
    if (!isPending) return
    window.addEventListener("beforeunload", askBeforeLeaving)
    return () => window.removeEventListener("beforeunload", askBeforeLeaving)
  }, [isPending])
  // Who goes to another page in the middle of it has given up.
  useEffect(() => () => sending.current?.abort(), [])
  return { start, share, cancel: () => sending.current?.abort() }
}
