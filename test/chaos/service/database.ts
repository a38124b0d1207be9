/** A Postgres with defaults that fails over to a standby, again and again. */
import { Effect, Scope } from "effect"
import type { Duration } from "effect"

import { mountRight, ownDisk } from "../../support/ownDisk.ts"
import * as plainPostgres from "../../support/plainPostgres.ts"
import type { PlainPostgres } from "../../support/plainPostgres.ts"
import * as standby from "../../support/standby.ts"
import type { TcpProxy } from "../../support/tcpProxy.ts"
import { tempFolder } from "../../support/tempFolder.ts"

export interface Database {
  readonly primary: () => PlainPostgres
  /** The folder of the primary's disk; `undefined` where the machine does not let us mount one. */
  readonly disk: () => string | undefined
  /** Crashes the primary, promotes the standby after `downFor`, and makes another standby. */
  readonly failOver: (downFor: Duration.Duration) => Effect.Effect<void>
}

export interface DatabaseOptions {
  /** The ways of the nodes to the database: they lead to whoever is the primary. */
  readonly proxies: ReadonlyArray<TcpProxy>
  readonly hasStandby: boolean
}

/** For the log of Postgres, of which it keeps up to 1 GB by default, and the data of a long run. */
const diskMebibytes = 3_072

export const hasDisk: boolean = mountRight.found

const folder = Effect.suspend(() => (hasDisk ? ownDisk(diskMebibytes) : tempFolder()))

export const start = ({
  proxies,
  hasStandby
}: DatabaseOptions): Effect.Effect<Database, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    let [own, other] = [yield* folder, yield* folder]
    let primary = yield* plainPostgres.create(own)
    const follow = Effect.suspend(() =>
      Effect.forEach(
        proxies,
        ({ redirect }) => redirect({ host: "127.0.0.1", port: primary.port }),
        { discard: true }
      )
    )
    yield* follow
    const makeStandby = Effect.suspend(() => standby.start(primary, other)).pipe(
      Scope.provide(scope)
    )
    let next = hasStandby ? yield* makeStandby : undefined
    const failOver: Database["failOver"] = (downFor) =>
      Effect.gen(function* () {
        if (next === undefined) return yield* Effect.die(new Error("there is no standby"))
        yield* primary.stop("SIGQUIT")
        yield* Effect.sleep(downFor)
        yield* next.promote
        primary = next
        ;[own, other] = [other, own]
        yield* follow
        next = yield* makeStandby
      })
    return { primary: () => primary, disk: () => (hasDisk ? own : undefined), failOver }
  })
