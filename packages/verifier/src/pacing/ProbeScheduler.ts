/**
 * Decides when the probes of one group of mail hosts get a session, and which probe is next. It is
 * synchronous: after each change, `dispatch` does everything that can be done now and sets an alarm for
 * the next time that something can.
 *
 *   enqueue ──▶ queue ──permit──▶ startSession ──takeNext, awaitNext──▶ more probes in this session
 *                 └── no permit in time, or none to come ──▶ smtp_throttled
 */
import { Duration, Effect } from "effect"

import { closed } from "../smtp/ConnectionError.ts"
import type { ConnectionError } from "../smtp/ConnectionError.ts"
import type { Connections } from "./ConnectionLimit.ts"
import { FairQueue } from "./FairQueue.ts"
import { idleSessionWait, nextSessionAfter, rowsPerSession } from "./limits.ts"
import {
  afterSignal,
  afterStart,
  capEndsAt,
  circuitOf,
  isBlocked,
  nextStartAt,
  sinceLastStart
} from "./pace.ts"
import type { PaceLimits, PaceSignal, PaceState } from "./pace.ts"
import type { Probe } from "./Probe.ts"

interface IdleSession {
  readonly host: string
  readonly until: number
  /** Called once, with the next probe, or with `undefined` when the session is to end. */
  readonly resume: (probe: Probe | undefined) => void
}

/**
 * Open sessions of one group without a probe. Each waits a moment for the next probe whose mail would go to its
 * host.
 */
class IdleSessions {
  readonly #sessions = new Set<IdleSession>()

  /** Adds a session, and returns a function that removes it. */
  add(host: string, now: number, resume: IdleSession["resume"]): () => void {
    const session = { host, until: now + Duration.toMillis(idleSessionWait), resume }
    this.#sessions.add(session)
    return () => void this.#sessions.delete(session)
  }

  /** Gives the probe to a session, and returns whether one took it. */
  give(probe: Probe): boolean {
    for (const session of this.#sessions) {
      if (!probe.hosts.includes(session.host)) continue
      this.#resume(session, probe)
      return true
    }
    return false
  }

  /** Ends the sessions that have waited long enough, or all of them if none may stay. */
  end(mayStay: boolean, now: number): void {
    for (const session of this.#sessions)
      if (!mayStay || session.until <= now) this.#resume(session, undefined)
  }

  /** When the next session has waited long enough, in epoch milliseconds. */
  get nextEnd(): number {
    let next = Number.POSITIVE_INFINITY
    for (const { until } of this.#sessions) next = Math.min(next, until)
    return next
  }

  #resume(session: IdleSession, probe: Probe | undefined): void {
    this.#sessions.delete(session)
    session.resume(probe)
  }
}

/** The right to connect once. Calling it returns it, when the connection is closed or was never made. */
export type ConnectionPermit = () => void

/** A running session that needs one more connection. */
interface PermitRequest {
  readonly deadline: number
  readonly resume: (permit: ConnectionPermit | undefined) => void
}

interface SchedulerOptions {
  readonly limits: PaceLimits
  readonly connections: Connections
  readonly waitingMax: number
  readonly now: () => number
  /** Calls `dispatch` at that time. */
  readonly wakeAt: (at: number | undefined) => void
  readonly startSession: (permit: ConnectionPermit, probe: Probe) => void
  /** Called when more than the time of the last start has changed. */
  readonly onPaceChange: (before: PaceState, after: PaceState) => void
}

export class ProbeScheduler {
  readonly #options: SchedulerOptions
  readonly queue: FairQueue<Probe>
  readonly #idleSessions = new IdleSessions()
  readonly #permitRequests = new Set<PermitRequest>()
  #pace: PaceState
  #openCount = 0
  #isClosed = false
  #waitsForConnection = false
  #isDispatching = false
  #hasMoreWork = false

  constructor(pace: PaceState, options: SchedulerOptions) {
    this.#pace = pace
    this.#options = options
    this.queue = new FairQueue(options.waitingMax)
  }

  get pace(): PaceState {
    return this.#pace
  }

  /** How many permits are in use: connections that are open or about to be. */
  get openCount(): number {
    return this.#openCount
  }

  /** When today's cap of a new address allows the next session, in epoch milliseconds; 0 means now. */
  get opensAt(): number {
    return capEndsAt(this.#pace, this.#options.limits, this.#options.now())
  }

  /** Whether nothing waits and no connection is open. */
  get isIdle(): boolean {
    return this.queue.size + this.#openCount + this.#permitRequests.size === 0
  }

  enqueue(probe: Probe): void {
    if (!this.#idleSessions.give(probe)) this.#add(probe, false)
  }

  /**
   * Puts a probe at the front: it has waited before, and its session broke because of other probes. It `counts` if
   * the session broke at this probe, and not at one before it in the same group.
   */
  requeue(probe: Probe, counts: boolean): void {
    if (probe.isDone) return
    probe.detach(counts)
    this.#add(probe, true)
  }

  cancel(probe: Probe): void {
    this.queue.remove(probe)
    probe.cancel()
    this.dispatch()
  }

  /** Takes the next probe for an open session, one whose mail would go to its host, if that one fits. */
  takeNext(host: string, fits?: (probe: Probe) => boolean): Probe | undefined {
    return this.#mayReuseSessions() ? this.queue.take(host, fits) : undefined
  }

  /** Waits for a probe that comes soon; `undefined` if none does, or if the connection is needed elsewhere. */
  awaitNext(host: string): Effect.Effect<Probe | undefined> {
    return Effect.callback((resume) => {
      const { now, connections } = this.#options
      const resumeWith = (probe: Probe | undefined): void => resume(Effect.succeed(probe))
      if (!this.#mayReuseSessions() || !this.#nothingWaits() || !connections.isHalfFree)
        return resumeWith(undefined)
      const leave = this.#idleSessions.add(host, now(), resumeWith)
      this.dispatch()
      return Effect.sync(leave)
    })
  }

  /** Acquires a permit for one more connection of a running session. It comes before any new session. */
  acquirePermit(
    deadline: number,
    onPermit: (permit: ConnectionPermit) => void
  ): Effect.Effect<void, ConnectionError> {
    return Effect.callback((resume) => {
      const resumeWith = (permit: ConnectionPermit | undefined): void => {
        if (permit !== undefined) onPermit(permit)
        resume(permit === undefined ? Effect.fail(closed("no turn in time")) : Effect.void)
      }
      const request: PermitRequest = { deadline, resume: resumeWith }
      this.#permitRequests.add(request)
      this.dispatch()
      return Effect.sync(() => void this.#permitRequests.delete(request))
    })
  }

  adjustPace(signal: PaceSignal): void {
    const { limits, now, onPaceChange } = this.#options
    const before = this.#pace
    this.#pace = afterSignal(before, limits, signal, now())
    if (this.#pace === before) return
    onPaceChange(before, this.#pace)
    this.dispatch()
  }

  close(): void {
    this.#isClosed = true
    this.#options.connections.cancel(this.dispatch)
    this.dispatch()
  }

  /** Does everything that can be done now. A call while it runs makes it go round once more. */
  readonly dispatch = (): void => {
    this.#hasMoreWork = true
    if (this.#isDispatching) return
    this.#isDispatching = true
    while (this.#hasMoreWork) {
      this.#hasMoreWork = false
      this.#dropHopeless()
      if (!this.#isClosed) this.#grantPermits()
    }
    this.#isDispatching = false
    this.#options.wakeAt(this.#isClosed ? undefined : this.#nextDispatchAt())
  }

  #add(probe: Probe, ahead: boolean): void {
    this.queue.add(probe, ahead)?.throttle()
    this.dispatch()
  }

  #mayReuseSessions(): boolean {
    return !this.#isClosed && circuitOf(this.#pace, this.#options.now()) === "closed"
  }

  #nothingWaits(): boolean {
    return this.queue.size + this.#permitRequests.size === 0
  }

  /** Ends the wait of every probe, request and session that cannot be served before its time is up. */
  #dropHopeless(): void {
    const now = this.#options.now()
    const blocked = isBlocked(this.#pace, now)
    const earliest = blocked || this.#isClosed ? Number.POSITIVE_INFINITY : now
    const permitAt = Math.max(earliest, this.#pace.pause?.until ?? now, this.opensAt)
    for (;;) {
      const probe = this.queue.takeExpired(permitAt)
      if (probe === undefined) break
      if (blocked) probe.giveUp(this.#pace, this.#options.limits.pauseMillis, now)
      else probe.throttle()
    }
    for (const request of this.#permitRequests) {
      if (request.deadline > permitAt) continue
      this.#permitRequests.delete(request)
      request.resume(undefined)
    }
    this.#idleSessions.end(this.#mayReuseSessions() && this.#nothingWaits(), now)
  }

  #grantPermits(): void {
    const { limits, connections, now, startSession, onPaceChange } = this.#options
    this.#waitsForConnection = false
    while (!this.#nothingWaits()) {
      const at = now()
      if (this.#nextPermitAt(at) > at) return
      this.#waitsForConnection = !connections.acquire(this.dispatch)
      if (this.#waitsForConnection) return
      this.#openCount += 1
      const before = this.#pace
      this.#pace = afterStart(before, limits, at)
      if (this.#pace.warmUp !== before.warmUp) onPaceChange(before, this.#pace)
      const permit = this.#makePermit()
      const [request] = this.#permitRequests
      const probe = request === undefined ? this.queue.take() : undefined
      if (request !== undefined) {
        this.#permitRequests.delete(request)
        request.resume(permit)
      } else if (probe !== undefined) startSession(permit, probe)
    }
  }

  /** When the pace allows the next start. Rows of lists wait longer while the open sessions can take them. */
  #nextPermitAt(now: number): number {
    const at = nextStartAt(this.#pace, this.#options.limits, this.#openCount, now)
    const others = this.#permitRequests.size + this.queue.sizeOf("realTime")
    if (others > 0 || this.queue.size > this.#openCount * rowsPerSession) return at
    const left = Duration.toMillis(nextSessionAfter) - sinceLastStart(this.#pace, now)
    return Math.max(at, now + left)
  }

  #makePermit(): ConnectionPermit {
    let isReturned = false
    return () => {
      if (isReturned) return
      isReturned = true
      this.#openCount -= 1
      this.#options.connections.release()
      this.dispatch()
    }
  }

  #nextDispatchAt(): number {
    const permitAt =
      this.#waitsForConnection || this.#nothingWaits()
        ? Number.POSITIVE_INFINITY
        : this.#nextPermitAt(this.#options.now())
    const times = [this.queue.nextDeadline ?? permitAt, permitAt, this.#idleSessions.nextEnd]
    for (const { deadline } of this.#permitRequests) times.push(deadline)
    return Math.min(...times)
  }
}
