/**
 * The composition root: the only file that names every layer. `serve` runs the service until it is
 * interrupted, and then stops in order: no new requests, those in flight finish, then the database.
 * `work` runs it as one of several processes: what is done once for all, supervise.ts has done.
 */
import * as Projector from "@rcpt/store/Projector"
import { Effect, Layer, Redacted, Ref } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"

import * as Accounts from "./accounts/Accounts.ts"
import * as ApiKeys from "./accounts/ApiKeys.ts"
import { firstStart } from "./accounts/firstStart.ts"
import * as Provider from "./accounts/provider/Provider.ts"
import * as providerLogouts from "./accounts/provider/providerLogouts.ts"
import * as Refusals from "./accounts/security/Refusals.ts"
import * as Sessions from "./accounts/sessions/Sessions.ts"
import * as SignInLimiter from "./accounts/sessions/SignInLimiter.ts"
import * as Totp from "./accounts/totp/Totp.ts"
import * as Activity from "./activity/Activity.ts"
import * as bounceMailbox from "./feedback/bounceMailbox.ts"
import { Dashboard } from "./http/dashboard/Dashboard.ts"
import * as Server from "./http/Server.ts"
import * as Inlets from "./inlets/Inlets.ts"
import * as TakeEvents from "./inlets/TakeEvents.ts"
import * as workEvents from "./inlets/workEvents.ts"
import * as BulkThrottle from "./jobs/actors/BulkThrottle.ts"
import * as JobProbeResults from "./jobs/actors/JobProbeResults.ts"
import { jobsLayer, jobWorkLayer } from "./jobs/jobsLayer.ts"
import { keepMakingSearchable } from "./jobs/jobSweeper.ts"
import * as CheckpointSigner from "./ledger/checkpoints/CheckpointSigner.ts"
import * as publishCheckpoints from "./ledger/checkpoints/publishCheckpoints.ts"
import * as Idempotency from "./ledger/idempotency/Idempotency.ts"
import * as Ledger from "./ledger/Ledger.ts"
import * as RateLimits from "./limits/RateLimits.ts"
import * as Outbox from "./mail/Outbox.ts"
import * as sendMail from "./mail/sendMail.ts"
import { Draining, keepSaying } from "./operations/admin/draining.ts"
import { watchRoles } from "./operations/admin/members.ts"
import * as nodes from "./operations/admin/nodes.ts"
import { announceOwner, announceReady } from "./operations/announce.ts"
import { Doctor, keepExamining } from "./operations/doctor/Doctor.ts"
import { askDatabaseAtScrape } from "./operations/metrics/databaseGauges.ts"
import * as tellOwners from "./operations/notices/tellOwners.ts"
import * as Cluster from "./platform/Cluster.ts"
import { Config } from "./platform/Config.ts"
import type { Loaded } from "./platform/Config.ts"
import { asksMailServers } from "./platform/config/role.ts"
import { WriteSql } from "./platform/Database.ts"
import { refuseIfLost } from "./platform/joining/connectFailures.ts"
import * as log from "./platform/log.ts"
import * as serveMetrics from "./platform/metrics/serveMetrics.ts"
import * as Nats from "./platform/nats/Nats.ts"
import * as otlp from "./platform/otlp.ts"
import * as OwnDatabase from "./platform/OwnDatabase.ts"
import type { Joined } from "./platform/processes/join.ts"
import { Processes, processes } from "./platform/processes/Processes.ts"
import { PublicBase, publicBaseOf } from "./platform/PublicBase.ts"
import * as Secrets from "./platform/Secrets.ts"
import { withSteadyClock } from "./platform/steadyClock.ts"
import * as stopDeadline from "./platform/stopDeadline.ts"
import * as ClusterProber from "./probing/ClusterProber.ts"
import * as DomainAgeCachePg from "./probing/domains/DomainAgeCachePg.ts"
import * as DomainKnowledgePg from "./probing/domains/DomainKnowledgePg.ts"
import * as EgressHealth from "./probing/egress/EgressHealth.ts"
import * as keepListsFresh from "./probing/keepListsFresh.ts"
import { LocalGuards } from "./probing/LocalGuards.ts"
import * as probingLayer from "./probing/probingLayer.ts"
import { resolverLayer, verifierOverProber } from "./probing/verifierLayer.ts"
import * as NatsRelay from "./relay/NatsRelay.ts"
import * as runSchedules from "./schedules/runSchedules.ts"
import * as Schedules from "./schedules/Schedules.ts"
import { sweepers } from "./sweepers.ts"
import * as DemoChecks from "./verify/demo/DemoChecks.ts"
import { Statements } from "./views/ledger/statement/Statements.ts"
import { viewsOf } from "./views/viewsOf.ts"
import * as dispatch from "./webhooks/dispatch.ts"
import * as MessageFeed from "./webhooks/MessageFeed.ts"
import * as Webhooks from "./webhooks/Webhooks.ts"

/** A request that waits for an answer comes before jobs; both are verified here. */
const verifier = BulkThrottle.realTimeFirst.pipe(
  Layer.provideMerge(verifierOverProber),
  Layer.provide(ClusterProber.layer),
  Layer.provideMerge([BulkThrottle.layer, Cluster.layer, LocalGuards.layer, resolverLayer]),
  Layer.provideMerge(EgressHealth.layer),
  Layer.provideMerge([DomainAgeCachePg.layer, DomainKnowledgePg.layer])
)

/** The actors that ask mail servers, on nodes with such a role. */
const guards = Layer.unwrap(
  Effect.map(Config, ({ role }) => (asksMailServers(role) ? probingLayer.actors : Layer.empty))
)

/** The actors of this node, with those that work on jobs. */
const actors = Layer.merge(jobWorkLayer, guards).pipe(Layer.provide(JobProbeResults.layer))

const verification = Layer.merge(Doctor.layer, actors).pipe(
  Layer.provideMerge(verifier),
  Layer.provideMerge(jobsLayer)
)

const services = Layer.mergeAll(
  Accounts.layer,
  Activity.layer,
  ApiKeys.layer,
  Dashboard.layer,
  Draining.layer,
  DemoChecks.layer,
  Idempotency.layer,
  Ledger.layer,
  MessageFeed.layer,
  CheckpointSigner.layer,
  Provider.layer,
  RateLimits.layer,
  Refusals.layer,
  Sessions.layer,
  SignInLimiter.layer,
  Statements.layer,
  Totp.layer,
  Webhooks.layer.pipe(Layer.provide(resolverLayer)),
  Inlets.layer,
  Schedules.layer.pipe(Layer.provide([resolverLayer, jobsLayer])),
  TakeEvents.layer.pipe(Layer.provide(resolverLayer)),
  verification
).pipe(
  Layer.provideMerge(Outbox.layer),
  Layer.provideMerge(Secrets.layer),
  Layer.provide(stopDeadline.nowClosing("the connections to its database")),
  Layer.provideMerge(OwnDatabase.layer),
  Layer.provideMerge(Nats.layer)
)

/** Views are written where events are; see Database.ts. */
const projections = WriteSql.use((sql) =>
  Effect.flatMap(Config, (config) => Projector.run(viewsOf(config))).pipe(
    Effect.provideService(SqlClient.SqlClient, sql)
  )
)

/** Each process seals and projects its own appends without a hint, and reports that it is alive. */
const ofProcess = [projections, nodes.heartbeat, keepSaying, keepListsFresh.watching]

/**
 * Loops that find their work in the database, where any process may have left it. In several processes
 * of a node they would only ask Postgres several times, so the first process alone runs them.
 */
const ofNode = [
  ...sweepers,
  Effect.flatMap(CheckpointSigner.CheckpointSigner, ({ run }) => run),
  keepMakingSearchable,
  providerLogouts.run,
  dispatch.run,
  workEvents.run,
  runSchedules.run,
  sendMail.run,
  tellOwners.run,
  watchRoles,
  keepListsFresh.fetching
]

const isFirst = Effect.map(processes, ({ number }) => number === 1)

const background = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* Effect.forEach(ofProcess, (loop) => Effect.forkScoped(loop))
    if (!(yield* isFirst)) return
    yield* Effect.forEach(ofNode, (loop) => Effect.forkScoped(loop))
    yield* askDatabaseAtScrape
  })
)

/** The part of one process in a node. */
interface Part {
  readonly loaded: Loaded
  readonly opening: Layer.Layer<never, never, Layer.Services<ReturnType<typeof owner>>>
  readonly announce: (base: string) => Effect.Effect<void, never, Config>
  /** Runs between the last request and the end of the actors. */
  readonly drained: Effect.Effect<void>
  /** Is begun once the service is ready, and ends with it. */
  readonly afterwards: Effect.Effect<void>
}

/** The first key is kept until the address is known at which it can be tried. */
const owner = (firstKey: Ref.Ref<string | undefined>) =>
  Layer.effectDiscard(
    firstStart((secrets) =>
      Effect.andThen(Ref.set(firstKey, secrets.apiKey), announceOwner(secrets))
    )
  )

const ready = ({ announce, afterwards }: Part) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const { publicUrl } = yield* Config
      const base = (publicUrl ?? HttpServer.formatAddress(address)).replace(/\/$/, "")
      yield* announce(base)
      if (yield* isFirst) yield* Effect.forkScoped(keepExamining)
      yield* Effect.forkScoped(afterwards)
    })
  )

const warned = (warnings: Loaded["warnings"]) =>
  Layer.effectDiscard(Effect.forEach(warnings, (warning) => Effect.logWarning(warning)))

// The owner's account is made before the listener, so that it exists for the first connection.
const application = (part: Part) =>
  ready(part).pipe(
    Layer.merge(stopDeadline.nowClosing("its requests")),
    Layer.provide(Server.layer),
    Layer.provide(stopDeadline.nowClosing("its loops")),
    Layer.provide(Layer.effectDiscard(Effect.addFinalizer(() => part.drained))),
    Layer.provide(
      Layer.mergeAll(
        part.opening,
        background,
        NatsRelay.layer,
        publishCheckpoints.layer,
        bounceMailbox.layer
      )
    ),
    Layer.provide(stopDeadline.nowClosing("its actors")),
    Layer.provide(services),
    Layer.provide([warned(part.loaded.warnings), stopDeadline.layer]),
    Layer.provide([serveMetrics.layer, otlp.metricsLayer]),
    Layer.provide([otlp.logsLayer.pipe(Layer.provideMerge(log.layer)), otlp.tracesLayer]),
    Layer.provide(Layer.succeed(Config, part.loaded.config))
  )

const launched = (part: Part) =>
  withSteadyClock(refuseIfLost(Layer.launch(application(part)))).pipe(
    Effect.provideService(PublicBase, publicBaseOf(part.loaded.config))
  )

/** The whole service in this process. */
export const serve = (loaded: Loaded, afterwards: Effect.Effect<void> = Effect.void) =>
  Effect.gen(function* () {
    const firstKey = yield* Ref.make<string | undefined>(undefined)
    const announce: Part["announce"] = (base) =>
      Effect.gen(function* () {
        const { dashboard, role } = yield* Config
        const apiKey = yield* Ref.get(firstKey)
        yield* announceReady({ base, apiKey, hasDashboard: dashboard !== "off", role })
      })
    const opening = owner(firstKey)
    return yield* launched({ loaded, opening, announce, drained: Effect.void, afterwards })
  })

/** One of several processes that share the port, the work and the database. */
export const work = (loaded: Loaded, joined: Joined) => {
  const { databaseUrl, dashboard, port } = joined.role
  const config = {
    ...loaded.config,
    port,
    databaseUrl: Redacted.make(databaseUrl),
    dashboard: dashboard ?? undefined
  }
  const part = {
    // Warnings are given once, by the supervisor.
    loaded: { config, warnings: [] },
    opening: Layer.empty,
    announce: joined.ready,
    drained: joined.drained,
    afterwards: Effect.void
  }
  return Effect.provideService(launched(part), Processes, joined.processes)
}
