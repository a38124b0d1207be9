/**
 * Asks the mail servers about the rows that deep mode can help, as a new job. The price comes first. Which rows these
 * are, the service decides: it leaves out those at providers that never tell.
 */
import type { BulkJob, UploadPrice } from "@rcpt/api/Jobs"
import { heldFor } from "@rcpt/domain/prices"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation } from "wouter"

import { refreshCredits } from "../api/account.ts"
import { queryClient } from "../api/queryClient.ts"
import { newIdempotencyKey, request } from "../api/request.ts"
import { PriceSlip } from "../bulk/PriceSlip.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { creditsText } from "../parts/Credits.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/job.tsx"
import { facetsQuery, jobQuery, jobsKey } from "./jobQueries.ts"

/** The rows to ask about. */
const wanted = { mode: "deep", provable: true } as const

const Price = ({ id }: Pick<BulkJob, "id">) => {
  const price = useQuery({
    queryKey: [...jobsKey, id, "price of mailboxes"],
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

const { mailboxes: said } = words

export const CheckMailboxes = ({ job }: { readonly job: BulkJob }) => {
  // All attempts from this page share the key, so that none creates a second job.
  const [key] = useState(newIdempotencyKey)
  const [, navigate] = useLocation()
  const { data: facets, isPlaceholderData } = useQuery(facetsQuery(job))
  // Of a list with very many rows the service does not count them: the dialog has the price.
  const { rows, addresses } = facets?.provable ?? {}
  if (facets === undefined || isPlaceholderData || rows === 0) return null
  return (
    <Card title={said.title} lead={said.lead[job.mode](rows)}>
      <div className="row">
        <ConfirmButton
          label={
            addresses === undefined
              ? said.openUncounted
              : said.open(addresses, creditsText(addresses * heldFor.deep))
          }
          title={said.question(addresses)}
          action={said.action}
          run={() =>
            request<BulkJob>(`/jobs/${job.id}/verify`, {
              method: "POST",
              body: wanted,
              headers: { "idempotency-key": key }
            })
          }
          onDone={(made) => {
            queryClient.setQueryData(jobQuery(made.id).queryKey, made)
            void queryClient.invalidateQueries({ queryKey: [...jobsKey, "list"] })
            void refreshCredits()
            navigate(`/jobs/${made.id}`)
          }}
        >
          <Price id={job.id} />
        </ConfirmButton>
      </div>
    </Card>
  )
}
