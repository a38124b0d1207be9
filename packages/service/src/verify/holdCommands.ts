/** The commands of a reservation's holds: what opens, settles and undoes one. */
import type { CurrentAccount } from "@rcpt/api/Authentication"
import type { Purpose, Receipt } from "@rcpt/domain/Credits"
import { heldFor } from "@rcpt/domain/price"
import type { Mode } from "@rcpt/domain/Verdict"
import type { Verification } from "@rcpt/domain/Verification"
import { Duration } from "effect"

import { addressHmac } from "../accounts/addressHmac.ts"
import * as commands from "../ledger/commands.ts"
import type { LedgerCommand } from "../ledger/commands.ts"

/** The account that sends the request and pays for it. */
export type Caller = Pick<
  CurrentAccount["Service"],
  "accountId" | "addressKey" | "authMode" | "hasFeedback"
>

/** A check whose credits are held. One of a sandbox address is free: no hold, and no trace. */
export interface HeldCheck {
  readonly holdId: string
  readonly email: string
  readonly isFree: boolean
}

export interface ReservationOptions {
  readonly caller: Caller
  readonly kind: Exclude<Purpose["kind"], "job">
  readonly mode: Mode
  /** Of the holds. Longer than any request lives, so that no request loses a hold while it runs. */
  readonly lifetime: Duration.Duration
  /** Whether the reply is stored: then a client that has disconnected can still fetch it. */
  readonly storesReply: boolean
  /** False: a hold may wait for its charge, if the account has more than enough. */
  readonly holdsFirst: boolean
  /** Of the hold of a reservation for one check; else it gets a new one. */
  readonly holdId?: string | undefined
}

export interface OpenHold {
  readonly email: string
  /** The hold waits for its charge. */
  readonly waiting?: WaitingHold
  /** Set when the check has ended. */
  readonly due?: { readonly charge: number; readonly receipt: Receipt }
}

export interface WaitingHold {
  readonly command: LedgerCommand
  /** Once this is true, the hold may be in the ledger. */
  readonly isSubmitted: boolean
}

export const holdCommand = ({ caller, kind, mode, lifetime }: ReservationOptions, now: number) => {
  const expiresAt = now + Duration.toMillis(lifetime)
  return ({ holdId, email }: HeldCheck): LedgerCommand => {
    const purpose = { kind, mode, digest: digestOf(caller, email) }
    return commands.hold({ holdId, credits: heldFor[mode], expiresAt, purpose })
  }
}

export const settleCommand = (holdId: string, { due, waiting }: OpenHold): LedgerCommand => {
  const settle =
    due === undefined
      ? commands.refund({ holdId, reason: "failed" })
      : commands.settle({ holdId, ...due })
  return waiting === undefined ? settle : commands.allOrNothing([waiting.command, settle])
}

/**
 * The charge may have been committed although its commit seemed to fail. If a reply was stored with it,
 * the reply can still be fetched, so only what is still held is refunded. Without a reply, the charge is
 * reversed too.
 *
 * A hold that waited for its charge may not exist, or its append may still be on its way. It is opened
 * here as well, which changes the version of the stream: that append is refused then.
 */
export const undoCommands = (
  { storesReply }: ReservationOptions,
  holdId: string,
  { waiting }: OpenHold
): ReadonlyArray<LedgerCommand> => {
  const undo = storesReply
    ? commands.refund({ holdId, reason: "failed" })
    : commands.reverseCharge({ holdId })
  if (waiting === undefined) return [undo]
  return waiting.isSubmitted ? [waiting.command, undo] : []
}

/** 128 bits: enough to tell the addresses of one account apart. */
const digestHexChars = 32

export const digestOf = ({ addressKey }: Pick<Caller, "addressKey">, email: string): string =>
  addressHmac(addressKey).update(email.trim().toLowerCase()).digest("hex").slice(0, digestHexChars)

export const receiptOf = ({ authMode }: Caller, { judgement }: Verification): Receipt => ({
  ...(authMode === "jwt" && { via: "dashboard" }),
  status: judgement.status,
  score: judgement.score,
  ...(judgement.subStatus && { subStatus: judgement.subStatus })
})
