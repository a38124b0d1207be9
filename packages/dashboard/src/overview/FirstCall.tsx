/** For who has verified nothing yet: the first call, here and by a program, and for free. */
import { Link } from "wouter"

import { sandboxAddress } from "../api/sandbox.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { curlOf } from "../verify/curlOf.ts"
import { questionPath } from "../verify/Question.ts"
import type { Question } from "../verify/Question.ts"

const first: Question = { email: sandboxAddress("valid"), mode: "fast" }

export const FirstCall = () => (
  <Card
    title="Make your first call"
    lead="Nothing was verified yet. These three steps cost nothing: addresses of the sandbox are free, and answer as they are called."
  >
    <ol className="overview-steps">
      <li>
        <h3>Try one here</h3>
        <p className="muted">See what an answer looks like, without a key.</p>
        <ButtonLink href={questionPath(first)}>Verify a sandbox address</ButtonLink>
      </li>
      <li>
        <h3>Create an API key</h3>
        <p className="muted">
          It is shown once. Put it into the environment of your program as <code>RCPT_API_KEY</code>
          .
        </p>
        <ButtonLink href="/keys">Create an API key</ButtonLink>
      </li>
      <li>
        <h3>Call the API</h3>
        <p className="muted">
          The answer is JSON; branch on its <code>status</code>. All endpoints are in the{" "}
          <a href="/docs">API reference</a>.
        </p>
        <CodeBlock title="curl" code={curlOf(first)} />
      </li>
    </ol>
    <p className="muted">
      A whole list? <Link href="/bulk">Upload a CSV</Link>: you are told what it costs before it
      starts.
    </p>
  </Card>
)
