/** The same question as a program asks it, and the answer as a program reads it. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Link } from "wouter"

import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { curlOf } from "./curlOf.ts"
import type { Question } from "./Question.ts"

interface ForProgramsProps {
  readonly question: Question
  readonly result?: VerifyResult | undefined
}

export const ForPrograms = ({ question, result }: ForProgramsProps) => (
  <Card
    title="For programs"
    lead={
      <>
        The same call by curl, with an <Link href="/keys">API key</Link> of yours in{" "}
        <code>RCPT_API_KEY</code>. It costs what it costs here.
      </>
    }
  >
    <CodeBlock title="curl" code={curlOf(question, ["-d explain=true"])} />
    {result && <CodeBlock title="Answer (JSON)" code={JSON.stringify(result, null, 2)} />}
  </Card>
)
