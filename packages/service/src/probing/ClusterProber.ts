/**
 * The `Prober` of a service: it sends each probe to the guard of its group of mail hosts, wherever in the
 * cluster that is, so that all nodes together keep one pace per group.
 */
import type { Evidence } from "@rcpt/domain/Evidence"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { byDeadline, Deadline } from "@rcpt/verifier/cache/Deadline"
import type { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Prober, probeRequestFor } from "@rcpt/verifier/Prober"
import type { ProbeOptions } from "@rcpt/verifier/Prober"
import { queueWaitMax } from "@rcpt/verifier/smtp/limits"
import { Cause, Clock, Duration, Effect, Layer } from "effect"
import type { ClusterError } from "effect/cluster"
import { SqlClient } from "effect/sql"

import type { Cluster } from "../platform/Cluster.ts"
import { Config } from "../platform/Config.ts"
import { asksMailServers } from "../platform/config/role.ts"
import { nodeSilenceMax } from "../platform/nodeName.ts"
import { readTimeout } from "../platform/readTimeout.ts"
import { egressOf } from "./egress/chooseEgress.ts"
import { EgressHealth } from "./egress/EgressHealth.ts"
import { toMessage } from "./GuardedProbe.ts"
import type { GuardedProbe, GuardMessage } from "./GuardedProbe.ts"
import { hostGroups } from "./hostGroups.ts"
import { LocalGuards } from "./LocalGuards.ts"
import type { GuardsHere } from "./LocalGuards.ts"
import { guardId, MxGuard } from "./MxGuard.ts"

/** The guard keeps the deadline itself; this much more is for the network. */
const grace = Duration.millis(500)

type GuardError =
  | ClusterError.MailboxFull
  | ClusterError.AlreadyProcessingMessage
  | ClusterError.PersistenceError
  | ClusterError.EntityNotAssignedToRunner

/** A node that comes back from a freeze gives its guards up; the next node takes them a moment later. */
const movesFor = Duration.millis(100)

/**
 * A node that loses a guard interrupts its answers. That interruption is not the caller's own (it once ended
 * an HTTP request with an empty 503), so the guard is asked again, on the node that has it next.
 */
const askedAgain = <E>(ask: Effect.Effect<SmtpEvidence, E>): Effect.Effect<SmtpEvidence, E> =>
  Effect.catchCause(ask, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.andThen(Effect.sleep(movesFor), askedAgain(ask))
      : Effect.failCause(cause)
  )

/** The answer to a question that no guard took: throttled where too many wait, else unavailable. */
const refused = ({ _tag }: GuardError): Effect.Effect<SmtpEvidence> =>
  Effect.succeed(notChecked(_tag === "MailboxFull" ? "smtp_throttled" : "smtp_unavailable"))

/** The answer after a defect on the way, or in the guard. The defect is in the log. */
const broken = (defect: unknown): Effect.Effect<SmtpEvidence> =>
  Effect.as(Effect.logError("A guard failed", defect), notChecked("smtp_unavailable"))

/**
 * Asks the guard with this id, which may be here, on another node or moving to one, and returns by the
 * deadline. `send` asks one that is not in this process. A failure on the way is one of the service and says
 * nothing about the mailbox.
 */
export const askGuard = Effect.fnUntraced(function* (
  local: GuardsHere,
  id: string,
  probe: GuardedProbe,
  send: (message: GuardMessage) => Effect.Effect<SmtpEvidence, GuardError>
) {
  const now = yield* Clock.currentTimeMillis
  const until = Math.max(now, probe.request.deadline) + Duration.toMillis(grace)
  const ask = Effect.suspend(() => {
    const call = local.find(id, until)
    return call === undefined ? Effect.flatMap(toMessage(probe), send) : call(probe)
  })
  return yield* askedAgain(ask).pipe(Effect.catch(refused), Effect.catchDefect(broken), (asking) =>
    byDeadline(asking, new Deadline(until), () => notChecked("smtp_unavailable"))
  )
})

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
  Cluster | Config | EgressHealth | LocalGuards | Resolver | SqlClient.SqlClient
> = Layer.effect(
  Prober,
  Effect.gen(function* () {
    const { smtp, smtpTimeout, role, egresses } = yield* Config
    if (smtp === "off") return Prober.off
    const guards = yield* MxGuard.client
    const local = yield* LocalGuards
    const groups = yield* hostGroups
    const health = yield* EgressHealth
    const mayAsk = asksMailServers(role) ? Effect.succeed(true) : yield* hasProbingNode

    const probe = Effect.fnUntraced(function* (evidence: Evidence, options: ProbeOptions = {}) {
      const now = yield* Clock.currentTimeMillis
      const bounded = withTimeout(options, smtpTimeout)
      const request = probeRequestFor(evidence, bounded, queueWaitMax, now)
      if ("status" in request) return request
      if (!(yield* mayAsk)) return notChecked("smtp_unavailable")
      const { address, hosts, deadline } = request
      const { domain } = address
      const group = yield* groups.of(hosts[0]?.host ?? domain, deadline)
      const egress = egressOf(domain, group, egresses, health.of(group))
      const id = guardId({ group, egress: egress.id })
      const isShared = evidence.lists?.free !== undefined
      return yield* askGuard(local, id, { request, group, isShared }, guards(id).Ask)
    }, Effect.catchDefect(broken))
    return { probe }
  })
)
