/**
 * Nodes that run only the ledger of the service: each with its own connection pools, group commit and
 * sealer, and with a proxy to the database that can be cut.
 */
import * as Ledger from "@rcpt/service/ledger/Ledger"
import * as Database from "@rcpt/service/platform/Database"
import { EventStore } from "@rcpt/store/EventStore"
import * as Projector from "@rcpt/store/Projector"
import { Context, Effect, Layer, Redacted, References } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"

import * as tcpProxy from "../support/tcpProxy.ts"

export interface Node {
  readonly ledger: Ledger.Ledger["Service"]
  readonly store: EventStore["Service"]
  readonly proxy: tcpProxy.TcpProxy
}

/** Nodes log the faults that the tests inject. */
const quiet = Layer.succeed(References.MinimumLogLevel, "None")

/** A projector without projections, on the pool that the event store writes with. */
const sealForever = Database.WriteSql.use((sql) =>
  Effect.provideService(Projector.run([]), SqlClient.SqlClient, sql)
)

/** `sealing` false: the node does not seal its commits. */
export const start = (
  databaseUrl: string,
  { sealing = true }: { readonly sealing?: boolean } = {}
): Effect.Effect<Node, never, Scope.Scope> =>
  Effect.gen(function* () {
    const url = new URL(databaseUrl)
    const proxy = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
    url.port = String(proxy.port)
    const sealer = sealing ? Layer.effectDiscard(Effect.forkScoped(sealForever)) : Layer.empty
    const services = sealer.pipe(
      Layer.provideMerge(Ledger.layer),
      Layer.provideMerge(Database.layer(Redacted.make(url.href))),
      Layer.provideMerge(quiet)
    )
    const context = yield* Layer.build(Layer.fresh(services))
    return {
      ledger: Context.get(context, Ledger.Ledger),
      store: Context.get(context, EventStore),
      proxy
    }
  }).pipe(Effect.orDie)

export const startMany = (databaseUrl: string, count: number) =>
  Effect.forEach(Array.from({ length: count }), () => start(databaseUrl), { concurrency: count })
