/** One click verifies the risky rows of a fast job in deep mode, as a new job. The price comes first. */
import type { BulkJob, UploadPrice } from "@rcpt/api/Jobs"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation } from "wouter"

import { refreshCredits } from "../api/account.ts"
import { newIdempotencyKey } from "../api/idempotencyKey.ts"
import { request } from "../api/request.ts"
import { PriceSlip } from "../bulk/PriceSlip.tsx"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { jobQuery, jobsKey } from "./jobQueries.ts"

const wanted = { mode: "deep", status: ["risky"] } as const

const Price = ({ id }: { readonly id: string }) => {
  const price = useQuery({
    queryKey: [...jobsKey, id, "price of risky rows"],
    queryFn: ({ signal }) =>
      request<UploadPrice>(`/jobs/${id}/verify`, {
        method: "POST",
        query: { dry_run: true },
        body: wanted,
        signal
      }),
    staleTime: Infinity
  })
  return (
    <Loaded query={price} skeleton={<Skeleton lines={6} />}>
      {(price) => <PriceSlip price={price} />}
    </Loaded>
  )
}

const whole = new Intl.NumberFormat("en")

export const VerifyRisky = ({ job }: { readonly job: BulkJob }) => {
  const [isOpen, setOpen] = useState(false)
  // Of all attempts from this page, so that none creates a second job.
  const [key] = useState(newIdempotencyKey)
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: () =>
      request<BulkJob>(`/jobs/${job.id}/verify`, {
        method: "POST",
        body: wanted,
        headers: { "idempotency-key": key }
      }),
    onSuccess: (made) => {
      queryClient.setQueryData(jobQuery(made.id).queryKey, made)
      void queryClient.invalidateQueries({ queryKey: [...jobsKey, "list"] })
      void refreshCredits()
      navigate(`/jobs/${made.id}`)
    }
  })
  const rows = `${whole.format(job.risky_count)} risky ${job.risky_count === 1 ? "row" : "rows"}`
  return (
    <Card
      title="Ask the mail servers"
      lead={`Deep mode asks whether the mailboxes of the ${rows} exist. They become a list of their own.`}
    >
      <div className="row">
        <Button onClick={() => setOpen(true)}>Verify {rows} in deep mode</Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        title={`Verify ${rows} in deep mode?`}
        action="Start verification"
        mutation={start}
        onConfirm={() => start.mutate()}
        onClose={() => setOpen(false)}
      >
        <Price id={job.id} />
      </ConfirmDialog>
    </Card>
  )
}
