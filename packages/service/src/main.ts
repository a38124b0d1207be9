/**
 * The composition root: the only file that names every layer. `serve` runs the service until it is
 * interrupted, and then stops in order: no new requests, those in flight finish, then the database.
 */
import * as Projection from "@rcpt/store/Projection"
import * as Sealer from "@rcpt/store/Sealer"
import { Duration, Effect, Layer, Redacted, Ref } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"

import * as Accounts from "./accounts/Accounts.ts"
import * as ApiKeys from "./accounts/ApiKeys.ts"
import { firstStart } from "./accounts/firstStart.ts"
import { usage } from "./accounts/usage.ts"
import * as nodes from "./admin/nodes.ts"
import { announceOwner, announceReady } from "./announce.ts"
import * as Cluster from "./cluster/Cluster.ts"
import { Config } from "./Config.ts"
import type { Loaded } from "./Config.ts"
import { Dashboard } from "./dashboard/Dashboard.ts"
import { WriteSql } from "./Database.ts"
import * as Database from "./Database.ts"
import * as DemoChecks from "./demo/DemoChecks.ts"
import { Doctor, keepExamining } from "./doctor/Doctor.ts"
import * as DomainAgeCachePg from "./domainAges/DomainAgeCachePg.ts"
import * as DomainMemoryPg from "./domains/DomainMemoryPg.ts"
import * as knowledgeSweeper from "./domains/knowledgeSweeper.ts"
import * as guardedProber from "./guards/guardedProber.ts"
import * as Guards from "./guards/Guards.ts"
import * as Server from "./http/Server.ts"
import * as Idempotency from "./idempotency/Idempotency.ts"
import * as keySweeper from "./idempotency/keySweeper.ts"
import * as Chunks from "./jobs/Chunks.ts"
import * as Jobs from "./jobs/Jobs.ts"
import * as jobSweeper from "./jobs/jobSweeper.ts"
import * as Progress from "./jobs/Progress.ts"
import * as JobOutcomes from "./jobs/run/JobOutcomes.ts"
import * as JobWork from "./jobs/run/JobWork.ts"
import * as WorkShare from "./jobs/run/WorkShare.ts"
import * as Settlements from "./jobs/Settlements.ts"
import * as Uploads from "./jobs/Uploads.ts"
import * as holdSweeper from "./ledger/holdSweeper.ts"
import * as Ledger from "./ledger/Ledger.ts"
import * as ledgerView from "./ledgerView/ledgerView.ts"
import * as RateLimits from "./limits/RateLimits.ts"
import * as log from "./log.ts"
import { days } from "./overview/days.ts"
import * as EmbeddedPostgres from "./postgres/EmbeddedPostgres.ts"
import * as ProbeQueue from "./probes/ProbeQueue.ts"
import * as Secrets from "./Secrets.ts"
import * as Sessions from "./sessions/Sessions.ts"
import * as Tries from "./sessions/Tries.ts"
import { resolverLayer, verifierAround } from "./verifierLayer.ts"
import { creditsLow } from "./webhooks/creditsLow.ts"
import * as dispatch from "./webhooks/dispatch.ts"
import * as Webhooks from "./webhooks/Webhooks.ts"

const database = Layer.unwrap(
  Effect.gen(function* () {
    const { databaseUrl, dataDir } = yield* Config
    if (databaseUrl !== undefined) return Database.layer(databaseUrl)
    const { url } = yield* EmbeddedPostgres.start({ dataDir })
    return Database.layer(Redacted.make(url))
  })
)

const probeQueue = Layer.unwrap(
  Effect.map(Config, ({ greylistRetries }) => ProbeQueue.layer(greylistRetries))
)

/** Jobs as they stand in the database. */
const jobs = Layer.mergeAll(Chunks.layer, Progress.layer, Settlements.layer).pipe(
  Layer.provideMerge(Jobs.layer),
  Layer.provideMerge(Uploads.layer),
  Layer.provideMerge(probeQueue)
)

/** Who waits for an answer comes before jobs; both are verified here. */
const verifier = WorkShare.realTimeFirst.pipe(
  Layer.provideMerge(verifierAround),
  Layer.provide(guardedProber.layer),
  Layer.provideMerge([WorkShare.layer, Cluster.layer, resolverLayer]),
  Layer.provideMerge([DomainAgeCachePg.layer, DomainMemoryPg.layer])
)

/** Those who ask mail servers, and those who work at jobs. */
const actors = Layer.merge(JobWork.layer, Guards.actors).pipe(Layer.provide(JobOutcomes.layer))

const verification = Layer.merge(Doctor.layer, actors).pipe(
  Layer.provideMerge(verifier),
  Layer.provideMerge(jobs)
)

const services = Layer.mergeAll(
  Accounts.layer,
  ApiKeys.layer,
  Dashboard.layer,
  DemoChecks.layer,
  Idempotency.layer,
  Ledger.layer,
  RateLimits.layer,
  Sessions.layer,
  Tries.layer,
  Webhooks.layer.pipe(Layer.provide(resolverLayer)),
  verification
).pipe(Layer.provideMerge(Secrets.layer), Layer.provideMerge(database))

/** Views are written where events are; see Database.ts. */
const projections = WriteSql.use((sql) =>
  Effect.flatMap(Config, (config) =>
    Effect.all(
      [usage, days, ledgerView.ledgerView, creditsLow(config.creditsLow)].map(Projection.run),
      { concurrency: "unbounded" }
    )
  ).pipe(Effect.provideService(SqlClient.SqlClient, sql))
)

const jobSweeping = Config.use(({ retentionDays }) => jobSweeper.run(Duration.days(retentionDays)))

const background = Layer.effectDiscard(
  Effect.forEach(
    [
      Sealer.run,
      projections,
      holdSweeper.run,
      jobSweeping,
      keySweeper.run,
      ledgerView.keepSweeping,
      nodes.keepSaying,
      knowledgeSweeper.run,
      dispatch.run
    ],
    (loop) => Effect.forkScoped(loop)
  )
)

/** The first key is kept until the address is known at which it can be tried. */
type FirstKey = Ref.Ref<string | undefined>

const owner = (firstKey: FirstKey) =>
  Layer.effectDiscard(
    firstStart((secrets) =>
      Effect.andThen(Ref.set(firstKey, secrets.apiKey), announceOwner(secrets))
    )
  )

const ready = (firstKey: FirstKey, afterwards: Effect.Effect<void>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const { publicUrl, dashboard } = yield* Config
      const base = (publicUrl ?? HttpServer.formatAddress(address)).replace(/\/$/, "")
      const apiKey = yield* Ref.get(firstKey)
      yield* announceReady({ base, apiKey, hasDashboard: dashboard !== "off" })
      yield* Effect.forkScoped(keepExamining)
      yield* Effect.forkScoped(afterwards)
    })
  )

const warned = (warnings: Loaded["warnings"]) =>
  Layer.effectDiscard(Effect.forEach(warnings, (warning) => Effect.logWarning(warning)))

// The owner's account comes before the listener: whoever can connect finds it there.
const application = (
  firstKey: FirstKey,
  { config, warnings }: Loaded,
  afterwards: Effect.Effect<void>
) =>
  ready(firstKey, afterwards).pipe(
    Layer.provide(Server.layer),
    Layer.provide(Layer.merge(owner(firstKey), background)),
    Layer.provide(services),
    Layer.provide(warned(warnings)),
    Layer.provide(log.layer),
    Layer.provide(Layer.succeed(Config, config))
  )

/** `afterwards` is begun once the service is ready, and ends with it. */
export const serve = (loaded: Loaded, afterwards: Effect.Effect<void> = Effect.void) =>
  Effect.gen(function* () {
    const firstKey = yield* Ref.make<string | undefined>(undefined)
    return yield* Layer.launch(application(firstKey, loaded, afterwards))
  })
