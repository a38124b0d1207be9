/** The credits that are available, held, and spent this month. */
import type { Overview } from "@rcpt/api/Overview"
import { Link } from "wouter"

import { Credits } from "../parts/Credits.tsx"
import { words } from "../words/overview.tsx"

const { credits: said } = words

interface CreditsStripProps {
  readonly credits: Overview["credits"]
}

export const CreditsStrip = ({ credits }: CreditsStripProps) => (
  <section className="card" aria-label={said.label}>
    <dl className="overview-credits">
      <div>
        <dt>{said.available}</dt>
        <dd>
          <Credits amount={credits.available} />
        </dd>
        <dd className="overview-note">{said.ready}</dd>
      </div>
      <div>
        <dt>{said.held}</dt>
        <dd>
          <Credits amount={credits.held} />
        </dd>
        <dd className="overview-note">{said.heldNote}</dd>
      </div>
      <div>
        <dt>{said.spent}</dt>
        <dd>
          <Credits amount={credits.spent_this_month} />
        </dd>
        <dd className="overview-note">
          <Link href="/ledger">{said.ledger}</Link>
        </dd>
      </div>
    </dl>
  </section>
)
