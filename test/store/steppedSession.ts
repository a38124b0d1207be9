/**
 * A session of Postgres that takes one statement at a time, when it is told to: two of them can be
 * driven through every order of their statements, with the real store on top.
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
  /** Starts work that stops before its first statement. */
  readonly begin: <A, E>(
    work: Effect.Effect<A, E, EventStore | SqlClient.SqlClient>
  ) => Effect.Effect<Fiber.Fiber<A, E>>
  /**
   * Lets the next statement go, and returns when it is answered or waits for a lock. Nothing happens
   * when the last one still waits, or when all is done.
   */
  readonly step: Effect.Effect<void>
  /** Returns when its statement, if one is under way, is answered or waits for a lock. */
  readonly settled: Effect.Effect<void>
  readonly isDone: () => boolean
}

type State =
  | { readonly is: "done" }
  | { readonly is: "before"; readonly go: Deferred.Deferred<void> }
  | { readonly is: "running" }

/** Milliseconds; statements of one row take less, so whoever takes more may be waiting for a lock. */
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

  const inTurn = <A, E>(statement: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      if (isAbandoned) return statement
      const go = Deferred.makeUnsafe<void>()
      become({ is: "before", go })
      // Nobody gives turns to a test that has failed: its ROLLBACK must not wait for one.
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
      // Whoever was waiting may be waiting still; all others deserve a moment.
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
    acquirer: Effect.map(pg.reserve, (connection) => stepped(connection, inTurn)),
    compiler: PgClient.makeCompiler(),
    driver: "stepped",
    spanAttributes: []
  })
  const services = yield* Layer.build(
    Layer.fresh(EventStorePg.layer).pipe(
      Layer.provide(Hints.layerDeaf),
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
  inTurn: <A, E>(statement: Effect.Effect<A, E>) => Effect.Effect<A, E>
): SqlConnection.Connection => ({
  execute: (...statement) => inTurn(connection.execute(...statement)),
  executeRaw: (...statement) => inTurn(connection.executeRaw(...statement)),
  executeValues: (...statement) => inTurn(connection.executeValues(...statement)),
  executeValuesUnprepared: (...statement) =>
    inTurn(connection.executeValuesUnprepared(...statement)),
  executeUnprepared: (...statement) => inTurn(connection.executeUnprepared(...statement)),
  executeStream: (...statement) => connection.executeStream(...statement)
})
