/** Where to find the password of the first account, or how to reset one: the service sends no mail. */
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { shellWord } from "../parts/shellWord.ts"
import { words } from "../words/session.tsx"

import "./FirstVisit.css"

const { firstVisit: said } = words

/** For the command while no email is entered. */
const anybody = "you@example.com"

/** How `rcpt` is called, by where the service runs. */
const ways: ReadonlyArray<readonly [title: string, program: string]> = [
  [said.inFolder, "node packages/cli/bin/rcpt.mjs"],
  [said.withCompose, "docker compose --file infra/compose.yaml exec rcpt rcpt"]
]

export const FirstVisit = ({ email }: { readonly email: string }) => (
  <details className="first-visit">
    <summary>{said.summary}</summary>
    <div className="stack">
      <p>{said.printed(<q lang="en">This is the first start</q>)}</p>
      <p>{said.reset}</p>
      {ways.map(([title, program]) => (
        <CodeBlock
          key={title}
          title={title}
          code={`${program} admin reset-password ${shellWord(email.trim() || anybody)}`}
        />
      ))}
    </div>
  </details>
)
