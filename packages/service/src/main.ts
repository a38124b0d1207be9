/**
 * The composition root: the only file that names every layer. `serve` runs the service until it is
 * interrupted, and then stops in order: no new requests, those in flight finish, then the database.
 */
import * as Projection from "@rcpt/store/Projection"
import * as Sealer from "@rcpt/store/Sealer"
import { Effect, Layer, Redacted, Ref } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"

import * as Accounts from "./accounts/Accounts.ts"
import { firstStart } from "./accounts/firstStart.ts"
import { usage } from "./accounts/usage.ts"
import { announceOwner, announceReady } from "./announce.ts"
import { Config } from "./Config.ts"
import type { Loaded } from "./Config.ts"
import { WriteSql } from "./Database.ts"
import * as Database from "./Database.ts"
import * as DomainAgeCachePg from "./domainAges/DomainAgeCachePg.ts"
import * as Server from "./http/Server.ts"
import * as holdSweeper from "./ledger/holdSweeper.ts"
import * as Ledger from "./ledger/Ledger.ts"
import * as log from "./log.ts"
import * as EmbeddedPostgres from "./postgres/EmbeddedPostgres.ts"
import { verifierLayer } from "./verifierLayer.ts"
import { warnWithoutDns } from "./warnWithoutDns.ts"

const database = Layer.unwrap(
  Effect.gen(function* () {
    const { databaseUrl, dataDir } = yield* Config
    if (databaseUrl !== undefined) return Database.layer(databaseUrl)
    const { url } = yield* EmbeddedPostgres.start({ dataDir })
    return Database.layer(Redacted.make(url))
  })
)

const verifier = Layer.provide(verifierLayer, DomainAgeCachePg.layer)

const services = Layer.mergeAll(Accounts.layer, Ledger.layer, verifier).pipe(
  Layer.provideMerge(database)
)

/** Views are written where events are; see Database.ts. */
const projections = WriteSql.use((sql) =>
  Projection.run(usage).pipe(Effect.provideService(SqlClient.SqlClient, sql))
)

const background = Layer.effectDiscard(
  Effect.forEach([Sealer.run, projections, holdSweeper.run], (loop) => Effect.forkScoped(loop))
)

/** The first key is kept until the address is known at which it can be tried. */
type FirstKey = Ref.Ref<string | undefined>

const owner = (firstKey: FirstKey) =>
  Layer.effectDiscard(
    firstStart((secrets) =>
      Effect.andThen(Ref.set(firstKey, secrets.apiKey), announceOwner(secrets))
    )
  )

const ready = (firstKey: FirstKey) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const { publicUrl } = yield* Config
      const base = publicUrl ?? HttpServer.formatAddress(address)
      yield* announceReady(base.replace(/\/$/, ""), yield* Ref.get(firstKey))
      yield* Effect.forkScoped(warnWithoutDns)
    })
  )

const warned = (warnings: Loaded["warnings"]) =>
  Layer.effectDiscard(Effect.forEach(warnings, (warning) => Effect.logWarning(warning)))

// The owner's account comes before the listener: whoever can connect finds it there.
const application = (firstKey: FirstKey, { config, warnings }: Loaded) =>
  ready(firstKey).pipe(
    Layer.provide(Server.layer),
    Layer.provide(Layer.merge(owner(firstKey), background)),
    Layer.provide(services),
    Layer.provide(warned(warnings)),
    Layer.provide(log.layer),
    Layer.provide(Layer.succeed(Config, config))
  )

export const serve = (loaded: Loaded) =>
  Effect.gen(function* () {
    const firstKey = yield* Ref.make<string | undefined>(undefined)
    return yield* Layer.launch(application(firstKey, loaded))
  })
