/**
 * Starts a job with a list. All attempts with the same upload and mode use the same idempotency key, so that
 * neither a second click nor a connection lost before the response creates a second job.
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { useLocation } from "wouter"

import { refreshCredits } from "../api/account.ts"
import { ApiError } from "../api/ApiError.ts"
import { newIdempotencyKey } from "../api/idempotencyKey.ts"
import { jobQuery, jobsKey } from "../job/jobQueries.ts"
import type { ListUpload, Mode } from "./List.ts"
import { sendFile } from "./sendFile.ts"

/** HTTP 422: the key was used with other bytes, so the file has changed since the first attempt. */
const keyReused = 422

const startKey = ["start-list"]

/** Whether a list is being uploaded. Its settings cannot be changed meanwhile. */
export const useIsStarting = (): boolean => useIsMutating({ mutationKey: startKey }) > 0

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()

export const useStart = ({ key: uploadKey, file, parts }: ListUpload, mode: Mode) => {
  const [progress, setProgress] = useState(0)
  const keys = useRef(new Map<string, string>())
  const upload = useRef<AbortController>(undefined)
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationKey: startKey,
    mutationFn: () => {
      setProgress(0)
      upload.current = new AbortController()
      const attempt = `${mode} ${uploadKey}`
      const key = keys.current.get(attempt) ?? newIdempotencyKey()
      keys.current.set(attempt, key)
      return sendFile<BulkJob>({
        file,
        parts,
        mode,
        headers: { "idempotency-key": key },
        signal: upload.current.signal,
        onProgress: setProgress
      })
    },
    onSuccess: (job) => {
      queryClient.setQueryData(jobQuery(job.id).queryKey, job)
      void queryClient.invalidateQueries({ queryKey: jobsKey })
      void refreshCredits()
      navigate(`/jobs/${job.id}`)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === keyReused) keys.current.clear()
      // The job may have started, with only the response lost.
      void queryClient.invalidateQueries({ queryKey: jobsKey })
    }
  })
  const { isPending } = start
  useEffect(() => {
    if (!isPending) return
    window.addEventListener("beforeunload", askBeforeLeaving)
    return () => window.removeEventListener("beforeunload", askBeforeLeaving)
  }, [isPending])
  // Leaving the page cancels the upload.
  useEffect(() => () => upload.current?.abort(), [])
  return { start, progress, cancel: () => upload.current?.abort() }
}
