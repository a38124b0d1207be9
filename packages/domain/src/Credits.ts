/**
 * The credits of one account: stream `ledger-<account>`.
 *
 * They move in two phases, as in TigerBeetle's pending transfers: credits are held before work starts, charged
 * when it is done, and the rest is refunded. A decision is a pure function of a command and a state.
 * A repeated command changes nothing, so a caller that does not know whether it arrived sends it again.
 */
import { HashMap, Option, Result, Schema } from "effect"

/** Credits are integers of at most 10^12, so that sums stay exact in a double. */
export const creditsMax = 1_000_000_000_000
export const CreditCount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: creditsMax }))

/** The purpose of a hold. It has no address: `digest` is an HMAC under a key of the account. */
export const Purpose = Schema.Struct({
  kind: Schema.Literals(["verification", "batch", "job"]),
  mode: Schema.Literals(["fast", "deep"]),
  digest: Schema.optionalKey(Schema.String),
  /** The service by whose interface it was requested (`dropInNames`); absent: by our own. */
  interface: Schema.optionalKey(Schema.String)
})
export type Purpose = typeof Purpose.Type

/** Where a check was requested; absent if it was with an API key. */
const Via = Schema.Literals(["dashboard", "demo"])

/** The outcome of a check, charged or not. It can be read without the address. */
export const Receipt = Schema.Struct({
  via: Schema.optionalKey(Via),
  status: Schema.Literals(["valid", "risky", "invalid", "unknown"]),
  subStatus: Schema.optionalKey(Schema.String),
  score: Schema.Int,
  /** The answer is an earlier one of the account, given again free of charge. */
  known: Schema.optionalKey(Schema.Literal(true))
})
export type Receipt = typeof Receipt.Type

const receipt = Schema.optionalKey(Receipt)
const text = Schema.optionalKey(Schema.String)
/**
 * `by` is the account of the owner who did it, absent for the service. `seal` is made with a key that is not
 * stored.
 */
const given = { reason: Schema.String, by: text, seal: text }
const refundReasons = ["remainder", "unknown", "failed", "expired", "unanswered"] as const
/** Why credits were refunded. `unanswered` means charged, but the answer could not be delivered. */
export const RefundReason = Schema.Literals(refundReasons)
export type RefundReason = typeof RefundReason.Type

// Stored format: tags and fields outlive every deployment. Never rename; add only optional fields.
export const CreditsEvent = Schema.TaggedUnion({
  CreditsGranted: { grantId: Schema.String, credits: CreditCount, ...given },
  /** `expiresAt` is in epoch milliseconds, or null for the hold of a job, which never expires. */
  CreditsHeld: {
    holdId: Schema.String,
    credits: CreditCount,
    expiresAt: Schema.NullOr(Schema.Int),
    purpose: Purpose
  },
  CreditsCharged: { holdId: Schema.String, credits: CreditCount, receipt },
  /** `receipt` is that of a check that was answered free of charge. */
  CreditsRefunded: { holdId: Schema.String, credits: CreditCount, reason: RefundReason, receipt },
  /** A correction by an operator, up or down. */
  CreditsAdjusted: { adjustmentId: Schema.String, credits: Schema.Int, ...given }
})
export type CreditsEvent = typeof CreditsEvent.Type

/** How these events are stored (`EventCodec` of the store): streams `ledger-<account>`. */
export const format = { category: "ledger", events: CreditsEvent, upcasts: {} }

export interface Hold {
  readonly credits: number
  readonly charged: number
  readonly refunded: number
  readonly expiresAt: number | null
}

export interface Credits {
  readonly available: number
  readonly holds: HashMap.HashMap<string, Hold>
  /** Credits of grants and adjustments by id, to recognize a repeat. */
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

/** The id by which a repeated grant or adjustment is recognized. */
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

/** A different command has used the id before. */
export class IdReused extends Schema.TaggedError<IdReused>()("IdReused", {
  id: Schema.String
}) {}

/** No open hold has this id: it expired, was settled with another charge, or never existed. */
export class HoldClosed extends Schema.TaggedError<HoldClosed>()("HoldClosed", {
  holdId: Schema.String
}) {}

/** One posting would take the account over `creditsMax`. */
export class TooManyCredits extends Schema.TaggedError<TooManyCredits>()("TooManyCredits", {
  available: Schema.Int
}) {}

export type Rejection = InsufficientCredits | IdReused | HoldClosed | TooManyCredits
export type Decision = Result.Result<ReadonlyArray<CreditsEvent>, Rejection>

/** The command was executed before: no new events. */
const noChange: Decision = Result.succeed([])
const event = CreditsEvent.cases
type Fields<Tag extends keyof typeof event> = Omit<(typeof event)[Tag]["Type"], "_tag">

export const grant = (command: Fields<"CreditsGranted">) =>
  post(command.grantId, command.credits, () => event.CreditsGranted.make(command))

export const adjust = (command: Fields<"CreditsAdjusted">) =>
  post(command.adjustmentId, command.credits, () => event.CreditsAdjusted.make(command))

const post =
  (id: string, credits: number, make: () => CreditsEvent) =>
  (state: Credits): Decision => {
    const before = Option.getOrUndefined(HashMap.get(state.postings, id))
    if (before === credits || credits === 0) return noChange
    if (before !== undefined) return Result.fail(new IdReused({ id }))
    const after = state.available + credits
    if (after < 0) return Result.fail(insufficient(state, -credits))
    if (after > creditsMax) return Result.fail(new TooManyCredits({ available: state.available }))
    return Result.succeed([make()])
  }

export const hold =
  (command: Fields<"CreditsHeld">) =>
  (state: Credits): Decision => {
    const before = Option.getOrUndefined(HashMap.get(state.holds, command.holdId))
    if (before !== undefined)
      return before.credits === command.credits
        ? noChange
        : Result.fail(new IdReused({ id: command.holdId }))
    return command.credits <= state.available
      ? Result.succeed([event.CreditsHeld.make(command)])
      : Result.fail(insufficient(state, command.credits))
  }

const insufficient = (state: Credits, needed: number) =>
  new InsufficientCredits({ needed, available: state.available })

export interface SettleCommand {
  readonly holdId: string
  /** The credits to charge, from 0 to the held amount; the rest is refunded. */
  readonly charge: number
  readonly receipt?: Receipt
}

/** Charges `charge` to a hold and refunds the rest, which closes the hold. */
export const settle =
  ({ holdId, charge, receipt }: SettleCommand) =>
  (state: Credits): Decision => {
    const current = Option.getOrUndefined(HashMap.get(state.holds, holdId))
    if (current === undefined) return Result.fail(new HoldClosed({ holdId }))
    const left = remaining(current)
    // On a closed hold only a repeat of the command that closed it succeeds.
    if (left === 0)
      return current.charged === charge ? noChange : Result.fail(new HoldClosed({ holdId }))
    if (charge > left)
      return Result.fail(new InsufficientCredits({ needed: charge, available: left }))
    const extra = receipt && { receipt }
    const rest = { holdId, credits: left - charge }
    if (charge === 0) {
      const reason = receipt?.known ? "remainder" : "unknown"
      return Result.succeed([event.CreditsRefunded.make({ ...rest, reason, ...extra })])
    }
    const charged = event.CreditsCharged.make({ holdId, credits: charge, ...extra })
    return Result.succeed(
      left === charge
        ? [charged]
        : [charged, event.CreditsRefunded.make({ ...rest, reason: "remainder" })]
    )
  }

type RefundFields = Pick<Fields<"CreditsRefunded">, "holdId" | "reason">
type RefundCommand = RefundFields & { readonly keep?: number }

/** Refunds the credits that are still held, except `keep` of them. A closed hold does not change. */
export const refund =
  ({ holdId, reason, keep = 0 }: RefundCommand) =>
  (state: Credits): Decision => {
    const current = Option.getOrUndefined(HashMap.get(state.holds, holdId))
    const credits = current === undefined ? 0 : remaining(current) - keep
    if (credits <= 0) return noChange
    return Result.succeed([event.CreditsRefunded.make({ holdId, credits, reason })])
  }

/**
 * Reverses a verification whose answer never reached the caller: the held credits *and* the charged ones. It is
 * used when the database was lost after the charge may have been written.
 */
export const reverseCharge =
  ({ holdId }: { readonly holdId: string }) =>
  (state: Credits): Decision => {
    const current = Option.getOrUndefined(HashMap.get(state.holds, holdId))
    if (current === undefined || current.charged === 0)
      return refund({ holdId, reason: "failed" })(state)
    return Result.succeed([
      event.CreditsRefunded.make({ holdId, credits: current.charged, reason: "unanswered" })
    ])
  }

/** Refunds a hold whose `expiresAt` has passed. */
export const expire =
  ({ holdId, now }: { readonly holdId: string; readonly now: number }) =>
  (state: Credits): Decision => {
    const current = Option.getOrUndefined(HashMap.get(state.holds, holdId))
    return current === undefined || current.expiresAt === null || current.expiresAt > now
      ? noChange
      : refund({ holdId, reason: "expired" })(state)
  }
