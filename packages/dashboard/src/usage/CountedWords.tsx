/** What each column counts, so that nobody has to guess why it is not the number of credits. */
import { Section } from "../parts/Card.tsx"
import { doors } from "./doors.ts"

export const CountedWords = () => (
  <Section title="What is counted">
    <dl className="usage-words">
      {doors.map(({ key, head, counts }) => (
        <div key={key}>
          <dt>{head}</dt>
          <dd>{counts}</dd>
        </div>
      ))}
    </dl>
    <p className="usage-note muted">
      A check counts once it is answered, also when the answer was unknown and cost nothing; sandbox
      addresses count nowhere. What checks cost differs by mode, so the ledger of a month has its
      credits.
    </p>
  </Section>
)
