/**
 * What one request owes until it is answered. Checks go on the tab before they start, as holds; they
 * are paid in one step, and an answer that is kept for repeats is kept in that very step.
 *
 * So there is no moment at which some of a request is charged: either its answer stands and all of it
 * is paid, or nothing is. Whatever is still open when a request breaks off is given back; if we die,
 * the hold sweeper gives it back when it expires.
 */
import { randomUUIDv7 } from "node:crypto"

import type { CurrentAccount } from "@rcpt/api/Authentication"
import type { InsufficientCredits, Purpose, Receipt } from "@rcpt/domain/Credits"
import { chargeFor, heldFor } from "@rcpt/domain/price"
import type { Mode } from "@rcpt/domain/Verdict"
import type { Verification } from "@rcpt/domain/Verification"
import { isSandbox } from "@rcpt/verifier/sandbox/playSandbox"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Duration, Effect, Exit } from "effect"

import { addressHmac } from "../accounts/addressHmac.ts"
import type { Told } from "../idempotency/Command.ts"
import { Ledger } from "../ledger/Ledger.ts"
import type { LedgerUnavailable } from "../ledger/Ledger.ts"
import * as orders from "../ledger/orders.ts"
import type { Order, Reply } from "../ledger/orders.ts"

/** Who asks, and pays. */
export type Caller = Pick<CurrentAccount["Service"], "accountId" | "addressKey" | "authMode">

/** A hold for one check; or a check in the sandbox, which needs none and leaves no trace. */
export interface Held {
  readonly holdId: string
  readonly email: string
  readonly isFree: boolean
}

export interface Answered {
  readonly verification: Verification
  readonly creditsUsed: number
  readonly elapsedMillis: number
  /** Epoch milliseconds. */
  readonly checkedAt: number
}

export interface TabOptions {
  readonly caller: Caller
  readonly kind: Exclude<Purpose["kind"], "job">
  readonly mode: Mode
  /** Longer than the request can live, so that no live one loses a hold. */
  readonly lifetime: Duration.Duration
  /** Whether the answer is kept: then a caller who went away can still ask for it. */
  readonly keyed: boolean
}

export interface Tab {
  /** Holds for as many of these checks as can be paid, from the first on; fails when that is none. */
  readonly open: (
    emails: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Held>, InsufficientCredits | LedgerUnavailable>
  /** `timeout`: of deep mode, for everything. */
  readonly check: (
    held: Held,
    timeout: Duration.Duration
  ) => Effect.Effect<Answered, never, Verifier>
  /** Gives back now what this check turned out not to cost; others can use it meanwhile. */
  readonly giveChange: (held: Held) => Effect.Effect<void, LedgerUnavailable>
  /** Pays for what was checked, and keeps the reply with it. */
  readonly pay: (reply?: Reply) => Effect.Effect<Told["kept"], LedgerUnavailable>
}

interface Item {
  readonly email: string
  /** Once it was checked. */
  readonly due?: { readonly charge: number; readonly receipt: Receipt }
}

/** Rejections that holds of our own making, with ids of our own, cannot meet: they would be bugs. */
const neverOfOurOwn = ["HoldClosed", "TooManyCredits"] as const

/** What the parts of a tab share. */
interface Book {
  readonly options: TabOptions
  readonly items: Map<string, Item>
  readonly submit: (order: Order) => ReturnType<typeof submitting>
  /** All that is open, in the background. */
  readonly giveBack: Effect.Effect<void>
}

const submitting = (ledger: Ledger["Service"], account: string, order: Order) =>
  Effect.catchTag(ledger.submit(account, order), neverOfOurOwn, Effect.die)

/** Opens a tab for what is done with it, and closes it whatever becomes of that. */
export const withTab = <A, E, R>(
  options: TabOptions,
  use: (tab: Tab) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | Ledger> =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const { accountId } = options.caller
    const items = new Map<string, Item>()
    // A payment may have gone through although we were not told: its kept reply is still good, and
    // then only what is still on hold goes back. Without one, the charge goes back too.
    const undo = (holdId: string): Order =>
      options.keyed ? orders.refund({ holdId, reason: "failed" }) : orders.withdraw({ holdId })
    const giveBack = Effect.suspend(() =>
      items.size === 0
        ? Effect.void
        : ledger.insist(accountId, orders.together([...items.keys()].map(undo)))
    )
    const submit = (order: Order) => submitting(ledger, accountId, order)
    const book = { options, items, submit, giveBack }
    const tab = { open: opening(book), check: checking(book), ...paying(book) }
    return yield* Effect.onExit(use(tab), (exit) => (Exit.isSuccess(exit) ? Effect.void : giveBack))
  })

const holdOrder = ({ caller, kind, mode, lifetime }: TabOptions, now: number) => {
  const expiresAt = now + Duration.toMillis(lifetime)
  return ({ holdId, email }: Held): Order => {
    const purpose = { kind, mode, digest: digestOf(caller, email) }
    return orders.hold({ holdId, credits: heldFor[mode], expiresAt, purpose })
  }
}

const opening = ({ options, items, submit }: Book): Tab["open"] => {
  const open: Tab["open"] = (emails) =>
    Effect.gen(function* () {
      const held = emails.map((email) => {
        return { holdId: randomUUIDv7(), email, isFree: isSandbox(email) }
      })
      const priced = held.filter(({ isFree }) => !isFree)
      if (priced.length === 0) return held
      // One whose answer is lost may hold something. A refused one holds nothing.
      for (const { holdId, email } of priced) items.set(holdId, { email })
      const now = yield* Clock.currentTimeMillis
      return yield* submit(orders.together(priced.map(holdOrder(options, now)))).pipe(
        Effect.as(held),
        Effect.catchTag("OrderAltered", Effect.die),
        Effect.catchTag("InsufficientCredits", (refusal) => {
          for (const { holdId } of priced) items.delete(holdId)
          const payable = Math.floor(refusal.available / heldFor[options.mode])
          // Fewer each time, for others spend as well; up to the first that cannot be paid.
          const first = priced[Math.min(payable, priced.length - 1)]!
          const fewer = emails.slice(0, held.indexOf(first))
          return fewer.length > 0 ? open(fewer) : Effect.fail(refusal)
        })
      )
    })
  return open
}

const checking =
  ({ options: { caller, mode }, items }: Book): Tab["check"] =>
  ({ holdId, email, isFree }, timeout) =>
    Effect.gen(function* () {
      const startedAt = yield* Clock.currentTimeMillis
      const verifier = yield* Verifier
      const { accountId: account } = caller
      const verification = yield* verifier.verify(email, { mode, timeout, account })
      const creditsUsed = chargeFor(mode, verification)
      const due = { charge: creditsUsed, receipt: receiptOf(caller, verification) }
      if (!isFree) items.set(holdId, { email, due })
      const checkedAt = yield* Clock.currentTimeMillis
      return { verification, creditsUsed, elapsedMillis: checkedAt - startedAt, checkedAt }
    })

const settleOrder = (holdId: string, { due }: Item): Order =>
  due === undefined
    ? orders.refund({ holdId, reason: "failed" })
    : orders.settle({ holdId, ...due })

const paying = (book: Book): Pick<Tab, "giveChange" | "pay"> => {
  const { items, submit, giveBack } = book
  const held = heldFor[book.options.mode]

  const giveChange: Tab["giveChange"] = ({ holdId }) =>
    Effect.suspend(() => {
      const item = items.get(holdId)
      if (item === undefined) return Effect.void
      const charge = item.due?.charge ?? 0
      if (charge === held) return Effect.void
      if (charge > 0) return submit(orders.refund({ holdId, reason: "remainder", keep: charge }))
      // What costs nothing is paid herewith, and off the tab.
      const off = Effect.sync(() => void items.delete(holdId))
      return Effect.andThen(submit(settleOrder(holdId, item)), off)
    }).pipe(Effect.catchTag(["OrderAltered", "InsufficientCredits"], Effect.die))

  const pay: Tab["pay"] = (reply) =>
    Effect.suspend(() => {
      if (items.size === 0) return Effect.succeed("no" as const)
      const all = orders.together([...items].map(([holdId, item]) => settleOrder(holdId, item)))
      return submit(reply === undefined ? all : orders.withReply(all, reply)).pipe(
        Effect.as(reply === undefined ? ("no" as const) : ("yes" as const)),
        Effect.catchTag("OrderAltered", () => Effect.as(giveBack, "before" as const)),
        Effect.catchTag("InsufficientCredits", Effect.die)
      )
    })

  return { giveChange, pay }
}

/** 128 bits are enough to tell the addresses of one account apart. */
const digestHexChars = 32

const digestOf = (caller: Caller, email: string): string =>
  addressHmac(caller.addressKey)
    .update(email.trim().toLowerCase())
    .digest("hex")
    .slice(0, digestHexChars)

const receiptOf = ({ authMode }: Caller, { judgement }: Verification): Receipt => ({
  ...(authMode === "jwt" && { via: "dashboard" }),
  status: judgement.status,
  score: judgement.score,
  ...(judgement.subStatus && { subStatus: judgement.subStatus })
})
