/** Where to find the password of the first account, or how to reset one: the service sends no mail. */
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { shellWord } from "../parts/shellWord.ts"

import "./FirstVisit.css"

/** For the command while no email is entered. */
const anybody = "you@example.com"

/** How `rcpt` is called, by where the service runs. */
const ways: ReadonlyArray<readonly [title: string, program: string]> = [
  ["In the folder of the service", "node packages/cli/bin/rcpt.mjs"],
  ["With Docker Compose", "docker compose --file infra/compose.yaml exec rcpt rcpt"]
]

export const FirstVisit = ({ email }: { readonly email: string }) => (
  <details className="first-visit">
    <summary>First visit, or forgot your password?</summary>
    <div className="stack">
      <p>
        On its first start, the service printed the email and a one-time password of the first
        account, below the line <q>This is the first start</q>. The password is stored nowhere else.
        Change it in Settings after you sign in.
      </p>
      <p>
        The service sends no email, so whoever runs it sets a new password, on its machine. The
        command prints the password once and ends all sessions of the account:
      </p>
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
