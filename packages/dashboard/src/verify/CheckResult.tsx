/**
 * The result or the state of the check in the URL. Loading the page never starts a check: it shows the
 * last answer.
 */
import type { ActivityDetail, ActivityPage } from "@rcpt/api/Activity"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { Link } from "wouter"

import { request } from "../api/request.ts"
import { Button } from "../parts/Button.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/verify.tsx"
import { Answer } from "./Answer.tsx"
import { Meant } from "./Meant.tsx"
import { typedIn } from "./typed.ts"
import type { Check } from "./useChecks.ts"
import { VerifyError } from "./VerifyError.tsx"
import type { VerifyRequest } from "./verifyRequest.ts"

/**
 * Rows that are looked through. Spellings of one mailbox are listed together, in both modes, so the wanted
 * one is among the first.
 */
const lookedAtMax = 10

const findStored = async (
  { email, mode }: VerifyRequest,
  signal: AbortSignal
): Promise<ActivityDetail | null> => {
  const query = { email, what: "check", limit: lookedAtMax }
  const { rows } = await request<ActivityPage>("/activity", { query, signal })
  const row = rows.find((one) => one.mode === mode && one.status !== undefined)
  if (row === undefined) return null
  const found = await request<ActivityDetail>(`/activity/${row.id}`, { signal })
  return found.result?.email === email ? found : null
}

const storedQuery = (check: VerifyRequest, isWanted: boolean) =>
  queryOptions({
    queryKey: ["activity", "last", check.email, check.mode],
    queryFn: ({ signal }) => findStored(check, signal),
    enabled: isWanted && check.email !== "",
    retry: false
  })

interface StoredAnswerProps {
  readonly row: ActivityDetail
  readonly onUse: (email: string) => void
  readonly onVerify: (request: VerifyRequest) => void
}

/** The last answer to this check, from the account's activity: a reload neither loses it nor asks again. */
const StoredAnswer = ({ row, onUse, onVerify }: StoredAnswerProps) => (
  <>
    <Notice>
      <p>
        {words.stored.text(
          <DateTime at={row.created_at} />,
          <Link href={`/activity/${row.id}`}>{words.stored.activity}</Link>
        )}
      </p>
    </Notice>
    {row.result && <Answer result={row.result} onUse={onUse} onVerify={onVerify} />}
  </>
)

interface CheckResultProps {
  readonly request: VerifyRequest
  /** Undefined if it was not verified since the page was loaded. */
  readonly check: Check | undefined
  readonly onVerify: (request: VerifyRequest) => void
  /** Verifies a text that is not one address. */
  readonly onAsTyped: (request: VerifyRequest) => void
  /** Fills in the form without starting a check, which costs credits. */
  readonly onUse: (request: VerifyRequest) => void
  readonly onRetry: () => void
}

/** Milliseconds after which the page says that it can take longer. */
const longWait = 4_000

const Waiting = ({ request: { mode } }: Pick<CheckResultProps, "request">) => {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longWait)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="card verify-waiting" aria-busy="true">
      <p role="status">
        {words.waiting[mode]}
        {isLong && ` ${words.waiting.long}`}
      </p>
      <Skeleton shape="block" height="1.75rem" />
      <Skeleton lines={4} />
    </div>
  )
}

const NotVerified = ({ request, onVerify }: Pick<CheckResultProps, "request" | "onVerify">) => (
  <EmptyState
    picture="check"
    title={words.notVerified.title}
    action={<Button onClick={() => onVerify(request)}>{words.notVerified.action}</Button>}
  >
    <p>{words.notVerified.text(<b className="breaks">{request.email}</b>)}</p>
  </EmptyState>
)

export const CheckResult = ({
  request,
  check,
  onVerify,
  onAsTyped,
  onUse,
  onRetry
}: CheckResultProps) => {
  const use = (email: string): void => onUse({ email, mode: request.mode })
  const typed = typedIn(request.email)
  const { data: stored, isLoading } = useQuery(storedQuery(request, check === undefined))
  if (isLoading) return <Skeleton shape="block" height="16rem" />
  if (check === undefined && typed.is !== "address" && !stored)
    return (
      <IfPermitted may="spend">
        <Meant
          typed={typed}
          mode={request.mode}
          onVerify={onVerify}
          onAsTyped={() => onAsTyped(request)}
        />
      </IfPermitted>
    )
  if (check === undefined)
    return stored ? (
      <StoredAnswer row={stored} onUse={use} onVerify={onVerify} />
    ) : (
      <NotVerified request={request} onVerify={onVerify} />
    )
  const { result, error } = check
  if (error) {
    return <VerifyError request={request} error={error} onVerify={onVerify} onRetry={onRetry} />
  }
  if (result === undefined) return <Waiting key={check.sent.key} request={request} />
  return <Answer result={result} onUse={use} onVerify={onVerify} />
}
