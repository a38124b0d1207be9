/** Removes a job that has ended, with its rows. One that somebody else has removed already is gone, too. */
import type { BulkJob } from "@rcpt/api/Jobs"
import type { Message } from "@rcpt/api/Message"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation } from "wouter"

import { ApiError } from "../api/ApiError.ts"
import { request } from "../api/request.ts"
import { Button } from "../parts/Button.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { jobsKey } from "./jobQueries.ts"

const remove = async (id: string): Promise<void> => {
  try {
    await request<Message>(`/jobs/${id}`, { method: "DELETE" })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

export const DeleteJob = ({ job }: { readonly job: BulkJob }) => {
  const [isAsked, ask] = useState(false)
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const removal = useMutation({
    mutationFn: () => remove(job.id),
    onSuccess: () => {
      navigate("/bulk", { replace: true })
      void queryClient.invalidateQueries({ queryKey: [...jobsKey, "list"] })
    }
  })
  return (
    <>
      <Button variant="danger" onClick={() => ask(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsked}
        title="Delete this list?"
        action="Delete list"
        danger
        pending={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate()}
        onCancel={() => {
          ask(false)
          removal.reset()
        }}
      >
        The uploaded file, its rows and their results are erased, and cannot be downloaded any more.
        What they cost stays in the ledger.
      </ConfirmDialog>
    </>
  )
}
