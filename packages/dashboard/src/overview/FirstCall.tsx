/** For a new account: the first check, here and by the API, for free. */
import { Link } from "wouter"

import { sandboxAddress } from "../api/sandbox.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { curlOf } from "../verify/curlOf.ts"
import { requestPath } from "../verify/verifyRequest.ts"
import type { VerifyRequest } from "../verify/verifyRequest.ts"

const firstCheck: VerifyRequest = { email: sandboxAddress("valid"), mode: "fast" }

export const FirstCall = () => (
  <Card
    title="Make your first call"
    lead="You have not verified anything yet. These three steps are free: sandbox addresses cost nothing and return the result in their name."
  >
    <ol className="overview-steps">
      <li>
        <h3>Try it here</h3>
        <p className="muted">See what a result looks like, without an API key.</p>
        <ButtonLink href={requestPath(firstCheck)}>Verify a sandbox address</ButtonLink>
      </li>
      <li>
        <h3>Create an API key</h3>
        <p className="muted">
          It is shown only once. Store it in the environment of your app as{" "}
          <code>RCPT_API_KEY</code>.
        </p>
        <ButtonLink href="/keys">Create an API key</ButtonLink>
      </li>
      <li>
        <h3>Call the API</h3>
        <p className="muted">
          The response is JSON. Branch on its <code>status</code>. The{" "}
          <a href="/docs">API reference</a> has all endpoints.
        </p>
        <CodeBlock title="curl" code={curlOf(firstCheck)} />
      </li>
    </ol>
    <p className="muted">
      Have a whole list? <Link href="/bulk">Upload a CSV</Link>. You see the price before it starts.
    </p>
  </Card>
)
