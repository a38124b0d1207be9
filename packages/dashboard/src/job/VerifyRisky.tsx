/** One click verifies the risky rows of a fast job in deep mode, as a new job. The price comes first. */
import type { BulkJob, UploadPrice } from "@rcpt/api/Jobs"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation } from "wouter"

import { refreshCredits } from "../api/account.ts"
import { newIdempotencyKey, request } from "../api/request.ts"
import { PriceSlip } from "../bulk/PriceSlip.tsx"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/job.tsx"
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
    <QueryState query={price} skeleton={<Skeleton lines={6} />}>
      {(price) => <PriceSlip price={price} />}
    </QueryState>
  )
}

const { risky: said } = words

export const VerifyRisky = ({ job }: { readonly job: BulkJob }) => {
  const [isOpen, setOpen] = useState(false)
  // All attempts from this page share the key, so that none creates a second job.
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
  return (
    <Card title={said.title} lead={said.lead(job.risky_count)}>
      <div className="row">
        <Button onClick={() => setOpen(true)}>{said.open(job.risky_count)}</Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        title={said.question(job.risky_count)}
        action={said.action}
        mutation={start}
        onConfirm={() => start.mutate()}
        onClose={() => setOpen(false)}
      >
        <Price id={job.id} />
      </ConfirmDialog>
    </Card>
  )
}
