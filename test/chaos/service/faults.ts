/** What each kind of fault does. Each returns when it is over, and the service has what it needs again. */
import { spawn } from "node:child_process"
import { join } from "node:path"

import { PgConnection } from "@effect/sql-pg"
import { Duration, Effect, Redacted, Schedule } from "effect"

import type { TcpProxy } from "../../support/tcpProxy.ts"
import type { ChaosNode } from "./ChaosNode.ts"
import type { Fault, FaultKind } from "./schedule.ts"
import type { World } from "./world.ts"

interface Scene {
  readonly world: World
  readonly fault: Fault
  /** The node of the fault; of faults of Postgres, any. */
  readonly node: ChaosNode
  readonly lasts: Duration.Duration
}

type Inject = (scene: Scene) => Effect.Effect<void>

const query = (url: string, statement: string) =>
  PgConnection.make({ url: Redacted.make(url) }).pipe(
    Effect.flatMap((connection) => connection.query(statement)),
    Effect.scoped
  )

/**
 * Waits until Postgres takes writes: after a restart its standby connects again within 5 s (`wal_retrieve_retry_interval`), and
 * until then no commit ends.
 */
const isBack = ({ database }: World) =>
  Effect.gen(function* () {
    const { superuserUrl } = database.primary()
    yield* query(superuserUrl, "create table if not exists chaos ()")
    yield* query(superuserUrl, "insert into chaos default values")
  }).pipe(
    Effect.timeout("2 seconds"),
    Effect.retry(Schedule.spaced("100 millis")),
    Effect.orDie,
    Effect.asVoid
  )

const during = (
  lasts: Duration.Duration,
  begin: Effect.Effect<void>,
  end: Effect.Effect<void>
): Effect.Effect<void> => Effect.ensuring(Effect.andThen(begin, Effect.sleep(lasts)), end)

const freeze: Inject = ({ node, lasts }) =>
  during(
    lasts,
    Effect.sync(() => node.signal("SIGSTOP")),
    Effect.sync(() => node.signal("SIGCONT"))
  )

const cutAll = (ways: ReadonlyArray<TcpProxy>, { fault, lasts }: Scene) =>
  during(
    lasts,
    Effect.forEach(ways, (way) => (fault.variant === "gentle" ? way.cut : way.silence), {
      discard: true
    }),
    Effect.forEach(ways, ({ mend }) => mend, { discard: true })
  )

const postgresRestart: Inject = ({ world, fault, lasts }) =>
  Effect.gen(function* () {
    const { stop, start } = world.database.primary()
    yield* stop(fault.variant === "gentle" ? "SIGINT" : "SIGQUIT")
    yield* Effect.sleep(lasts)
    yield* start
    yield* isBack(world)
  })

/** In a process of its own: on a memory disk it takes seconds, in which this one has to serve. */
const runProgram = (program: string, ...args: ReadonlyArray<string>) =>
  Effect.callback<void>((resume) => {
    const child = spawn(program, args, { stdio: "ignore" })
    child.on("exit", () => resume(Effect.void))
  })

const diskFull: Inject = ({ world, lasts }) =>
  Effect.gen(function* () {
    const disk = world.database.disk()
    if (disk === undefined) return yield* Effect.die(new Error("Postgres has no disk of its own"))
    const ballast = join(disk, "ballast")
    const { start, isRunning } = world.database.primary()
    yield* during(
      lasts,
      // Ends when there is no room left.
      runProgram("dd", "if=/dev/zero", `of=${ballast}`, "bs=1M"),
      runProgram("rm", "-f", ballast)
    )
    // Whom a full disk has ended, somebody starts again; whether it has is known when it answers.
    yield* Effect.race(
      isBack(world),
      Effect.suspend(() => (isRunning() ? Effect.void : start)).pipe(
        Effect.repeat(Schedule.spaced("200 millis"))
      )
    )
  })

/** Opens connections until there are none left, and keeps them. */
const hoard = (url: string) =>
  PgConnection.make({ url: Redacted.make(url) }).pipe(
    Effect.repeat({ times: 1_000 }),
    Effect.ignore
  )

const connectionsExhausted: Inject = ({ world, lasts }) =>
  Effect.scoped(
    Effect.suspend(() => hoard(world.database.primary().url)).pipe(
      Effect.repeat(Schedule.spaced("200 millis")),
      Effect.timeoutOption(lasts),
      Effect.asVoid
    )
  )

/** Of each tenth of a second it runs a hundredth: nine tenths of its time are somebody else's. */
const slice = { stopped: "90 millis", runs: "10 millis" } as const

const slowNode: Inject = ({ node, lasts }) =>
  Effect.gen(function* () {
    yield* Effect.sync(() => node.signal("SIGSTOP"))
    yield* Effect.sleep(slice.stopped)
    yield* Effect.sync(() => node.signal("SIGCONT"))
    yield* Effect.sleep(slice.runs)
  }).pipe(
    Effect.forever,
    Effect.timeoutOption(lasts),
    Effect.ensuring(Effect.sync(() => node.signal("SIGCONT"))),
    Effect.asVoid
  )

/** Milliseconds: below the minute from which a node may refuse to work. */
const skew = 30_000

const clockSkew: Inject = ({ node, fault, lasts }) =>
  during(
    lasts,
    Effect.sync(() => node.setClock(fault.variant === "gentle" ? -skew : skew)),
    Effect.sync(() => node.setClock(0))
  )

const injections: Readonly<Record<FaultKind, Inject>> = {
  kill: ({ node, lasts }) => node.kill(lasts),
  freeze,
  nodesCut: (scene) => cutAll(scene.world.waysOf(scene.node.number), scene),
  databaseCut: (scene) => cutAll([scene.node.database], scene),
  postgresRestart,
  failOver: ({ world, lasts }) => Effect.andThen(world.database.failOver(lasts), isBack(world)),
  diskFull,
  connectionsExhausted,
  slowNode,
  clockSkew
}

/** A fault as it was. Times are epoch milliseconds. */
export interface Injected extends Fault {
  readonly from: number
  readonly to: number
}

export const inject = (world: World, fault: Fault): Effect.Effect<Injected> =>
  Effect.gen(function* () {
    const from = Date.now()
    const node = world.nodes[(fault.node ?? 1) - 1]!
    yield* injections[fault.kind]({ world, fault, node, lasts: Duration.millis(fault.lasts) })
    return { ...fault, from, to: Date.now() }
  })
