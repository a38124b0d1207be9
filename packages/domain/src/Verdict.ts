/**
 * The values of a verification's answer. They are part of the public contract: they may be added,
 * never renamed.
 */
import { Schema } from "effect"

import type { Reason } from "./reasons.ts"

export const Mode = Schema.Literals(["fast", "deep"])
export type Mode = typeof Mode.Type

export const Status = Schema.Literals(["valid", "risky", "invalid", "unknown"])
export type Status = typeof Status.Type

/** The most decisive finding behind a status other than `valid`. */
export const SubStatus = Schema.Literals([
  "failed_syntax_check",
  "domain_not_found",
  "does_not_accept_mail",
  "mx_unroutable",
  "mailbox_not_found",
  "mailbox_disabled",
  "domain_rejected_by_mail_server",
  "reported_bounce",
  "reported_complaint",
  "blocked_by_rule",
  "dns_error",
  "no_mx_records",
  "disposable",
  "blocklisted",
  "parked",
  "role_based",
  "role_based_catch_all",
  "relay",
  "catch_all",
  "synthetic_local_part",
  "new_domain",
  "mailbox_full",
  "possible_typo",
  "mailbox_unverified",
  "low_score"
])
export type SubStatus = typeof SubStatus.Type

/** The verdict of a verification. The same evidence always gives the same judgement. */
export interface Judgement {
  readonly status: Status
  /** The reason; absent exactly if `status` is `valid`. */
  readonly subStatus: SubStatus | undefined
  /** The score, from 0 to 100. */
  readonly score: number
  /** For people; programs branch on `subStatus`. */
  readonly reasons: ReadonlyArray<Reason>
}
