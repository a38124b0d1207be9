/**
 * Deep verification through the guards of the cluster: the same questions as a `Prober` of its own
 * would ask, at a pace that all nodes keep together.
 */
import type { Evidence } from "@rcpt/domain/Evidence"
import { slotWaitMax } from "@rcpt/verifier/smtp/limits"
import { Prober, questionAbout } from "@rcpt/verifier/smtp/Prober"
import type { ProbeWishes } from "@rcpt/verifier/smtp/Prober"
import { Clock, Duration, Effect, Layer } from "effect"

import type { Cluster } from "../cluster/Cluster.ts"
import { Config } from "../Config.ts"
import { askInTime } from "./askInTime.ts"
import { DomainGuard } from "./DomainGuard.ts"

/** Who names no time has that of a turn and a conversation. */
const withTimeout = (wishes: ProbeWishes, whole: Duration.Duration): ProbeWishes => ({
  ...wishes,
  timeout: wishes.timeout ?? Duration.sum(slotWaitMax, whole)
})

export const layer: Layer.Layer<Prober, never, Cluster | Config> = Layer.effect(
  Prober,
  Effect.gen(function* () {
    const { smtp, smtpTimeout } = yield* Config
    if (smtp === "off") return Prober.off
    const guards = yield* DomainGuard.client

    const probe = Effect.fnUntraced(function* (evidence: Evidence, wishes: ProbeWishes = {}) {
      const now = yield* Clock.currentTimeMillis
      const bounded = withTimeout(wishes, smtpTimeout)
      const asked = questionAbout(evidence, bounded, slotWaitMax, now)
      if ("status" in asked) return asked
      const { address, hosts, catchAll, account, waitUntil, deadline } = asked
      const isShared = evidence.lists?.free !== undefined
      return yield* askInTime(
        guards(address.domain).Ask({
          question: { address, hosts, catchAll },
          account,
          waitUntil: Math.ceil(waitUntil),
          deadline: Math.ceil(deadline),
          isShared
        }),
        deadline
      )
    })
    return { probe }
  })
)
