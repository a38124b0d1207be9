/** The same check as an API request, and its response. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Link } from "wouter"

import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { words } from "../words/verify.tsx"
import { curlOf } from "./curlOf.ts"
import type { VerifyRequest } from "./verifyRequest.ts"

interface ApiExampleProps {
  readonly request: VerifyRequest
  readonly result?: VerifyResult | undefined
}

export const ApiExample = ({ request, result }: ApiExampleProps) => (
  <Card
    title={words.api.title}
    lead={words.api.lead(<Link href="/keys">{words.api.key}</Link>, <code>RCPT_API_KEY</code>)}
  >
    <CodeBlock title="curl" code={curlOf(request, ["-d explain=true"])} />
    {result && <CodeBlock title={words.api.response} code={JSON.stringify(result, null, 2)} />}
  </Card>
)
