/**
 * Nodes of the service as far as the ledger goes: each with pools, a group commit and a sealer of its
 * own, and with a wire to the database that can be cut.
 */
import * as Database from "@rcpt/service/Database"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { EventStore } from "@rcpt/store/EventStore"
import * as Sealer from "@rcpt/store/Sealer"
import { Context, Effect, Layer, Redacted, References } from "effect"
import type { Scope } from "effect"

import * as tcpProxy from "../support/tcpProxy.ts"

export interface Node {
  readonly ledger: Ledger.Ledger["Service"]
  readonly store: EventStore["Service"]
  readonly wire: tcpProxy.TcpProxy
}

/** They complain about the faults that we make. */
const quiet = Layer.succeed(References.MinimumLogLevel, "None")

/** `sealing` false: nothing of what it writes gets into the log. */
export const start = (
  databaseUrl: string,
  { sealing = true }: { readonly sealing?: boolean } = {}
): Effect.Effect<Node, never, Scope.Scope> =>
  Effect.gen(function* () {
    const url = new URL(databaseUrl)
    const wire = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
    url.port = String(wire.port)
    const sealer = sealing ? Layer.effectDiscard(Effect.forkScoped(Sealer.run)) : Layer.empty
    const services = sealer.pipe(
      Layer.provideMerge(Ledger.layer),
      Layer.provideMerge(Database.layer(Redacted.make(url.href))),
      Layer.provideMerge(quiet)
    )
    const context = yield* Layer.build(Layer.fresh(services))
    return {
      ledger: Context.get(context, Ledger.Ledger),
      store: Context.get(context, EventStore),
      wire
    }
  }).pipe(Effect.orDie)

export const startMany = (databaseUrl: string, count: number) =>
  Effect.forEach(Array.from({ length: count }), () => start(databaseUrl), { concurrency: count })
