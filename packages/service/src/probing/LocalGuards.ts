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

import type { GuardedProbe } from "./GuardedProbe.ts"

/** The time after which a guard without a message is dropped. It is started again on demand. */
export const guardIdleMax = Duration.minutes(2)

/**
 * The longest that a guard that moves waits for its calls. After an outage of the database all guards of all nodes
 * move, and as long as one waits, no node gets any.
 */
const finishWaitMax = Duration.seconds(2)

type Answer = (probe: GuardedProbe) => Effect.Effect<SmtpEvidence>

interface LocalGuard {
  readonly answer: Answer
  /** Epoch milliseconds. */
  lastMessageAt: number
  calls: number
  /** Its shard goes to another node. */
  isLeaving: boolean
  /** Completed by the last call, once the guard has to end. */
  finished: Deferred.Deferred<void> | undefined
}

/** A guard that ends drops probes. They have no answer: the caller (ClusterProber.ts) asks the next guard. */
const askedNext = ({ isLeaving }: LocalGuard, smtp: SmtpEvidence): Effect.Effect<SmtpEvidence> =>
  isLeaving && !smtp.checked && smtp.reason === "smtp_unavailable"
    ? Effect.interrupt
    : Effect.succeed(smtp)

export class GuardsHere {
  readonly #guards = new Map<string, LocalGuard>()

  /** Makes a guard callable until the scope closes, which waits for calls. Returns its handler of messages. */
  register(
    id: string,
    answer: Answer,
    now: () => number
  ): Effect.Effect<Answer, never, Scope.Scope> {
    const guard: LocalGuard = {
      answer: (probe) => Effect.flatMap(answer(probe), (smtp) => askedNext(guard, smtp)),
      lastMessageAt: now(),
      calls: 0,
      isLeaving: false,
      finished: undefined
    }
    const answerMessage: Answer = (probe) => {
      guard.lastMessageAt = now()
      return guard.answer(probe)
    }
    return Effect.as(
      Effect.acquireRelease(
        Effect.sync(() => this.#guards.set(id, guard)),
        () => this.#remove(id, guard)
      ),
      answerMessage
    )
  }

  /** Finds a guard for a call that ends by this time, in epoch milliseconds. `undefined`: send a message. */
  find(id: string, endsBy: number): Answer | undefined {
    const guard = this.#guards.get(id)
    if (guard === undefined) return undefined
    const droppedAt = guard.lastMessageAt + Duration.toMillis(guardIdleMax)
    return endsBy < droppedAt ? (probe) => this.#call(guard, probe) : undefined
  }

  #call(guard: LocalGuard, probe: GuardedProbe): Effect.Effect<SmtpEvidence> {
    return Effect.suspend(() => {
      guard.calls += 1
      return Effect.ensuring(
        guard.answer(probe),
        Effect.sync(() => {
          guard.calls -= 1
          if (guard.calls === 0 && guard.finished !== undefined)
            Deferred.doneUnsafe(guard.finished, Effect.void)
        })
      )
    })
  }

  #remove(id: string, guard: LocalGuard): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#guards.get(id) === guard) this.#guards.delete(id)
      guard.isLeaving = true
      if (guard.calls === 0) return Effect.void
      guard.finished = Deferred.makeUnsafe()
      return Effect.asVoid(Effect.timeoutOption(Deferred.await(guard.finished), finishWaitMax))
    })
  }
}

export class LocalGuards extends Context.Service<LocalGuards, GuardsHere>()(
  "@rcpt/service/probing/LocalGuards"
) {
  static readonly layer: Layer.Layer<LocalGuards> = Layer.sync(LocalGuards, () => new GuardsHere())
}
