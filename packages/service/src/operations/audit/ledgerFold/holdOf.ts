/**
 * What the events say of one hold, and whether it is one of the ordinary: it contradicts none of the rules of
 * `checkHolds.ts`. They are the law, and judge all that is not ordinary.
 */
import type { CreditsEvent, RefundReason } from "@rcpt/domain/Credits"
import { deepPriceOf, heldFor } from "@rcpt/domain/price"

type Held = Extract<CreditsEvent, { readonly _tag: "CreditsHeld" }>
type Charged = Extract<CreditsEvent, { readonly _tag: "CreditsCharged" }>
type Refunded = Extract<CreditsEvent, { readonly _tag: "CreditsRefunded" }>

export interface AuditedHold extends Record<RefundReason, number> {
  readonly account: string
  readonly kind: Held["purpose"]["kind"]
  readonly mode: Held["purpose"]["mode"]
  readonly credits: number
  readonly expiresAt: number | null
  charges: number
  /** By its own stream. */
  charged: number
  chargedFor: string | undefined
  subStatus: string | undefined
  /** By the stream of a job. */
  chargedByJob: number
  /** It was refunded with a receipt that such a refund does not have, or without one. */
  isOdd: boolean
}

export const opened = (
  account: string,
  { purpose: { kind, mode }, credits, expiresAt }: Held
): AuditedHold => ({
  account,
  kind,
  mode,
  credits,
  expiresAt,
  charges: 0,
  charged: 0,
  chargedFor: undefined,
  subStatus: undefined,
  chargedByJob: 0,
  remainder: 0,
  unknown: 0,
  failed: 0,
  expired: 0,
  unanswered: 0,
  isOdd: false
})

export const charge = (hold: AuditedHold, { credits, receipt }: Charged): void => {
  hold.charges++
  hold.charged += credits
  hold.chargedFor = receipt?.status
  hold.subStatus = receipt?.subStatus
}

export const refund = (hold: AuditedHold, { credits, reason, receipt }: Refunded): void => {
  hold[reason] += credits
  hold.isOdd ||= receipt?.status !== (reason === "unknown" ? "unknown" : undefined)
}

/** As in the row of the hold: a charge that was reversed is refunded. */
export const chargedOf = (hold: AuditedHold): number =>
  hold.charged + hold.chargedByJob - hold.unanswered

export const refundedOf = (hold: AuditedHold): number =>
  hold.remainder + hold.unknown + hold.failed + hold.expired + hold.unanswered

export const isSettled = (hold: AuditedHold): boolean =>
  chargedOf(hold) + refundedOf(hold) === hold.credits

const prices: Readonly<Record<string, number | undefined>> = deepPriceOf

const isPriceOf = ({ mode, charged, subStatus }: AuditedHold): boolean => {
  if (mode === "fast") return charged === heldFor.fast
  const price = subStatus === undefined ? undefined : prices[subStatus]
  return price === undefined
    ? charged === heldFor.fast || charged === heldFor.deep
    : charged === price
}

const isChargedRightly = (hold: AuditedHold): boolean => {
  const { charges, charged, chargedFor, failed, expired, unanswered } = hold
  if (charges === 0) return unanswered === 0
  return (
    charges === 1 &&
    chargedFor !== undefined &&
    chargedFor !== "unknown" &&
    isPriceOf(hold) &&
    failed + expired === 0 &&
    (unanswered === 0 || unanswered === charged)
  )
}

const isOrdinaryCheck = (hold: AuditedHold): boolean => {
  const { mode, credits, expiresAt, charged, remainder, unknown, failed, expired } = hold
  const settled = charged + remainder + unknown + failed + expired
  return (
    credits === heldFor[mode] &&
    expiresAt !== null &&
    isChargedRightly(hold) &&
    (unknown === 0 || unknown === credits) &&
    (remainder === 0 || (mode === "deep" && remainder === heldFor.deep - heldFor.fast)) &&
    (settled === credits || settled === remainder)
  )
}

/** What a job is charged is said by its own stream, and checked with its rows (I7). */
const isOrdinaryOfJob = (hold: AuditedHold): boolean => {
  const { credits, expiresAt, charges, remainder, unknown, failed, expired, unanswered } = hold
  return (
    expiresAt === null &&
    charges + unknown + expired + unanswered === 0 &&
    remainder + failed <= credits
  )
}

export const isOrdinary = (hold: AuditedHold): boolean => {
  if (hold.isOdd) return false
  return hold.kind === "job" ? isOrdinaryOfJob(hold) : isOrdinaryCheck(hold)
}
