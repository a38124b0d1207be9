/** The connection permits of one session: the first one, and any that it needs later. */
import { Effect } from "effect"

import type { ConnectionError } from "../smtp/ConnectionError.ts"
import type { ConnectionGate } from "../smtp/SmtpConnection.ts"
import type { ProbeScheduler, ConnectionPermit } from "./ProbeScheduler.ts"

type Permits = Pick<ProbeScheduler, "acquirePermit">

export class SessionSlot implements ConnectionGate {
  readonly #scheduler: Permits
  readonly #now: () => number
  /** Not used yet. It is kept here so that a session that is interrupted can return it. */
  #permit: ConnectionPermit | undefined
  /** When the latest permit was granted, in epoch milliseconds: the pace of that time is what is judged. */
  #startedAt: number

  constructor(scheduler: Permits, now: () => number, permit: ConnectionPermit) {
    this.#scheduler = scheduler
    this.#now = now
    this.#permit = permit
    this.#startedAt = now()
  }

  get startedAt(): number {
    return this.#startedAt
  }

  acquirePermit(deadline: number): Effect.Effect<void, ConnectionError> {
    return Effect.suspend(() =>
      this.#permit === undefined
        ? this.#scheduler.acquirePermit(deadline, (permit) => {
            this.#permit = permit
            this.#startedAt = this.#now()
          })
        : Effect.void
    )
  }

  usePermit(): ConnectionPermit {
    const permit = this.#permit
    if (permit === undefined) throw new Error("a connection without a permit")
    this.#permit = undefined
    return permit
  }

  releaseUnused(): void {
    this.#permit?.()
  }
}
