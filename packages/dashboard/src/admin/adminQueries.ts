/** Requests for owners of the service. Other accounts get a 403 response. */
import type { AdminAccounts, Posted } from "@rcpt/api/Admin"
import type { Health } from "@rcpt/api/Health"
import type { Message } from "@rcpt/api/Message"
import { queryOptions } from "@tanstack/react-query"

import { read, request } from "../api/request.ts"

/** Milliseconds between two requests for health or accounts. */
const healthInterval = 10_000
/** Milliseconds, while the doctor runs. */
const examiningInterval = 1_000

export const healthQuery = ({ isExamining = false } = {}) =>
  queryOptions({
    queryKey: ["admin", "health"],
    queryFn: read<Health>("/admin/health"),
    refetchInterval: isExamining ? examiningInterval : healthInterval
  })

export const examine = (): Promise<Message> => request("/admin/doctor", { method: "POST" })

interface AccountsFilter {
  readonly email: string | undefined
  readonly cursor: string | undefined
}

const accountsPerPage = 25

export const accountsKey = ["admin", "accounts"]

export const accountsQuery = ({ email, cursor }: AccountsFilter) =>
  queryOptions({
    queryKey: [...accountsKey, email ?? "", cursor ?? ""],
    queryFn: read<AdminAccounts>("/admin/accounts", { limit: accountsPerPage, email, cursor }),
    refetchInterval: healthInterval
  })

export type PostingKind = "grant" | "adjust"

interface Posting {
  readonly account: string
  readonly kind: PostingKind
  readonly credits: number
  readonly reason: string
  /** Requests with the same key post only once. */
  readonly idempotencyKey: string
}

const postingPaths: Readonly<Record<PostingKind, string>> = {
  grant: "grants",
  adjust: "adjustments"
}

const accountPath = (id: string): string => `/admin/accounts/${encodeURIComponent(id)}`

export const postCredits = ({ account, kind, idempotencyKey, ...body }: Posting): Promise<Posted> =>
  request(`${accountPath(account)}/${postingPaths[kind]}`, {
    method: "POST",
    body,
    headers: { "idempotency-key": idempotencyKey }
  })

type Access = "suspend" | "resume"

export const changeAccess = (id: string, access: Access): Promise<Message> =>
  request(`${accountPath(id)}/${access}`, { method: "POST" })
