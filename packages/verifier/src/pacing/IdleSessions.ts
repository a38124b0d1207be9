/** Open sessions of one group without a probe, each waiting a moment for the next one whose mail would go to its host. */
import { Duration } from "effect"

import { idleSessionWait } from "./limits.ts"
import type { PendingProbe } from "./PendingProbe.ts"

interface IdleSession {
  readonly host: string
  readonly until: number
  /** Called once: with its probe, or `undefined` when it is to end. */
  readonly resume: (probe: PendingProbe | undefined) => void
}

export class IdleSessions {
  readonly #sessions = new Set<IdleSession>()

  /** Returns how to take it out again. */
  add(host: string, now: number, resume: IdleSession["resume"]): () => void {
    const session = { host, until: now + Duration.toMillis(idleSessionWait), resume }
    this.#sessions.add(session)
    return () => void this.#sessions.delete(session)
  }

  /** Whether a session takes the probe. */
  give(probe: PendingProbe): boolean {
    for (const session of this.#sessions) {
      if (!probe.hosts.includes(session.host)) continue
      this.#resume(session, probe)
      return true
    }
    return false
  }

  /** Ends those that have waited long enough; all of them, if none may stay. */
  end(mayStay: boolean, now: number): void {
    for (const session of this.#sessions)
      if (!mayStay || session.until <= now) this.#resume(session, undefined)
  }

  /** When the next one has waited long enough. */
  get nextEnd(): number {
    let next = Number.POSITIVE_INFINITY
    for (const { until } of this.#sessions) next = Math.min(next, until)
    return next
  }

  #resume(session: IdleSession, probe: PendingProbe | undefined): void {
    this.#sessions.delete(session)
    session.resume(probe)
  }
}
