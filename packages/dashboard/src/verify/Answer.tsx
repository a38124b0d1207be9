/** The full answer about an address: the verdict, what the mail server said, each check, and what is behind it. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { ApiExample } from "./ApiExample.tsx"
import { Background } from "./Background.tsx"
import { CheckList } from "./CheckList.tsx"
import { SmtpConversation } from "./SmtpConversation.tsx"
import { Verdict } from "./Verdict.tsx"

interface AnswerProps {
  readonly result: VerifyResult
  readonly onUse: (email: string) => void
  readonly onAgain: () => void
}

export const Answer = ({ result, onUse, onAgain }: AnswerProps) => (
  <>
    <Verdict result={result} onUse={onUse} onAgain={onAgain} />
    {result.smtp && <SmtpConversation smtp={result.smtp} evidence={result.evidence ?? []} />}
    <CheckList result={result} />
    <Background result={result} />
    <ApiExample request={{ email: result.email, mode: result.mode }} result={result} />
  </>
)
