/**
 * The asking end of a line to another node. A message of the cluster costs both sides a millisecond of
 * processor time together (schemas, envelopes, two servers of procedures, a write each), as much as the deep
 * check that it is about; a question over a line costs a fraction (test/bench/README.md).
 */
import type { Socket } from "node:net"

import { Duration, Effect } from "effect"

import type { Answered, Asked, Outcome, Question } from "./frames.ts"
import { FrameSocket } from "./FrameSocket.ts"

const pingEvery = Duration.toMillis("500 millis")
/**
 * Pings without an answer: whoever asks after so many is better served by a message. They are counted, and not
 * timed: a node whose own turns take seconds under load would find every line silent, and messages, which cost
 * it more, would make that worse.
 */
const unansweredMax = 3
/** As for the cluster's own sockets (runnerSockets.ts): after 5.5 s the node is gone, or frozen. */
const silentAfter = 11
const unusedMax = Duration.toMillis("3 minutes")

/** More at once take messages, whose mailboxes have a limit. */
const pendingMax = 10_000

/** The line broke, so nobody knows whether the actor was asked. */
export type AskedOutcome = Outcome | { readonly kind: "lost" }

const lost = { kind: "lost" } as const

export class Line {
  readonly #frames: FrameSocket<Answered, Asked>
  readonly #pending = new Map<number, (outcome: AskedOutcome) => void>()
  readonly #watch: NodeJS.Timeout
  #lastId = 0
  /** Pings since something was heard. While nothing is asked, there is nothing to hear. */
  #unanswered = 0
  /** Milliseconds of the process. */
  #askedAt = performance.now()
  #isOpen = true

  constructor(socket: Socket) {
    this.#frames = new FrameSocket<Answered, Asked>(
      socket,
      (frame) => this.#hear(frame),
      () => this.#close()
    )
    this.#watch = setInterval(() => this.#look(), pingEvery).unref()
  }

  /** Whether a question is likely to be answered. */
  isFit(): boolean {
    if (!this.#isOpen || this.#pending.size >= pendingMax) return false
    return this.#pending.size === 0 || this.#unanswered <= unansweredMax
  }

  ask(question: Question): Effect.Effect<AskedOutcome> {
    return Effect.callback<AskedOutcome>((resume) => {
      if (!this.#isOpen) return resume(Effect.succeed(lost))
      const id = (this.#lastId += 1)
      this.#askedAt = performance.now()
      if (this.#pending.size === 0) this.#unanswered = 0
      this.#pending.set(id, (outcome) => resume(Effect.succeed(outcome)))
      this.#frames.say({ kind: "ask", id, question })
      return Effect.sync(() => {
        if (this.#pending.delete(id)) this.#frames.say({ kind: "leave", id })
      })
    })
  }

  #hear(frame: Answered): void {
    this.#unanswered = 0
    if (frame.kind === "pong") return
    const { id, ...outcome } = frame
    const settle = this.#pending.get(id)
    this.#pending.delete(id)
    settle?.(outcome)
  }

  #look(): void {
    if (this.#pending.size === 0) {
      if (performance.now() - this.#askedAt > unusedMax) this.#frames.end()
    } else if (this.#unanswered >= silentAfter) this.#frames.destroy()
    else {
      this.#unanswered += 1
      this.#frames.say({ kind: "ping" })
    }
  }

  #close(): void {
    this.#isOpen = false
    clearInterval(this.#watch)
    const waiting = [...this.#pending.values()]
    this.#pending.clear()
    for (const settle of waiting) settle(lost)
  }
}
