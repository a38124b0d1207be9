/** The last answer to this check, from the account's activity: a reload neither loses it nor asks again. */
import type { ActivityDetail, ActivityPage } from "@rcpt/api/Activity"
import { queryOptions } from "@tanstack/react-query"
import { Link } from "wouter"

import { request } from "../api/request.ts"
import { DateTime } from "../parts/DateTime.tsx"
import { Notice } from "../parts/Notice.tsx"
import { words } from "../words/verify.tsx"
import { Answer } from "./Answer.tsx"
import type { VerifyRequest } from "./verifyRequest.ts"

/** Spellings of one mailbox are listed together, and both modes: the one that is looked for is among the first. */
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

export const storedQuery = (check: VerifyRequest, isWanted: boolean) =>
  queryOptions({
    queryKey: ["activity", "last", check.email, check.mode],
    queryFn: ({ signal }) => findStored(check, signal),
    enabled: isWanted && check.email !== "",
    retry: false
  })

interface StoredAnswerProps {
  readonly row: ActivityDetail
  readonly onUse: (email: string) => void
  readonly onAgain: () => void
}

export const StoredAnswer = ({ row, onUse, onAgain }: StoredAnswerProps) => (
  <>
    <Notice>
      <p>
        {words.stored.text(
          <DateTime at={row.created_at} />,
          <Link href={`/activity/${row.id}`}>{words.stored.activity}</Link>
        )}
      </p>
    </Notice>
    {row.result && <Answer result={row.result} onUse={onUse} onAgain={onAgain} />}
  </>
)
