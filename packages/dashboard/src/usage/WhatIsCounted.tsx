/** What each column of the usage table counts, and why that differs from the number of credits. */
import { Section } from "../parts/Card.tsx"
import { channels } from "./channels.ts"

export const WhatIsCounted = () => (
  <Section title="What is counted">
    <dl className="usage-terms">
      {channels.map(({ key, head, counts }) => (
        <div key={key}>
          <dt>{head}</dt>
          <dd>{counts}</dd>
        </div>
      ))}
      <div>
        <dt>Proved right</dt>
        <dd>
          Of the valid and invalid verdicts you reported on (POST /feedback), how many turned out to
          be right. Shown once there are reports.
        </dd>
      </div>
    </dl>
    <p className="usage-note muted">
      A check counts once it has a verdict, even if the verdict is unknown and costs nothing.
      Sandbox addresses do not count. Credits and checks differ, because the price of a check
      depends on its mode and on what was found out.
    </p>
  </Section>
)
