/** What this is, for somebody who has only been sent its address. */
import { Section } from "../parts/Card.tsx"
import { Icon } from "../parts/Icon.tsx"

const promises: ReadonlyArray<readonly [title: string, text: string]> = [
  ["It says why.", "Each verdict comes with what DNS, blocklists and the mail server said."],
  ["It never guesses.", "What could not be found out is “unknown”, and costs nothing."],
  ["It keeps receipts.", "Each credit has an entry in a ledger that you can check yourself."]
]

export const AboutService = () => (
  <Section title="Will it arrive?">
    <p>
      rcpt (say “receipt”) checks email addresses before you write to them: one at a time, whole
      lists, or from your own program. It never sends an email to find out.
    </p>
    <ul className="about-promises">
      {promises.map(([title, text]) => (
        <li key={title}>
          <Icon name="check" />
          <p>
            <strong>{title}</strong> {text}
          </p>
        </li>
      ))}
    </ul>
  </Section>
)
