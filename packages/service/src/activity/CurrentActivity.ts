/**
 * Collects what becomes known about a request while it is answered, for the list of activity: who sent it,
 * and what it checked. Each part of the service fills in what it knows; it is read once, when the answer
 * goes out (http/recordActivity.ts).
 */
import type { CurrentAccount } from "@rcpt/api/Authentication"
import { Context, Effect } from "effect"

export type ActivityCaller = Pick<
  CurrentAccount["Service"],
  "accountId" | "addressKey" | "authMode" | "keyId"
>

export interface NotedChecks {
  /** The answer to one check, or to a batch. */
  readonly body: string
  /** The ids of the holds, in the order of the answer; `undefined`: it has none of its own. */
  readonly checks: ReadonlyArray<string | undefined>
  /** The answer is that of an earlier request: nothing was checked. */
  readonly isReplay?: boolean
}

export interface ActivityDraft {
  caller: ActivityCaller | undefined
  readonly noted: Array<NotedChecks>
}

/** `undefined`: outside of a request, or activity is off. */
export const CurrentActivity = Context.Reference<ActivityDraft | undefined>(
  "@rcpt/service/activity/CurrentActivity",
  { defaultValue: () => undefined }
)

export const noteCaller = (caller: ActivityCaller): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const draft = fiber.getRef(CurrentActivity)
    if (draft !== undefined) draft.caller = caller
    return Effect.void
  })

/** `kept` as in ledger/idempotency/Reply.ts: "before" means that these checks were undone. */
export const noteChecks = ({
  kept,
  ...checks
}: NotedChecks & { readonly kept?: "yes" | "no" | "before" }): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    if (kept !== "before") fiber.getRef(CurrentActivity)?.noted.push(checks)
    return Effect.void
  })
