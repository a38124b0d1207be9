/** Deletes a finished job with its rows. A job that was deleted meanwhile counts as success. */
import type { BulkJob } from "@rcpt/api/Jobs"
import type { Message } from "@rcpt/api/Message"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation } from "wouter"

import { ApiError } from "../api/ApiError.ts"
import { request } from "../api/request.ts"
import { Button } from "../parts/Button.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { words } from "../words/job.tsx"
import { jobsKey } from "./jobQueries.ts"

const remove = async (id: string): Promise<void> => {
  try {
    await request<Message>(`/jobs/${id}`, { method: "DELETE" })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

export const DeleteJob = ({ job }: { readonly job: BulkJob }) => {
  const [isOpen, setOpen] = useState(false)
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
      <Button variant="danger" onClick={() => setOpen(true)}>
        {words.deletion.open}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={words.deletion.title}
        action={words.deletion.action}
        danger
        mutation={removal}
        onConfirm={() => removal.mutate()}
        onClose={() => setOpen(false)}
      >
        {words.deletion.text}
      </ConfirmDialog>
    </>
  )
}
