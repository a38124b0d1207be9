/** Nodes on one database, which share actors over sockets of their own. */
import { connect } from "node:net"

import * as Cluster from "@rcpt/service/platform/Cluster"
import { Config, load } from "@rcpt/service/platform/Config"
import { DatabaseUrl } from "@rcpt/service/platform/Database"
import { freePort } from "@rcpt/service/platform/freePort"
import { deriveKey, Secrets } from "@rcpt/service/platform/Secrets"
import { Context, Effect, Layer, Redacted, Schedule, Schema } from "effect"
import { Entity, Sharding } from "effect/cluster"
import { Rpc } from "effect/rpc"

import { query } from "../../start/world.ts"
import { asSuperuser, freshDatabase } from "../../support/freshDatabase.ts"
import { assert, describe, it } from "../../support/vitest.ts"

const Where = Entity.make("Where", [Rpc.make("Ask", { success: Schema.Number })])

/** A node whose actors answer with its port. */
const start = Effect.fnUntraced(function* (databaseUrl: string, secret: string) {
  const port = yield* freePort
  const env = {
    // A name that is not listened on by itself.
    RCPT_CLUSTER_HOST: "localhost",
    RCPT_CLUSTER_LISTEN: "127.0.0.1",
    RCPT_CLUSTER_PORT: String(port)
  }
  const { config } = yield* load(env, {})
  const key = (purpose: string) => Effect.sync(() => deriveKey(secret, purpose))
  const actors = Where.toLayer({ Ask: () => Effect.succeed(port) })
  const layer = actors.pipe(
    Layer.provideMerge(Layer.fresh(Cluster.layer)),
    Layer.provide(Layer.succeed(Config, config)),
    Layer.provide(Layer.succeed(Secrets, { key })),
    Layer.provide(Layer.succeed(DatabaseUrl, Redacted.make(databaseUrl)))
  )
  const context = yield* Layer.build(layer)
  return { port, sharding: Context.get(context, Sharding.Sharding) }
})

const healthyOf = (databaseUrl: string) =>
  Effect.map(
    query(asSuperuser(databaseUrl), "select address from cluster_runners where healthy"),
    (rows) => rows.map(({ address }) => String(address))
  )

/** Whether a stranger gets no word before the connection is closed. */
const isMute = (port: number) =>
  Effect.callback<boolean>((resume) => {
    let text = ""
    const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\n\r\n"))
    socket.on("data", (data) => (text += String(data)))
    socket.on("error", () => {})
    socket.on("close", () => resume(Effect.succeed(!/HTTP|rcpt/.test(text))))
  })

describe("Two nodes with one secret", () => {
  it.live("share their actors, and tell a stranger nothing", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const one = yield* start(databaseUrl, "a secret of both")
      const two = yield* start(databaseUrl, "a secret of both")
      const ask = yield* Effect.provideService(Where.client, Sharding.Sharding, one.sharding)
      const both = Effect.forEach(
        Array.from({ length: 20 }, (_, n) => `actor ${n}`),
        (id) => ask(id).Ask()
      ).pipe(
        Effect.map((ports) => new Set(ports).size === 2),
        Effect.orElseSucceed(() => false)
      )
      // Until the second one has its shards.
      yield* Effect.repeat(both, {
        until: (isBoth) => isBoth,
        schedule: Schedule.spaced("500 millis")
      })
      // Longer than the others wait before they ask whether a node lives.
      yield* Effect.sleep("8 seconds")
      assert.sameMembers(
        [...(yield* healthyOf(databaseUrl))],
        [`localhost:${one.port}`, `localhost:${two.port}`]
      )
      for (const { port } of [one, two]) assert.isTrue(yield* isMute(port))
    }).pipe(Effect.scoped)
  )
})
