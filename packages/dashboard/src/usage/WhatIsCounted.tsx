/** What each column of the usage table counts, and why that differs from the number of credits. */
import { Section } from "../parts/Card.tsx"
import { words } from "../words/usage.tsx"
import { channels } from "./channels.ts"

const { counted: said } = words

export const WhatIsCounted = () => (
  <Section title={said.title}>
    <dl className="usage-terms">
      {channels.map(({ key, head, counts }) => (
        <div key={key}>
          <dt>{head}</dt>
          <dd>{counts}</dd>
        </div>
      ))}
      <div>
        <dt>{said.right}</dt>
        <dd>{said.rightText}</dd>
      </div>
    </dl>
    <p className="usage-note muted">{said.note}</p>
  </Section>
)
