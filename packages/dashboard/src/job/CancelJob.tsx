/**
 * Ends a job before its time. The same request removes a job that has ended: so it is looked at first,
 * and one that came to its end meanwhile is left alone.
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import type { Message } from "@rcpt/api/Message"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { refreshCredits } from "../api/account.ts"
import { request } from "../api/request.ts"
import { Button } from "../parts/Button.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { isFinished, jobQuery, jobsKey } from "./jobQueries.ts"

const whole = new Intl.NumberFormat("en")

const cancel = async (id: string): Promise<BulkJob> => {
  const path = `/jobs/${id}`
  const found = await request<BulkJob>(path)
  if (isFinished(found)) return found
  await request<Message>(path, { method: "DELETE" })
  return request<BulkJob>(path)
}

export const CancelJob = ({ job }: { readonly job: BulkJob }) => {
  const [isAsked, ask] = useState(false)
  const queryClient = useQueryClient()
  const ending = useMutation({
    mutationFn: () => cancel(job.id),
    onSuccess: (ended) => {
      queryClient.setQueryData(jobQuery(job.id).queryKey, ended)
      void queryClient.invalidateQueries({ queryKey: [...jobsKey, "list"] })
      void refreshCredits()
    }
  })
  return (
    <>
      <Button variant="danger" onClick={() => ask(true)}>
        Cancel job
      </Button>
      <ConfirmDialog
        open={isAsked}
        title="Cancel this job?"
        action="Cancel job"
        dismiss="Let it go on"
        danger
        pending={ending.isPending}
        error={ending.error}
        onConfirm={() => ending.mutate()}
        onCancel={() => {
          ask(false)
          ending.reset()
        }}
      >
        <div className="stack-tight">
          <p>
            {whole.format(job.processed_rows)} of {whole.format(job.total_rows)} rows have their
            result. They stay charged, and you can download them.
          </p>
          <p>
            The other rows are not verified and cost nothing: what is still held for them comes back
            at once.
          </p>
        </div>
      </ConfirmDialog>
    </>
  )
}
