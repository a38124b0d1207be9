/** The credits that are available, held, and spent this month. */
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
        <dd className="overview-note">Ready to use</dd>
      </div>
      <div>
        <dt>Held</dt>
        <dd>
          <Credits amount={credits.held} />
        </dd>
        <dd className="overview-note">For checks in progress; the unused part is refunded</dd>
      </div>
      <div>
        <dt>Spent this month</dt>
        <dd>
          <Credits amount={credits.spent_this_month} />
        </dd>
        <dd className="overview-note">
          <Link href="/ledger">View every charge in the ledger</Link>
        </dd>
      </div>
    </dl>
  </section>
)
