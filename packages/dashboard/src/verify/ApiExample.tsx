/** The same check as an API request, and its response. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Link } from "wouter"

import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { curlOf } from "./curlOf.ts"
import type { VerifyRequest } from "./verifyRequest.ts"

interface ApiExampleProps {
  readonly request: VerifyRequest
  readonly result?: VerifyResult | undefined
}

export const ApiExample = ({ request, result }: ApiExampleProps) => (
  <Card
    title="Use the API"
    lead={
      <>
        The same check with curl, with your <Link href="/keys">API key</Link> in{" "}
        <code>RCPT_API_KEY</code>. It costs the same as here.
      </>
    }
  >
    <CodeBlock title="curl" code={curlOf(request, ["-d explain=true"])} />
    {result && <CodeBlock title="Response (JSON)" code={JSON.stringify(result, null, 2)} />}
  </Card>
)
