/** The credits that a job holds, and once it has finished, what was charged and refunded. */
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

const FinalCredits = ({ job }: { readonly job: BulkJob }) => {
  const refunds = useQuery(refundsQuery(job.id))
  const held = job.credits_reserved
  return (
    <Loaded query={refunds} skeleton={<Skeleton lines={3} />}>
      {({ entries }) => {
        const refunded = entries.reduce((sum, { credits }) => sum + credits, 0)
        return (
          <Leaders
            rows={[
              { label: "Held at start", value: <Credits amount={held} /> },
              {
                label: "Refunded at end",
                value: <Credits amount={refunded === 0 ? 0 : -refunded} />
              },
              { label: "Charged", value: <Credits amount={held - refunded} unit />, isTotal: true }
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
    actions={<Link href={pathWith("/ledger", { job: job.id })}>View in ledger</Link>}
  >
    {isFinished(job) ? (
      <FinalCredits job={job} />
    ) : (
      <div className="stack-tight">
        <Leaders
          rows={[{ label: "Held", value: <Credits amount={job.credits_reserved} unit /> }]}
        />
        <p className="small muted">
          Charged row by row as results come in. Unused credits are refunded when the job ends.
        </p>
      </div>
    )}
  </Card>
)
