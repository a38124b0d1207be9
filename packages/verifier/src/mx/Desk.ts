/**
 * Where questions to one group of mail hosts wait, and where it is decided who is next. All of it is
 * synchronous: something happens, `work` does all that can be done now, and an alarm is set for the
 * next time that something can be.
 *
 *   offer ──▶ in line ──turn──▶ a conversation begins ──next, linger──▶ more questions for it
 *                └── no slot in time, or none to come ──▶ smtp_throttled
 */
import { Duration, Effect } from "effect"

import { closed } from "../smtp/WireFailed.ts"
import type { WireFailed } from "../smtp/WireFailed.ts"
import { FairLine } from "./FairLine.ts"
import { blockedEvidence } from "./Heard.ts"
import { lingerWait } from "./limits.ts"
import { circuitOf, heard, isBlocked, nextStartAt, started } from "./pace.ts"
import type { PaceLimits, PaceState, Tidings } from "./pace.ts"
import type { Places } from "./Places.ts"
import type { Ticket } from "./Ticket.ts"

/** The right to connect once; called when the connection is closed, or was never made. */
export type Turn = () => void

/** An open conversation without a question. */
interface Lingerer {
  readonly host: string
  readonly until: number
  readonly give: (ticket: Ticket | undefined) => void
}

/** A conversation under way that needs one more connection. */
interface Seeker {
  readonly deadline: number
  readonly give: (turn: Turn | undefined) => void
}

export interface DeskOptions {
  readonly limits: PaceLimits
  readonly places: Places
  readonly waitingMax: number
  readonly now: () => number
  /** Calls `work` at that time. */
  readonly wakeAt: (at: number | undefined) => void
  /** Has a conversation about it. */
  readonly begin: (turn: Turn, ticket: Ticket) => void
  /** After a change of more than the time of the last start. */
  readonly onPace: (before: PaceState, after: PaceState) => void
}

export class Desk {
  readonly #options: DeskOptions
  readonly waiting: FairLine<Ticket>
  readonly #lingering = new Set<Lingerer>()
  readonly #seeking = new Set<Seeker>()
  #pace: PaceState
  #open = 0
  #isClosed = false
  #waitsForPlace = false
  #isWorking = false
  #hasMoreWork = false

  constructor(pace: PaceState, options: DeskOptions) {
    this.#pace = pace
    this.#options = options
    this.waiting = new FairLine(options.waitingMax)
  }

  get pace(): PaceState {
    return this.#pace
  }

  get open(): number {
    return this.#open
  }

  /** Nobody is here, and no connection is open. */
  get isIdle(): boolean {
    return this.waiting.size + this.#open + this.#seeking.size === 0
  }

  offer(ticket: Ticket): void {
    for (const lingerer of this.#lingering) {
      if (!ticket.hosts.includes(lingerer.host)) continue
      this.#lingering.delete(lingerer)
      return lingerer.give(ticket)
    }
    this.#join(ticket, false)
  }

  /** Back to the front: it has waited, and its conversation broke for reasons of its own. */
  giveBack(ticket: Ticket): void {
    ticket.wasReturned = true
    ticket.part()
    ticket.waitUntil = ticket.deadline
    this.#join(ticket, true)
  }

  /** Nobody wants to know any more. */
  abandon(ticket: Ticket): void {
    ticket.isGone = true
    if (!this.waiting.remove(ticket)) ticket.talk?.fiber?.interruptUnsafe()
    this.work()
  }

  /** For a conversation that is open: a question whose mail would go there. */
  next(host: string): Ticket | undefined {
    return this.#mayGoOn() ? this.waiting.take(host) : undefined
  }

  /** One that comes soon; `undefined` if none does, or if somebody else needs the slot. */
  linger(host: string): Effect.Effect<Ticket | undefined> {
    return Effect.callback((resume) => {
      const { now, places } = this.#options
      const until = now() + Duration.toMillis(lingerWait)
      const give = (ticket: Ticket | undefined): void => resume(Effect.succeed(ticket))
      const lingerer: Lingerer = { host, until, give }
      if (!this.#mayGoOn() || !this.#hasLeisure() || !places.isRoomy) return give(undefined)
      this.#lingering.add(lingerer)
      this.work()
      return Effect.sync(() => void this.#lingering.delete(lingerer))
    })
  }

  /** A turn for one more connection of a conversation under way, before any new conversation. */
  seek(deadline: number, take: (turn: Turn) => void): Effect.Effect<void, WireFailed> {
    return Effect.callback((resume) => {
      const give = (turn: Turn | undefined): void => {
        if (turn !== undefined) take(turn)
        resume(turn === undefined ? Effect.fail(closed("no turn in time")) : Effect.void)
      }
      const seeker: Seeker = { deadline, give }
      this.#seeking.add(seeker)
      this.work()
      return Effect.sync(() => void this.#seeking.delete(seeker))
    })
  }

  tell(tidings: Tidings): void {
    const { limits, now, onPace } = this.#options
    const before = this.#pace
    this.#pace = heard(before, limits, tidings, now())
    if (this.#pace === before) return
    onPace(before, this.#pace)
    this.work()
  }

  close(): void {
    this.#isClosed = true
    this.#options.places.forget(this.work)
    this.work()
  }

  readonly work = (): void => {
    this.#hasMoreWork = true
    if (this.#isWorking) return
    this.#isWorking = true
    while (this.#hasMoreWork) {
      this.#hasMoreWork = false
      this.#turnAway()
      if (!this.#isClosed) this.#letIn()
    }
    this.#isWorking = false
    this.#options.wakeAt(this.#isClosed ? undefined : this.#nextWorkAt())
  }

  #join(ticket: Ticket, ahead: boolean): void {
    this.waiting.add(ticket, ahead)?.throttle()
    this.work()
  }

  #mayGoOn(): boolean {
    return !this.#isClosed && circuitOf(this.#pace, this.#options.now()) === "closed"
  }

  #hasLeisure(): boolean {
    return this.waiting.size + this.#seeking.size === 0
  }

  /** All those for whom there will be no turn before their time is up. */
  #turnAway(): void {
    const now = this.#options.now()
    const blocked = isBlocked(this.#pace, now)
    const never = blocked || this.#isClosed ? Number.POSITIVE_INFINITY : now
    const until = Math.max(never, this.#pace.pause?.until ?? now)
    for (;;) {
      const ticket = this.waiting.takeLate(until)
      if (ticket === undefined) break
      if (blocked) ticket.settle(blockedEvidence(ticket.hosts[0] ?? ""))
      else ticket.throttle()
    }
    for (const seeker of this.#seeking) {
      if (seeker.deadline > until) continue
      this.#seeking.delete(seeker)
      seeker.give(undefined)
    }
    const mayStay = this.#mayGoOn() && this.#hasLeisure()
    for (const lingerer of this.#lingering) {
      if (mayStay && lingerer.until > now) continue
      this.#lingering.delete(lingerer)
      lingerer.give(undefined)
    }
  }

  #letIn(): void {
    const { limits, places, now, begin } = this.#options
    this.#waitsForPlace = false
    while (!this.#hasLeisure()) {
      const at = now()
      if (nextStartAt(this.#pace, limits, this.#open, at) > at) return
      this.#waitsForPlace = !places.take(this.work)
      if (this.#waitsForPlace) return
      this.#open += 1
      this.#pace = started(this.#pace, limits, at)
      const turn = this.#makeTurn()
      const [seeker] = this.#seeking
      const ticket = seeker === undefined ? this.waiting.take() : undefined
      if (seeker !== undefined) {
        this.#seeking.delete(seeker)
        seeker.give(turn)
      } else if (ticket !== undefined) begin(turn, ticket)
    }
  }

  #makeTurn(): Turn {
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#open -= 1
      this.#options.places.free()
      this.work()
    }
  }

  #nextWorkAt(): number {
    const { limits, now } = this.#options
    const turnAt =
      this.#waitsForPlace || this.#hasLeisure()
        ? Number.POSITIVE_INFINITY
        : nextStartAt(this.#pace, limits, this.#open, now())
    const times = [this.waiting.nextDeadline ?? turnAt, turnAt]
    for (const { until } of this.#lingering) times.push(until)
    for (const { deadline } of this.#seeking) times.push(deadline)
    return Math.min(...times)
  }
}
