/**
 * The page that verifies one address. The request is in the URL and its result in memory, so that Back
 * shows a result again for free, and a reload does not start a check.
 */
import { useEffect, useRef } from "react"
import { useLocation, useSearch } from "wouter"

import { ApiError } from "../api/ApiError.ts"
import { useConnectionLost } from "../api/connection.ts"
import { sandboxAddress } from "../api/sandbox.ts"
import { Button } from "../parts/Button.tsx"
import { Section } from "../parts/Card.tsx"
import { Credits, creditsText } from "../parts/Credits.tsx"
import { atEnd, columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Page } from "../parts/Page.tsx"
import { Badge, StatusBadge, statusLabel } from "../parts/StatusBadge.tsx"
import { TableCard } from "../parts/TableCard.tsx"
import { NameLink } from "../parts/tableColumns.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/verify.tsx"
import { CheckResult } from "./CheckResult.tsx"
import { typedIn } from "./typed.ts"
import { useChecks } from "./useChecks.ts"
import type { Check } from "./useChecks.ts"
import { addressError } from "./VerifyError.tsx"
import { VerifyForm } from "./VerifyForm.tsx"
import { isSameRequest, requestIn, requestPath } from "./verifyRequest.ts"
import type { Mode, VerifyRequest } from "./verifyRequest.ts"

import "./VerifyPage.css"

const samples = [
  ["valid", "fast"],
  ["disposable", "fast"],
  ["did_you_mean", "fast"],
  ["dns_error", "fast"],
  ["mailbox_not_found", "deep"],
  ["catch_all", "deep"]
] as const satisfies ReadonlyArray<readonly [localPart: keyof typeof words.samples, mode: Mode]>

/** Sandbox addresses to try, each of which returns the result in its name. */
const Samples = ({ onVerify }: { readonly onVerify: (request: VerifyRequest) => void }) => (
  <Section
    title={words.samples.title}
    lead={words.samples.lead(<a href="/docs">{words.samples.reference}</a>)}
  >
    <ul className="verify-samples">
      {samples.map(([localPart, mode]) => (
        <li key={localPart}>
          <Button
            small
            className="verify-sample"
            onClick={() => onVerify({ email: sandboxAddress(localPart), mode })}
          >
            {sandboxAddress(localPart)}
          </Button>
          <span className="muted">
            {words.samples.result(phrases.mode[mode], words.samples[localPart])}
          </span>
        </li>
      ))}
    </ul>
  </Section>
)

/** Checks that are shown. The ledger has all of them. */
const checksShownMax = 10

const Outcome = ({ result, error }: Check) => {
  if (result) return <StatusBadge status={result.status} subStatus={result.sub_status} />
  return error ? (
    <Badge tone="neutral">{words.history.failed}</Badge>
  ) : (
    <Badge tone="active">{words.history.pending}</Badge>
  )
}

const checkColumns: ReadonlyArray<Column<Check>> = columnsOf(words.history, {
  address: named(({ sent }) => <NameLink href={requestPath(sent)}>{sent.email}</NameLink>),
  mode: ({ sent }) => phrases.mode[sent.mode],
  verdict: (check) => <Outcome {...check} />,
  score: atEnd(({ result }) => result?.score),
  charged: atEnd(({ result }) => result && <Credits amount={result.credits_used ?? 0} />),
  when: atEnd(({ at }) => <DateTime at={new Date(at).toISOString()} show="time" />)
})

/** The checks since the page was loaded. This list is not stored. */
const SessionHistory = ({ checks }: { readonly checks: ReadonlyArray<Check> }) => (
  <TableCard
    title={words.history.title}
    lead={words.history.lead}
    caption={words.history.caption}
    rows={checks.slice(0, checksShownMax)}
    rowKey={({ sent }) => requestPath(sent)}
    columns={checkColumns}
  />
)

/** Times that a check is sent automatically when the connection comes back. After that the person decides. */
const sentMax = 3

/** The result or the error as a sentence for screen readers. */
const spokenText = (check: Check | undefined): string => {
  if (check?.result === undefined) return addressError(check?.error) ?? ""
  const { status, score, credits_used = 0 } = check.result
  return words.spoken(statusLabel(status), score, creditsText(credits_used))
}

/** Sends a check again when its lost connection is back, with the same idempotency key. */
const useRecovery = (check: Check | undefined, timesSent: number, retry: () => void): void => {
  const isLost = useConnectionLost()
  const isDue =
    !isLost && check?.error instanceof ApiError && check.error.isConnection && timesSent < sentMax
  useEffect(() => {
    if (isDue) retry()
    // It is sent only when `isDue` changes, whatever else has changed meanwhile.
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
    // Verifying the same address again does not add a step to Back.
    navigate(requestPath(request), { replace: isSameRequest(request, current) })
  const startAsTyped = (request: VerifyRequest): void => {
    goTo(request)
    verify(request)
  }
  /** A text that is not one address is not charged for: the page offers what was meant. */
  const start = (request: VerifyRequest): void =>
    typedIn(request.email).is === "address" ? startAsTyped(request) : goTo(request)
  /** Moves the focus to the result, because the pressed button disappears. */
  const withFocus =
    <Args extends ReadonlyArray<unknown>>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      act(...args)
      resultElement.current?.focus({ preventScroll: true })
    }
  return (
    <Page title={words.title} lead={words.lead}>
      <IfPermitted may="spend" otherwise={words.readOnly}>
        <VerifyForm
          current={current}
          isPending={check !== undefined && !check.result && !check.error}
          error={addressError(check?.error)}
          onVerify={start}
        />
      </IfPermitted>
      <p className="visually-hidden" role="status">
        {spokenText(check)}
      </p>
      <div ref={resultElement} className="verify-answer" tabIndex={-1}>
        {current.email === "" ? (
          <IfPermitted may="spend">
            <Samples onVerify={withFocus(start)} />
          </IfPermitted>
        ) : (
          <CheckResult
            request={current}
            check={check}
            onVerify={withFocus(start)}
            onAsTyped={withFocus(startAsTyped)}
            onUse={withFocus(goTo)}
            onRetry={withFocus(retryCheck)}
          />
        )}
      </div>
      {checks.length > 0 && <SessionHistory checks={checks} />}
    </Page>
  )
}
