/**
 * Asks the mail servers about the rows that deep mode can help, as a new job. The price comes first. Deep mode cannot
 * help rows that are disposable, parked, invalid, without MX or known as catch-all: they stay what they are.
 */
import type { BulkJob, JobFacets, UploadPrice } from "@rcpt/api/Jobs"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation } from "wouter"

import { refreshCredits } from "../api/account.ts"
import { newIdempotencyKey, request } from "../api/request.ts"
import { PriceSlip } from "../bulk/PriceSlip.tsx"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { creditsText } from "../parts/Credits.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { heldFor } from "../verify/heldFor.ts"
import { words } from "../words/job.tsx"
import { facetsQuery, jobQuery, jobsKey } from "./jobQueries.ts"

const unconfirmed = "mailbox_unverified"

/** The rows to ask about, by the mode of the job. In fast mode no mail server was asked about `valid` ones. */
const wantedIn = {
  fast: { mode: "deep", status: ["valid"] },
  deep: { mode: "deep", sub_status: unconfirmed }
} as const

/** How many rows deep mode can help. */
const helpedRows = (job: BulkJob, facets: JobFacets | undefined): number => {
  if (job.mode === "fast") return job.valid_count
  const counts = facets?.statuses.flatMap(({ sub_statuses }) => sub_statuses) ?? []
  return counts.find(({ sub_status }) => sub_status === unconfirmed)?.rows ?? 0
}

const Price = ({ id, mode }: Pick<BulkJob, "id" | "mode">) => {
  const price = useQuery({
    queryKey: [...jobsKey, id, "price of mailboxes"],
    queryFn: ({ signal }) =>
      request<UploadPrice>(`/jobs/${id}/verify`, {
        method: "POST",
        query: { dry_run: true },
        body: wantedIn[mode],
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

const { mailboxes: said } = words

export const CheckMailboxes = ({ job }: { readonly job: BulkJob }) => {
  const [isOpen, setOpen] = useState(false)
  // All attempts from this page share the key, so that none creates a second job.
  const [key] = useState(newIdempotencyKey)
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: () =>
      request<BulkJob>(`/jobs/${job.id}/verify`, {
        method: "POST",
        body: wantedIn[job.mode],
        headers: { "idempotency-key": key }
      }),
    onSuccess: (made) => {
      queryClient.setQueryData(jobQuery(made.id).queryKey, made)
      void queryClient.invalidateQueries({ queryKey: [...jobsKey, "list"] })
      void refreshCredits()
      navigate(`/jobs/${made.id}`)
    }
  })
  const facets = useQuery({ ...facetsQuery(job), enabled: job.mode === "deep" })
  const rows = helpedRows(job, facets.data)
  if (rows === 0) return null
  return (
    <Card title={said.title} lead={said.lead[job.mode](rows)}>
      <div className="row">
        <Button onClick={() => setOpen(true)}>
          {said.open(rows, creditsText(rows * heldFor.deep))}
        </Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        title={said.question(rows)}
        action={said.action}
        mutation={start}
        onConfirm={() => start.mutate()}
        onClose={() => setOpen(false)}
      >
        <Price id={job.id} mode={job.mode} />
      </ConfirmDialog>
    </Card>
  )
}
