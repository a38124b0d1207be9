/** Below the form: the answer to what the URL asks, or where it is. Loading a page asks nothing. */
import { useEffect, useState } from "react"

import { Button } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { Background } from "./Background.tsx"
import { CheckList } from "./CheckList.tsx"
import { ForPrograms } from "./ForPrograms.tsx"
import type { Question } from "./Question.ts"
import { SmtpConversation } from "./SmtpConversation.tsx"
import type { Check } from "./useChecks.ts"
import { Verdict } from "./Verdict.tsx"
import { VerifyError } from "./VerifyError.tsx"

interface AnswerProps {
  readonly asked: Question
  /** `undefined`: not asked since the page was loaded. */
  readonly check: Check | undefined
  readonly onVerify: (question: Question) => void
  /** Puts it into the box: what costs something is asked for by itself. */
  readonly onUse: (question: Question) => void
  readonly onAskAgain: () => void
}

/** Milliseconds until one wonders. */
const soon = 4_000

const Waiting = ({ asked: { mode } }: Pick<AnswerProps, "asked">) => {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), soon)
    return () => clearTimeout(timer)
  }, [])
  const first = mode === "deep" ? "Asking the mail server." : "Looking it up."
  return (
    <div className="card verify-waiting" aria-busy="true">
      <p role="status">
        {first}
        {isLong && " This takes its time; you can leave the page, and it goes on."}
      </p>
      <Skeleton shape="block" height="1.75rem" />
      <Skeleton lines={4} />
    </div>
  )
}

const NotAsked = ({ asked, onVerify }: Pick<AnswerProps, "asked" | "onVerify">) => (
  <EmptyState
    title="Not verified since this page was loaded"
    action={<Button onClick={() => onVerify(asked)}>Verify again</Button>}
  >
    <p>
      Loading a page asks nobody and charges nothing, and answers are not kept in the browser. The
      cost of asking about <b className="breaks">{asked.email}</b> is said above.
    </p>
  </EmptyState>
)

export const Answer = ({ asked, check, onVerify, onUse, onAskAgain }: AnswerProps) => {
  if (check === undefined) return <NotAsked asked={asked} onVerify={onVerify} />
  const { result, error } = check
  if (error) {
    return (
      <VerifyError question={asked} error={error} onVerify={onVerify} onAskAgain={onAskAgain} />
    )
  }
  if (result === undefined) return <Waiting key={check.sent.key} asked={asked} />
  return (
    <>
      <Verdict
        result={result}
        onUse={(email) => onUse({ email, mode: asked.mode })}
        onAgain={() => onVerify(asked)}
      />
      {result.smtp && <SmtpConversation smtp={result.smtp} evidence={result.evidence ?? []} />}
      <CheckList result={result} />
      <Background result={result} />
      <ForPrograms question={asked} result={result} />
    </>
  )
}
