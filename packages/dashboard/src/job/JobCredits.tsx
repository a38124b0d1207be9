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
import { words } from "../words/job.tsx"
import { isFinished, refundsQuery } from "./jobQueries.ts"

const { credits: said } = words

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
              { label: said.heldAtStart, value: <Credits amount={held} /> },
              {
                label: said.refunded,
                value: <Credits amount={refunded === 0 ? 0 : -refunded} />
              },
              {
                label: said.charged,
                value: <Credits amount={held - refunded} unit />,
                isTotal: true
              }
            ]}
          />
        )
      }}
    </Loaded>
  )
}

export const JobCredits = ({ job }: { readonly job: BulkJob }) => (
  <Card
    title={said.title}
    actions={<Link href={pathWith("/ledger", { job: job.id })}>{said.inLedger}</Link>}
  >
    {isFinished(job) ? (
      <FinalCredits job={job} />
    ) : (
      <div className="stack-tight">
        <Leaders
          rows={[{ label: said.held, value: <Credits amount={job.credits_reserved} unit /> }]}
        />
        <p className="small muted">{said.note}</p>
      </div>
    )}
  </Card>
)
