/**
 * The `Prober` of a service: it sends its probes to the guards of the cluster, so that all nodes
 * together keep one pace per group of mail hosts.
 */
import type { Evidence } from "@rcpt/domain/Evidence"
import { notChecked } from "@rcpt/domain/Smtp"
import { Prober, probeRequestFor } from "@rcpt/verifier/Prober"
import type { ProbeOptions } from "@rcpt/verifier/Prober"
import { queueWaitMax } from "@rcpt/verifier/smtp/limits"
import { Clock, Duration, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"

import type { Cluster } from "../platform/Cluster.ts"
import { Config } from "../platform/Config.ts"
import { asksMailServers } from "../platform/config/role.ts"
import { askGuard } from "./askGuard.ts"
import { DomainGuard } from "./DomainGuard.ts"
import type { DomainProbe } from "./GuardedProbe.ts"
import { LocalGuards } from "./LocalGuards.ts"
import { asking } from "./overLines.ts"
import { hasProbingNode } from "./probingNodes.ts"

/** The default timeout covers the wait in the queue and one SMTP session. */
const withTimeout = (options: ProbeOptions, session: Duration.Duration): ProbeOptions => ({
  ...options,
  timeout: options.timeout ?? Duration.sum(queueWaitMax, session)
})

export const layer: Layer.Layer<
  Prober,
  never,
  Cluster | Config | LocalGuards | SqlClient.SqlClient
> = Layer.effect(
  Prober,
  Effect.gen(function* () {
    const { smtp, smtpTimeout, role } = yield* Config
    if (smtp === "off") return Prober.off
    const guards = yield* DomainGuard.client
    const send = yield* asking<DomainProbe>(DomainGuard.type, (id) => guards(id).Ask)
    const { domains } = yield* LocalGuards
    const mayAsk = asksMailServers(role) ? Effect.succeed(true) : yield* hasProbingNode

    const probe = Effect.fnUntraced(function* (evidence: Evidence, options: ProbeOptions = {}) {
      const now = yield* Clock.currentTimeMillis
      const bounded = withTimeout(options, smtpTimeout)
      const request = probeRequestFor(evidence, bounded, queueWaitMax, now)
      if ("status" in request) return request
      if (!(yield* mayAsk)) return notChecked("smtp_unavailable")
      const { address, hosts, catchAll, account, waitUntil, deadline } = request
      return yield* askGuard(
        domains,
        address.domain,
        {
          question: { address, hosts, catchAll },
          account,
          waitUntil,
          deadline,
          isShared: evidence.lists?.free !== undefined
        },
        send(address.domain)
      )
    })
    return { probe }
  })
)
