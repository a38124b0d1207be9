/**
 * The credits of one account: stream `ledger-<account>`.
 *
 * Credits are set aside before work starts (hold), taken when it is done (charge), and what is left
 * of the hold goes back (refund). Two-phase, as in TigerBeetle's pending transfers. Every decision
 * is a pure function of an order and a state, and repeating an order changes nothing: a caller that
 * does not know whether its order arrived just sends it again.
 */
import { HashMap, Option, Result, Schema } from "effect"

/** Credits are whole: one is never split. Below 10^12, so that sums stay exact in a double. */
export const creditsMax = 1_000_000_000_000
export const CreditCount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: creditsMax }))

/** What a hold is for. Never an address: `digest` is an HMAC under a key of the account. */
export const Purpose = Schema.Struct({
  kind: Schema.Literals(["verification", "batch", "job"]),
  mode: Schema.Literals(["fast", "deep"]),
  digest: Schema.optionalKey(Schema.String)
})
export type Purpose = typeof Purpose.Type

/** Through which door a check came; absent: with an API key. */
export const Via = Schema.Literals(["dashboard", "demo"])

/** What a check came to, charged or not: a receipt can be read without the address. */
export const Receipt = Schema.Struct({
  via: Schema.optionalKey(Via),
  status: Schema.Literals(["valid", "risky", "invalid", "unknown"]),
  subStatus: Schema.optionalKey(Schema.String),
  score: Schema.Int
})
export type Receipt = typeof Receipt.Type

const receipt = Schema.optionalKey(Receipt)
/** The account of the owner who did it; absent: the service itself. */
const by = Schema.optionalKey(Schema.String)

const refundReasons = ["remainder", "unknown", "failed", "expired", "unanswered"] as const
/** Why held credits went back. `unanswered`: charged, but the answer could not be delivered. */
export const RefundReason = Schema.Literals(refundReasons)
export type RefundReason = typeof RefundReason.Type

// Stored format: tags and fields outlive every deployment. Never rename; add only optional fields.
export const CreditsEvent = Schema.TaggedUnion({
  CreditsGranted: { grantId: Schema.String, credits: CreditCount, reason: Schema.String, by },
  /** `expiresAt`: epoch milliseconds; null lives as long as its job. */
  CreditsHeld: {
    holdId: Schema.String,
    credits: CreditCount,
    expiresAt: Schema.NullOr(Schema.Int),
    purpose: Purpose
  },
  CreditsCharged: { holdId: Schema.String, credits: CreditCount, receipt },
  /** Its receipt is that of a check that was answered and cost nothing. */
  CreditsRefunded: { holdId: Schema.String, credits: CreditCount, reason: RefundReason, receipt },
  /** A correction by an operator, up or down. */
  CreditsAdjusted: { adjustmentId: Schema.String, credits: Schema.Int, reason: Schema.String, by }
})
export type CreditsEvent = typeof CreditsEvent.Type

export interface Hold {
  readonly credits: number
  readonly charged: number
  readonly refunded: number
  readonly expiresAt: number | null
}

export interface Credits {
  readonly available: number
  readonly holds: HashMap.HashMap<string, Hold>
  /** Grants and adjustments by id, so that a repeated one is recognised. */
  readonly postings: HashMap.HashMap<string, number>
}

export const empty: Credits = { available: 0, holds: HashMap.empty(), postings: HashMap.empty() }

export const remaining = (hold: Hold): number => hold.credits - hold.charged - hold.refunded

export const evolve = (state: Credits, event: CreditsEvent): Credits =>
  CreditsEvent.match(event, {
    CreditsGranted: ({ grantId, credits }) => posted(state, grantId, credits),
    CreditsAdjusted: ({ adjustmentId, credits }) => posted(state, adjustmentId, credits),
    CreditsHeld: ({ holdId, credits, expiresAt }) => ({
      ...state,
      available: state.available - credits,
      holds: HashMap.set(state.holds, holdId, { credits, charged: 0, refunded: 0, expiresAt })
    }),
    CreditsCharged: ({ holdId, credits }) =>
      moved(state, holdId, 0, (hold) => ({ ...hold, charged: hold.charged + credits })),
    CreditsRefunded: ({ holdId, credits, reason }) =>
      moved(state, holdId, credits, (hold) => ({
        ...hold,
        charged: reason === "unanswered" ? hold.charged - credits : hold.charged,
        refunded: hold.refunded + credits
      }))
  })

/** The id under which a grant or an adjustment is recognised when it is asked for again. */
export const postingIdOf = (event: CreditsEvent): string | undefined =>
  event._tag === "CreditsGranted"
    ? event.grantId
    : event._tag === "CreditsAdjusted"
      ? event.adjustmentId
      : undefined

const posted = (state: Credits, id: string, credits: number): Credits => ({
  ...state,
  available: state.available + credits,
  postings: HashMap.set(state.postings, id, credits)
})

const moved = (state: Credits, id: string, back: number, f: (hold: Hold) => Hold): Credits => ({
  ...state,
  available: state.available + back,
  holds: HashMap.modify(state.holds, id, f)
})

export class InsufficientCredits extends Schema.TaggedError<InsufficientCredits>()(
  "InsufficientCredits",
  { needed: Schema.Int, available: Schema.Int }
) {}

/** The id was used before, for something else. Ids are never shared between orders. */
export class OrderAltered extends Schema.TaggedError<OrderAltered>()("OrderAltered", {
  id: Schema.String
}) {}

/** Nothing is held under this id any more (it expired, or was settled otherwise), or ever was. */
export class HoldClosed extends Schema.TaggedError<HoldClosed>()("HoldClosed", {
  holdId: Schema.String
}) {}

/** One posting would take the account over `creditsMax`. */
export class TooManyCredits extends Schema.TaggedError<TooManyCredits>()("TooManyCredits", {
  available: Schema.Int
}) {}

export type Rejection = InsufficientCredits | OrderAltered | HoldClosed | TooManyCredits
export type Decision = Result.Result<ReadonlyArray<CreditsEvent>, Rejection>

/** Asked again, decided before: no new facts. */
const noChange: Decision = Result.succeed([])
const event = CreditsEvent.cases

type Fields<Tag extends keyof typeof event> = Omit<(typeof event)[Tag]["Type"], "_tag">

export const grant = (order: Fields<"CreditsGranted">) =>
  post(order.grantId, order.credits, () => event.CreditsGranted.make(order))

export const adjust = (order: Fields<"CreditsAdjusted">) =>
  post(order.adjustmentId, order.credits, () => event.CreditsAdjusted.make(order))

const post =
  (id: string, credits: number, make: () => CreditsEvent) =>
  (state: Credits): Decision => {
    const before = Option.getOrUndefined(HashMap.get(state.postings, id))
    if (before === credits || credits === 0) return noChange
    if (before !== undefined) return Result.fail(new OrderAltered({ id }))
    const after = state.available + credits
    if (after < 0) return Result.fail(insufficient(state, -credits))
    if (after > creditsMax) return Result.fail(new TooManyCredits({ available: state.available }))
    return Result.succeed([make()])
  }

export const hold =
  (order: Fields<"CreditsHeld">) =>
  (state: Credits): Decision => {
    const before = Option.getOrUndefined(HashMap.get(state.holds, order.holdId))
    if (before !== undefined)
      return before.credits === order.credits
        ? noChange
        : Result.fail(new OrderAltered({ id: order.holdId }))
    return order.credits <= state.available
      ? Result.succeed([event.CreditsHeld.make(order)])
      : Result.fail(insufficient(state, order.credits))
  }

const insufficient = (state: Credits, needed: number) =>
  new InsufficientCredits({ needed, available: state.available })

export interface SettleOrder {
  readonly holdId: string
  /** 0 to what is held; the rest is refunded. */
  readonly charge: number
  readonly receipt?: Receipt
}

/** Takes `charge` out of a hold and gives the rest back: closes it. */
export const settle =
  ({ holdId, charge, receipt }: SettleOrder) =>
  (state: Credits): Decision => {
    const found = Option.getOrUndefined(HashMap.get(state.holds, holdId))
    if (found === undefined) return Result.fail(new HoldClosed({ holdId }))
    const left = remaining(found)
    // A closed hold answers a repeat of the order that closed it, and nothing else.
    if (left === 0)
      return found.charged === charge ? noChange : Result.fail(new HoldClosed({ holdId }))
    if (charge > left)
      return Result.fail(new InsufficientCredits({ needed: charge, available: left }))
    const kept = receipt && { receipt }
    const rest = { holdId, credits: left - charge }
    if (charge === 0)
      return Result.succeed([event.CreditsRefunded.make({ ...rest, reason: "unknown", ...kept })])
    const charged = event.CreditsCharged.make({ holdId, credits: charge, ...kept })
    return Result.succeed(
      left === charge
        ? [charged]
        : [charged, event.CreditsRefunded.make({ ...rest, reason: "remainder" })]
    )
  }

type RefundOrder = Pick<Fields<"CreditsRefunded">, "holdId" | "reason"> & { readonly keep?: number }

/** Gives back what is still held, but for what is to be kept; a closed hold stays as it is. */
export const refund =
  ({ holdId, reason, keep = 0 }: RefundOrder) =>
  (state: Credits): Decision => {
    const found = Option.getOrUndefined(HashMap.get(state.holds, holdId))
    const credits = found === undefined ? 0 : remaining(found) - keep
    if (credits <= 0) return noChange
    return Result.succeed([event.CreditsRefunded.make({ holdId, credits, reason })])
  }

/**
 * Takes a verification back whose answer never reached the caller: what is still held *and* what was
 * charged. For the flow that lost its database after the charge may have been written.
 */
export const withdraw =
  ({ holdId }: { readonly holdId: string }) =>
  (state: Credits): Decision => {
    const found = Option.getOrUndefined(HashMap.get(state.holds, holdId))
    if (found === undefined || found.charged === 0)
      return refund({ holdId, reason: "failed" })(state)
    return Result.succeed([
      event.CreditsRefunded.make({ holdId, credits: found.charged, reason: "unanswered" })
    ])
  }

/** Refunds a hold that outlived its time. A job's hold (no expiry) never expires. */
export const expire =
  ({ holdId, now }: { readonly holdId: string; readonly now: number }) =>
  (state: Credits): Decision => {
    const found = Option.getOrUndefined(HashMap.get(state.holds, holdId))
    return found === undefined || found.expiresAt === null || found.expiresAt > now
      ? noChange
      : refund({ holdId, reason: "expired" })(state)
  }
