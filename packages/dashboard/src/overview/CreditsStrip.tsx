/** What is left, what is set aside, what is gone: three amounts that a ledger page explains. */
import type { Overview } from "@rcpt/api/Overview"
import { Link } from "wouter"

import { Credits } from "../parts/Credits.tsx"

interface CreditsStripProps {
  readonly credits: Overview["credits"]
}

export const CreditsStrip = ({ credits }: CreditsStripProps) => (
  <section className="card" aria-label="Credits">
    <dl className="overview-credits">
      <div>
        <dt>Credits available</dt>
        <dd>
          <Credits amount={credits.available} />
        </dd>
        <dd className="overview-note">To spend now</dd>
      </div>
      <div>
        <dt>Held</dt>
        <dd>
          <Credits amount={credits.held} />
        </dd>
        <dd className="overview-note">For what is under way; the unused rest comes back</dd>
      </div>
      <div>
        <dt>Spent this month</dt>
        <dd>
          <Credits amount={credits.spent_this_month} />
        </dd>
        <dd className="overview-note">
          <Link href="/ledger">See every charge in the ledger</Link>
        </dd>
      </div>
    </dl>
  </section>
)
