/**
 * Calls to guards that run in this process, without a message. A message through the cluster takes 0.3 ms
 * of processor time, more than the SMTP session that it asks for (measured), and most guards are here:
 * with one node, all of them.
 *
 * A guard is the only one of its name in the cluster, so calling it does what a message would. Messages do
 * two things more, and so do calls: they keep a guard from being dropped as idle, so a guard is called
 * only if it has had a message so recently that it outlives the call; and a guard that moves to another
 * node finishes its calls first, or leaves them to the guard there.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Context, Deferred, Duration, Effect, Layer } from "effect"
import type { Scope } from "effect"

import type { DomainProbe, GuardedProbe } from "./GuardedProbe.ts"

/** A guard without a message for so long is dropped, and started again on demand. */
export const guardIdleMax = Duration.minutes(2)

/**
 * How long a guard that moves waits for its calls. After an outage of the database all guards of all nodes
 * move, and as long as one waits, no node gets any.
 */
const finishWaitMax = Duration.seconds(2)

type Answer<Request> = (request: Request) => Effect.Effect<SmtpEvidence>

interface LocalGuard<Request> {
  readonly answer: Answer<Request>
  /** Epoch milliseconds. */
  lastMessageAt: number
  calls: number
  /** Its shard goes to another node. */
  isLeaving: boolean
  /** Completed by the last call, once the guard has to end. */
  finished: Deferred.Deferred<void> | undefined
}

/** What a guard drops because it ends has no answer: `askGuard` asks the next one. */
const askedNext = <Request>(
  { isLeaving }: LocalGuard<Request>,
  smtp: SmtpEvidence
): Effect.Effect<SmtpEvidence> =>
  isLeaving && !smtp.checked && smtp.reason === "smtp_unavailable"
    ? Effect.interrupt
    : Effect.succeed(smtp)

export class LocalGuardsOf<Request> {
  readonly #guards = new Map<string, LocalGuard<Request>>()

  /** Until the scope closes, which waits for calls. Returns what answers messages. */
  register(
    id: string,
    answer: Answer<Request>,
    now: () => number
  ): Effect.Effect<Answer<Request>, never, Scope.Scope> {
    const guard: LocalGuard<Request> = {
      answer: (request) => Effect.flatMap(answer(request), (smtp) => askedNext(guard, smtp)),
      lastMessageAt: now(),
      calls: 0,
      isLeaving: false,
      finished: undefined
    }
    const answerMessage: Answer<Request> = (request) => {
      guard.lastMessageAt = now()
      return guard.answer(request)
    }
    return Effect.as(
      Effect.acquireRelease(
        Effect.sync(() => this.#guards.set(id, guard)),
        () => this.#remove(id, guard)
      ),
      answerMessage
    )
  }

  /** For a call that ends by this time, in epoch milliseconds; `undefined`: it takes a message. */
  find(id: string, endsBy: number): Answer<Request> | undefined {
    const guard = this.#guards.get(id)
    if (guard === undefined) return undefined
    const droppedAt = guard.lastMessageAt + Duration.toMillis(guardIdleMax)
    return endsBy < droppedAt ? (request) => this.#call(guard, request) : undefined
  }

  #call(guard: LocalGuard<Request>, request: Request): Effect.Effect<SmtpEvidence> {
    return Effect.suspend(() => {
      guard.calls += 1
      return Effect.ensuring(
        guard.answer(request),
        Effect.sync(() => {
          guard.calls -= 1
          if (guard.calls === 0 && guard.finished !== undefined)
            Deferred.doneUnsafe(guard.finished, Effect.void)
        })
      )
    })
  }

  #remove(id: string, guard: LocalGuard<Request>): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#guards.get(id) === guard) this.#guards.delete(id)
      guard.isLeaving = true
      if (guard.calls === 0) return Effect.void
      guard.finished = Deferred.makeUnsafe()
      return Effect.asVoid(Effect.timeoutOption(Deferred.await(guard.finished), finishWaitMax))
    })
  }
}

export class LocalGuards extends Context.Service<
  LocalGuards,
  {
    readonly domains: LocalGuardsOf<DomainProbe>
    readonly mailHosts: LocalGuardsOf<GuardedProbe>
  }
>()("@rcpt/service/probing/LocalGuards") {
  static readonly layer: Layer.Layer<LocalGuards> = Layer.sync(LocalGuards, () => ({
    domains: new LocalGuardsOf<DomainProbe>(),
    mailHosts: new LocalGuardsOf<GuardedProbe>()
  }))
}
