/**
 * Makes the rows of one request: its own, and one for each address that it checked. Pure, except for new
 * ids.
 */
import { basePath } from "@rcpt/api/secured"
import { emailCharsMax } from "@rcpt/domain/limits"

import { isPlainAddress, mailboxDigest } from "../reports/mailboxDigest.ts"
import type { ActivityCaller, NotedChecks } from "./CurrentActivity.ts"
import { newIdAt } from "./uuidTime.ts"

/** A request when its answer goes out. */
export interface ActivityEntry {
  readonly caller: ActivityCaller
  readonly method: string
  /** The path as the contract declares it. */
  readonly route: string
  /** The URL as it was sent, with the query. */
  readonly url: string
  /** Epoch milliseconds. */
  readonly endedAt: number
  readonly millis: number
  /** `undefined`, like the fields that follow: the client had gone. */
  readonly requestId: string | undefined
  readonly httpStatus: number | undefined
  /** The value of `X-Error-Code`. */
  readonly code: string | undefined
  readonly noted: ReadonlyArray<NotedChecks>
}

type ActivityKind = "check" | "batch" | "batch_item" | "request"

export interface ActivityRow {
  readonly accountId: string
  readonly id: string
  readonly requestId: string
  readonly keyId: string | undefined
  readonly what: ActivityKind
  readonly method: string | undefined
  readonly route: string | undefined
  readonly millis: number
  readonly credits: number
  readonly httpStatus: number | undefined
  readonly code: string | undefined
  readonly isReplay: boolean
  readonly mode: string | undefined
  readonly status: string | undefined
  readonly subStatus: string | undefined
  readonly score: number | undefined
  /** The address as it was sent, trimmed. It is stored encrypted, with the answer. */
  readonly email: string | undefined
  readonly answer: string | undefined
  /** The digest of the mailbox (mailboxDigest.ts), hex. */
  readonly mailbox: string | undefined
  readonly suggested: string | undefined
  /** The text is no plain address: another address may stand within it. */
  readonly isLoose: boolean
}

/** These fields are read from an answer: our own text, so it is not decoded. */
interface Answer {
  readonly email: string
  readonly status: string
  readonly sub_status?: string
  readonly score: number
  readonly mode: string
  readonly credits_used?: number
  readonly response_time_ms: number
  readonly did_you_mean?: string
}

interface BatchAnswer {
  readonly results: ReadonlyArray<{ readonly email: string; readonly result?: Answer }>
  readonly credits_used: number
  readonly mode?: string
}

export const verifyRoute = `${basePath}/verify`
const batchRoute = `${basePath}/verify/batch`

const ofAddress = ({ addressKey }: ActivityCaller, email: string | undefined) => ({
  email,
  mailbox: email === undefined ? undefined : mailboxDigest(addressKey, email),
  isLoose: email !== undefined && !isPlainAddress(email)
})

const ofAnswer = (caller: ActivityCaller, answer: Answer) => ({
  ...ofAddress(caller, answer.email),
  mode: answer.mode,
  status: answer.status,
  subStatus: answer.sub_status,
  score: answer.score,
  credits: answer.credits_used ?? 0,
  suggested: answer.did_you_mean && mailboxDigest(caller.addressKey, answer.did_you_mean)
})

const unchecked = {
  mode: undefined,
  status: undefined,
  subStatus: undefined,
  score: undefined,
  credits: 0,
  suggested: undefined,
  email: undefined,
  answer: undefined,
  mailbox: undefined,
  isLoose: false
}

const askedIn = (url: string): string | undefined => {
  const email = new URLSearchParams(url.split("?")[1] ?? "").get("email")?.trim()
  return email === undefined || email === "" ? undefined : email.slice(0, emailCharsMax)
}

const modeIn = (url: string): string | undefined => {
  const mode = new URLSearchParams(url.split("?")[1] ?? "").get("mode")
  return mode === null || mode === "fast" ? "fast" : mode === "deep" ? mode : undefined
}

type Common = Pick<
  ActivityRow,
  "accountId" | "requestId" | "keyId" | "millis" | "httpStatus" | "code" | "isReplay"
>

const unnamed = { method: undefined, route: undefined }

const checkRow = (entry: ActivityEntry, common: Common): ActivityRow => {
  const { caller, url, noted } = entry
  const [checked] = noted
  // A check by the interface of another service says which one.
  const { method, route } = entry.route === verifyRoute ? unnamed : entry
  const own = { ...common, what: "check" as const, method, route }
  if (checked === undefined) {
    const asked = { ...ofAddress(caller, askedIn(url)), mode: modeIn(url) }
    return { ...own, ...unchecked, ...asked, id: common.requestId }
  }
  const answer = ofAnswer(caller, JSON.parse(checked.body))
  return {
    ...own,
    ...answer,
    answer: checked.body,
    id: checked.checks[0] ?? common.requestId,
    credits: common.isReplay ? 0 : answer.credits
  }
}

const itemRow = (caller: ActivityCaller, common: Common, id: string, answer: Answer) => ({
  ...common,
  ...ofAnswer(caller, answer),
  id,
  what: "batch_item" as const,
  method: undefined,
  route: undefined,
  millis: answer.response_time_ms,
  answer: JSON.stringify(answer)
})

/** The answers of a batch, or of one check that was asked for in another way than `GET /verify`. */
const answersIn = ({ body }: NotedChecks): BatchAnswer => {
  const answered: Answer | BatchAnswer = JSON.parse(body)
  if ("results" in answered) return answered
  const { email, credits_used: credits = 0, mode } = answered
  return { results: [{ email, result: answered }], credits_used: credits, mode }
}

/** The rows, newest first, as they are listed: what a request checked comes before the request. */
const requestRows = (entry: ActivityEntry, common: Common): ReadonlyArray<ActivityRow> => {
  const { caller, method, route, endedAt, noted } = entry
  const answers = noted.map(answersIn)
  const items = common.isReplay
    ? []
    : noted.flatMap(({ checks }, at) =>
        answers[at]!.results.flatMap(({ result }, item): ReadonlyArray<ActivityRow> => {
          if (result === undefined) return []
          return [itemRow(caller, common, checks[item] ?? newIdAt(endedAt), result)]
        })
      )
  const used = answers.reduce((sum, { credits_used: credits }) => sum + credits, 0)
  const isBatch = route === batchRoute
  const own: ActivityRow = {
    ...common,
    ...unchecked,
    id: common.requestId,
    what: isBatch ? "batch" : "request",
    method: isBatch ? undefined : method,
    route: isBatch ? undefined : route,
    mode: answers[0]?.mode,
    credits: common.isReplay ? 0 : used
  }
  return [...items, own]
}

export const rowsOf = (entry: ActivityEntry): ReadonlyArray<ActivityRow> => {
  const { caller, millis, endedAt, requestId, httpStatus, code, noted, route, method } = entry
  const common: Common = {
    accountId: caller.accountId,
    requestId: requestId ?? newIdAt(endedAt - millis),
    keyId: caller.keyId,
    millis: Math.round(millis),
    httpStatus,
    code,
    isReplay: noted.some(({ isReplay }) => isReplay === true)
  }
  // With the id of its request, the check and the request are one row.
  const isOne = noted.length === 1 && noted[0]!.checks[0] === common.requestId
  return (route === verifyRoute && method === "GET") || isOne
    ? [checkRow(entry, common)]
    : requestRows(entry, common)
}
