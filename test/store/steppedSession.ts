/**
 * A Postgres session that executes one statement per `step`. Tests drive two of them through every
 * interleaving of their statements, with the real store on top.
 */
import { PgClient } from "@effect/sql-pg"
import type { EventStore } from "@rcpt/store/EventStore"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { Deferred, Effect, Layer, Redacted } from "effect"
import type { Fiber } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import type { SqlConnection } from "effect/sql"

export interface SteppedSession {
  /** Starts an effect, which stops before its first statement. */
  readonly begin: <A, E>(
    work: Effect.Effect<A, E, EventStore | SqlClient.SqlClient>
  ) => Effect.Effect<Fiber.Fiber<A, E>>
  /**
   * Executes the next statement, and returns when it has ended or waits for a lock. Does nothing when
   * the previous one still waits, or when the effect is done.
   */
  readonly step: Effect.Effect<void>
  /** Returns when the current statement, if there is one, has ended or waits for a lock. */
  readonly settled: Effect.Effect<void>
  readonly isDone: () => boolean
}

type State =
  | { readonly is: "done" }
  | { readonly is: "before"; readonly go: Deferred.Deferred<void> }
  | { readonly is: "running" }

/** Milliseconds; statements on one row take less, so a slower one may be waiting for a lock. */
const answerWait = 4

export const make = Effect.fn(function* (url: string) {
  const pg = yield* PgClient.make({ url: Redacted.make(url), maxConnections: 1 })
  const monitor = yield* PgClient.make({ url: Redacted.make(url), maxConnections: 1 })
  const [row] = yield* pg<{ readonly pid: number }>`select pg_backend_pid() as pid`

  let state: State = { is: "done" }
  let isAbandoned = false
  let changed = Deferred.makeUnsafe<void>()
  const become = (next: State) => {
    state = next
    if (next.is !== "running") Deferred.doneUnsafe(changed, Effect.void)
  }

  const stepwise = <A, E>(statement: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      if (isAbandoned) return statement
      const go = Deferred.makeUnsafe<void>()
      become({ is: "before", go })
      // A test that has failed takes no more steps: its ROLLBACK must not wait for one.
      const abandon = Effect.sync(() => (isAbandoned = true))
      return Effect.andThen(
        Effect.onInterrupt(Deferred.await(go), () => abandon),
        statement
      )
    })

  const isBlocked = Effect.map(
    monitor<{ readonly blocked: boolean }>`
      select cardinality(pg_blocking_pids(${row!.pid})) > 0 as blocked`,
    ([row]) => row!.blocked
  )

  let wasBlocked = false
  const settled = Effect.gen(function* () {
    while (state.is === "running") {
      // A session that was blocked may still be blocked: check at once. Others get a moment to end.
      if (!wasBlocked) yield* Effect.timeoutOption(Deferred.await(changed), answerWait)
      if (state.is !== "running") break
      wasBlocked = yield* isBlocked
      if (wasBlocked) return
    }
    wasBlocked = false
  }).pipe(Effect.orDie)

  const step = Effect.suspend(() => {
    if (state.is !== "before") return Effect.void
    const { go } = state
    changed = Deferred.makeUnsafe()
    become({ is: "running" })
    return Effect.andThen(Deferred.succeed(go, undefined), settled)
  })

  const sql = yield* SqlClient.make({
    acquirer: Effect.map(pg.reserve, (connection) => stepped(connection, stepwise)),
    compiler: PgClient.makeCompiler(),
    driver: "stepped",
    spanAttributes: []
  })
  const services = yield* Layer.build(
    Layer.fresh(EventStorePg.layer).pipe(
      Layer.provide(Hints.layerNone),
      Layer.provideMerge(Layer.succeed(SqlClient.SqlClient, sql))
    )
  )

  const begin: SteppedSession["begin"] = (work) =>
    Effect.gen(function* () {
      isAbandoned = false
      changed = Deferred.makeUnsafe()
      become({ is: "running" })
      const fiber = yield* Effect.forkChild(
        Effect.ensuring(
          Effect.provide(work, services),
          Effect.sync(() => become({ is: "done" }))
        )
      )
      yield* Deferred.await(changed)
      return fiber
    })

  const session: SteppedSession = { begin, step, settled, isDone: () => state.is === "done" }
  return session
}, Effect.provide(Reactivity.layer))

const stepped = (
  connection: SqlConnection.Connection,
  stepwise: <A, E>(statement: Effect.Effect<A, E>) => Effect.Effect<A, E>
): SqlConnection.Connection => ({
  execute: (...statement) => stepwise(connection.execute(...statement)),
  executeRaw: (...statement) => stepwise(connection.executeRaw(...statement)),
  executeValues: (...statement) => stepwise(connection.executeValues(...statement)),
  executeValuesUnprepared: (...statement) =>
    stepwise(connection.executeValuesUnprepared(...statement)),
  executeUnprepared: (...statement) => stepwise(connection.executeUnprepared(...statement)),
  executeStream: (...statement) => connection.executeStream(...statement)
})
