/** An event as the folds of the audit see it: decoded once, when the first of them asks. */
import type { LoggedCommit, WalkedCommit, WalkedEvent } from "@rcpt/store/audit/walkLog"

import { factOf, meaningOf } from "../../views/billingEvents.ts"
import type { BillingEvent, BillingFact } from "../../views/billingEvents.ts"

export type AuditedCommit = WalkedCommit<AuditedEvent>
export type AuditedLogCommit = LoggedCommit<AuditedEvent>

export class AuditedEvent {
  readonly stored: WalkedEvent
  /** Null: nobody has asked yet. */
  #fact: BillingFact | undefined | null = null
  #billing: BillingEvent | undefined | null = null

  constructor(stored: WalkedEvent) {
    this.stored = stored
  }

  /** Throws, as `billing`, if it cannot be decoded. */
  get fact(): BillingFact | undefined {
    return this.#fact === null ? (this.#fact = factOf(this.stored)) : this.#fact
  }

  get billing(): BillingEvent | undefined {
    return this.#billing === null ? (this.#billing = meaningOf(this.fact)) : this.#billing
  }
}

export const eventOf = (stored: WalkedEvent): AuditedEvent => new AuditedEvent(stored)
