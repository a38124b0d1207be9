/**
 * Cancels a running job. The same request deletes a finished job, so the job is fetched first and left
 * alone if it has finished meanwhile.
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import type { Message } from "@rcpt/api/Message"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { refreshCredits } from "../api/account.ts"
import { request } from "../api/request.ts"
import { Button } from "../parts/Button.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { words } from "../words/job.tsx"
import { isFinished, jobQuery, jobsKey } from "./jobQueries.ts"

const { cancellation: said } = words

const cancel = async (id: string): Promise<BulkJob> => {
  const path = `/jobs/${id}`
  const job = await request<BulkJob>(path)
  if (isFinished(job)) return job
  await request<Message>(path, { method: "DELETE" })
  return request<BulkJob>(path)
}

export const CancelJob = ({ job }: { readonly job: BulkJob }) => {
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const cancellation = useMutation({
    mutationFn: () => cancel(job.id),
    onSuccess: (finished) => {
      queryClient.setQueryData(jobQuery(job.id).queryKey, finished)
      void queryClient.invalidateQueries({ queryKey: [...jobsKey, "list"] })
      void refreshCredits()
    }
  })
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {said.action}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={said.title}
        action={said.action}
        dismiss={said.dismiss}
        danger
        mutation={cancellation}
        onConfirm={() => cancellation.mutate()}
        onClose={() => setOpen(false)}
      >
        <div className="stack-tight">
          <p>{said.charged(job.processed_rows, job.total_rows)}</p>
          <p>{said.refunded}</p>
        </div>
      </ConfirmDialog>
    </>
  )
}
