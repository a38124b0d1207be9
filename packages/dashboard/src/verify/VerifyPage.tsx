/**
 * Verifies one address. The request is in the URL and its result in memory, so that Back shows a result
 * again for free, and a reload does not start a check.
 */
import { useEffect, useRef } from "react"
import { useLocation, useSearch } from "wouter"

import { ApiError } from "../api/ApiError.ts"
import { useConnectionLost } from "../api/connection.ts"
import { creditsText } from "../parts/Credits.tsx"
import { OfRole } from "../parts/OfRole.tsx"
import { Page } from "../parts/Page.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import { words } from "../words/verify.tsx"
import { CheckResult } from "./CheckResult.tsx"
import { Samples } from "./Samples.tsx"
import { SessionHistory } from "./SessionHistory.tsx"
import { useChecks } from "./useChecks.ts"
import type { Check } from "./useChecks.ts"
import { addressError } from "./VerifyError.tsx"
import { VerifyForm } from "./VerifyForm.tsx"
import { isSameRequest, requestIn, requestPath } from "./verifyRequest.ts"
import type { VerifyRequest } from "./verifyRequest.ts"

import "./Verify.css"

/** How often a check is sent automatically when the connection comes back. After that the user decides. */
const sentMax = 3

/** The result or the error, for screen readers. */
const spokenText = (check: Check | undefined): string => {
  if (check?.result === undefined) return addressError(check?.error) ?? ""
  const { status, score, credits_used = 0 } = check.result
  return words.spoken(statusLabel(status), score, creditsText(credits_used))
}

/** Retries a check whose connection was lost when it is back, with the same idempotency key. */
const useRecovery = (check: Check | undefined, timesSent: number, retry: () => void): void => {
  const isLost = useConnectionLost()
  const isDue =
    !isLost && check?.error instanceof ApiError && check.error.isConnection && timesSent < sentMax
  useEffect(() => {
    if (isDue) retry()
    // Only when `isDue` changes, whatever else has changed meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue])
}

export const VerifyPage = () => {
  const current = requestIn(useSearch())
  const [, navigate] = useLocation()
  const resultElement = useRef<HTMLDivElement>(null)
  const { checks, verify, retry, timesSent } = useChecks()
  const check = checks.find(({ sent }) => isSameRequest(sent, current))
  const retryCheck = (): void => check && retry(check.sent)
  useRecovery(check, check ? timesSent(check.sent) : 0, retryCheck)
  const goTo = (request: VerifyRequest): void =>
    // Verifying the same address again is not a new step of Back.
    navigate(requestPath(request), { replace: isSameRequest(request, current) })
  const start = (request: VerifyRequest): void => {
    goTo(request)
    verify(request)
  }
  /** Moves the focus to the result, because the pressed button disappears. */
  const withFocus =
    <Args extends ReadonlyArray<unknown>>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      act(...args)
      resultElement.current?.focus({ preventScroll: true })
    }
  return (
    <Page title={words.title} lead={words.lead}>
      <OfRole may="spend" otherwise={words.readOnly}>
        <VerifyForm
          current={current}
          isPending={check !== undefined && !check.result && !check.error}
          error={addressError(check?.error)}
          onVerify={start}
        />
      </OfRole>
      <p className="visually-hidden" role="status">
        {spokenText(check)}
      </p>
      <div ref={resultElement} className="verify-answer" tabIndex={-1}>
        {current.email === "" ? (
          <OfRole may="spend">
            <Samples onVerify={withFocus(start)} />
          </OfRole>
        ) : (
          <CheckResult
            request={current}
            check={check}
            onVerify={withFocus(start)}
            onUse={withFocus(goTo)}
            onRetry={withFocus(retryCheck)}
          />
        )}
      </div>
      {checks.length > 0 && <SessionHistory checks={checks} />}
    </Page>
  )
}
