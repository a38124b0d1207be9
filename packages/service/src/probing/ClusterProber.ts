/**
 * The `Prober` of a service: it sends each probe to the guard of its group of mail hosts, wherever in the
 * cluster that is, so that all nodes together keep one pace per group.
 */
import type { Evidence } from "@rcpt/domain/Evidence"
import { notChecked } from "@rcpt/domain/Smtp"
import type { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Prober, probeRequestFor } from "@rcpt/verifier/Prober"
import type { ProbeOptions } from "@rcpt/verifier/Prober"
import { queueWaitMax } from "@rcpt/verifier/smtp/limits"
import { Clock, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import type { Cluster } from "../platform/Cluster.ts"
import { Config } from "../platform/Config.ts"
import { egressOf } from "../platform/config/Egress.ts"
import { asksMailServers } from "../platform/config/role.ts"
import { nodeSilenceMax } from "../platform/nodeName.ts"
import { readTimeout } from "../platform/readTimeout.ts"
import { askGuard, broken } from "./askGuard.ts"
import { hostGroups } from "./hostGroups.ts"
import { LocalGuards } from "./LocalGuards.ts"
import { guardId, MxGuard } from "./MxGuard.ts"
import { asking } from "./overLines.ts"

/** The default timeout covers the wait in the queue and one SMTP session. */
const withTimeout = (options: ProbeOptions, session: Duration.Duration): ProbeOptions => ({
  ...options,
  timeout: options.timeout ?? Duration.sum(queueWaitMax, session)
})

/** The shortest time between two questions to the database, however many probes are asked for. */
const nodesKnownFor = Duration.seconds(1)
const nodesWaitMax = Duration.seconds(1)

/**
 * Answers whether any node asks mail servers: without one, nodes of role `api` would wait for an answer in
 * vain. A database that does not answer proves nothing: then nodes are taken to be there.
 */
const hasProbingNode: Effect.Effect<
  Effect.Effect<boolean>,
  never,
  SqlClient.SqlClient
> = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<{ readonly found: boolean }>`
    select exists (select from node where coalesce(role, 'all') <> 'api'
      and seen_at > now() - make_interval(secs => ${Duration.toSeconds(nodeSilenceMax)}::float8)
    ) as found`.pipe(
    Effect.map(([row]) => row?.found ?? true),
    readTimeout(nodesWaitMax),
    Effect.catchCause(() => Effect.succeed(true)),
    Effect.cachedWithTTL(nodesKnownFor)
  )
)

export const layer: Layer.Layer<
  Prober,
  never,
  Cluster | Config | LocalGuards | Resolver | SqlClient.SqlClient
> = Layer.effect(
  Prober,
  Effect.gen(function* () {
    const { smtp, smtpTimeout, role, egresses } = yield* Config
    if (smtp === "off") return Prober.off
    const guards = yield* MxGuard.client
    const send = yield* asking((id) => guards(id).Ask)
    const local = yield* LocalGuards
    const groups = yield* hostGroups
    const mayAsk = asksMailServers(role) ? Effect.succeed(true) : yield* hasProbingNode

    const probe = Effect.fnUntraced(function* (evidence: Evidence, options: ProbeOptions = {}) {
      const now = yield* Clock.currentTimeMillis
      const bounded = withTimeout(options, smtpTimeout)
      const request = probeRequestFor(evidence, bounded, queueWaitMax, now)
      if ("status" in request) return request
      if (!(yield* mayAsk)) return notChecked("smtp_unavailable")
      const { address, hosts, catchAll, account, waitUntil, deadline } = request
      const { domain } = address
      const group = yield* groups.of(hosts[0]?.host ?? domain, deadline)
      const id = guardId({ group, egress: egressOf(domain, egresses).id })
      const isShared = evidence.lists?.free !== undefined
      const question = { address, hosts, catchAll }
      const asked = { question, account, group, isShared, waitUntil, deadline }
      return yield* askGuard(local, id, asked, send(id))
    }, Effect.catchDefect(broken))
    return { probe }
  })
)
