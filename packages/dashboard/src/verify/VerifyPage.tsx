/**
 * One address: ask, and read the answer. The URL holds what is asked; its answer is of this session,
 * so that Back shows it again for nothing and a reload asks first.
 */
import { useEffect, useRef } from "react"
import { useLocation, useSearch } from "wouter"

import { ApiError } from "../api/ApiError.ts"
import { useConnectionLost } from "../api/connection.ts"
import { creditsText } from "../parts/Credits.tsx"
import { Page } from "../parts/Page.tsx"
import { statusWord } from "../parts/StatusBadge.tsx"
import { Answer } from "./Answer.tsx"
import { isSame, questionIn, questionPath } from "./Question.ts"
import type { Question } from "./Question.ts"
import { Samples } from "./Samples.tsx"
import { SessionHistory } from "./SessionHistory.tsx"
import { useChecks } from "./useChecks.ts"
import type { Check } from "./useChecks.ts"
import { fieldWords } from "./VerifyError.tsx"
import { VerifyForm } from "./VerifyForm.tsx"

import "./Verify.css"

/** How often one check is sent by itself when the connection comes back: then somebody decides. */
const sentMax = 3

/** For who cannot see the card that has come, or the words at the field. */
const spoken = (check: Check | undefined): string => {
  if (check?.result === undefined) return fieldWords(check?.error) ?? ""
  const { status, score, credits_used = 0 } = check.result
  return `${statusWord(status)}, score ${score} of 100. ${creditsText(credits_used)} charged.`
}

/** What was lost with the connection is asked for again when it is back, under the same key. */
const useRecovery = (check: Check | undefined, timesSent: number, askAgain: () => void): void => {
  const isLost = useConnectionLost()
  const isDue =
    !isLost && check?.error instanceof ApiError && check.error.isConnection && timesSent < sentMax
  useEffect(() => {
    if (isDue) askAgain()
    // Once for each time that it falls due, whatever else has changed meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue])
}

export const VerifyPage = () => {
  const asked = questionIn(useSearch())
  const [, navigate] = useLocation()
  const answer = useRef<HTMLDivElement>(null)
  const { checks, verify, askAgain, timesSent } = useChecks()
  const check = checks.find(({ sent }) => isSame(sent, asked))
  const again = (): void => check && askAgain(check.sent)
  useRecovery(check, check ? timesSent(check.sent) : 0, again)
  const goTo = (question: Question): void =>
    // Asked again, it is no new page to go back from.
    navigate(questionPath(question), { replace: isSame(question, asked) })
  const ask = (question: Question): void => {
    goTo(question)
    verify(question)
  }
  /** Its button is gone a moment later, and would take the focus with it. */
  const withFocus =
    <Args extends ReadonlyArray<unknown>>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      act(...args)
      answer.current?.focus({ preventScroll: true })
    }
  return (
    <Page title="Verify" lead="One address, at once: whether it takes mail, and why we think so.">
      <VerifyForm
        asked={asked}
        isPending={check !== undefined && !check.result && !check.error}
        error={fieldWords(check?.error)}
        onVerify={ask}
      />
      <p className="visually-hidden" role="status">
        {spoken(check)}
      </p>
      <div ref={answer} className="verify-answer" tabIndex={-1}>
        {asked.email === "" ? (
          <Samples onVerify={withFocus(ask)} />
        ) : (
          <Answer
            asked={asked}
            check={check}
            onVerify={withFocus(ask)}
            onUse={withFocus(goTo)}
            onAskAgain={withFocus(again)}
          />
        )}
      </div>
      {checks.length > 0 && <SessionHistory checks={checks} />}
    </Page>
  )
}
