/** What the job holds, and at its end what it cost and what came back; the ledger has every step. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"
import { Link } from "wouter"

import { pathWith } from "../api/request.ts"
import { Card } from "../parts/Card.tsx"
import { Credits } from "../parts/Credits.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { isFinished, refundsQuery } from "./jobQueries.ts"

const Slip = ({ job }: { readonly job: BulkJob }) => {
  const refunds = useQuery(refundsQuery(job.id))
  const held = job.credits_reserved
  return (
    <Loaded query={refunds} skeleton={<Skeleton lines={3} />}>
      {({ entries }) => {
        const returned = entries.reduce((sum, { credits }) => sum + credits, 0)
        return (
          <Leaders
            rows={[
              { label: "Held at its start", value: <Credits amount={held} /> },
              {
                label: "Returned at its end",
                value: <Credits amount={returned === 0 ? 0 : -returned} />
              },
              { label: "Charged", value: <Credits amount={held - returned} unit />, isTotal: true }
            ]}
          />
        )
      }}
    </Loaded>
  )
}

export const JobCredits = ({ job }: { readonly job: BulkJob }) => (
  <Card
    title="Credits"
    actions={<Link href={pathWith("/ledger", { job: job.id })}>In the ledger</Link>}
  >
    {isFinished(job) ? (
      <Slip job={job} />
    ) : (
      <div className="stack-tight">
        <Leaders
          rows={[{ label: "Held", value: <Credits amount={job.credits_reserved} unit /> }]}
        />
        <p className="small muted">
          Charged row by row as results come. What is not used comes back when the job ends.
        </p>
      </div>
    )}
  </Card>
)
