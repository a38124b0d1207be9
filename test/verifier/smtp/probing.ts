/** Probes an address as a verifier does, with timeouts short enough for a test. */
import type { Evidence } from "@rcpt/domain/Evidence"
import type { SmtpChecked, SmtpEvidence } from "@rcpt/domain/Smtp"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Prober } from "@rcpt/verifier/Prober"
import type { ProberOptions } from "@rcpt/verifier/Prober"
import type { VerifyOptions } from "@rcpt/verifier/steps"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Duration, Effect, Layer } from "effect"

import type { MailWorld } from "./smtpWorld.ts"

const loopback = ["127.0.0.0/8", "::1"]

/** A server on loopback answers within a millisecond; what takes longer never comes. */
export const shortTimeouts = {
  connect: Duration.millis(400),
  greeting: Duration.millis(400),
  command: Duration.millis(400),
  reset: Duration.millis(400),
  slowRefusal: Duration.seconds(5),
  tls: Duration.millis(400),
  total: Duration.millis(1_500),
  quit: Duration.millis(200)
}

/** So fast that nothing waits: most tests are not about the pace. */
export const fastPace = { connections: 100, startsPerSecond: 10_000 }

export const proberIn = (
  { zone, port }: Pick<MailWorld, "zone" | "port">,
  options: Partial<ProberOptions> = {}
) =>
  Prober.layer({
    helo: "probe.rcpt.test",
    mailFrom: "bounce@probe.rcpt.test",
    port,
    unsafeNetworks: loopback,
    timeouts: shortTimeouts,
    pace: fastPace,
    ...options
  }).pipe(Layer.provide(Resolver.layerZone(zone)))

/** One whole deep verification. */
export const verifyDeep = (
  world: Pick<MailWorld, "zone" | "port">,
  address: string,
  options: Partial<ProberOptions> = {},
  verifyOptions: VerifyOptions = {}
) =>
  Verifier.use((verifier) => verifier.verify(address, { mode: "deep", ...verifyOptions })).pipe(
    Effect.provide(
      Verifier.layer({ unsafeNetworks: loopback }).pipe(
        Layer.provide(proberIn(world, options)),
        Layer.provide([Lists.layer, Resolver.layerZone(world.zone)])
      )
    )
  )

/** The evidence, with mail going to the hosts of `x.test` in this zone. */
export const evidenceFor = ({ zone }: Pick<MailWorld, "zone">, evidence: Evidence): Evidence => {
  const mx = zone["x.test"]
  const records = typeof mx === "object" && typeof mx.MX === "object" ? mx.MX : []
  const hosts = records.map((record) => {
    const [preference = "", host = ""] = record.split(" ")
    return { host, preference: Number(preference) }
  })
  return {
    ...evidence,
    ...(evidence.domain && {
      domain: { ...evidence.domain, route: { _tag: "hosts", hosts, implicit: false } }
    })
  }
}

export const probe = (
  world: Pick<MailWorld, "zone" | "port">,
  evidence: Evidence,
  options: Partial<ProberOptions> = {}
): Effect.Effect<SmtpEvidence> =>
  Prober.use((prober) => prober.probe(evidenceFor(world, evidence))).pipe(
    Effect.provide(proberIn(world, options))
  )

export const checked = (smtp: SmtpEvidence): SmtpChecked => {
  if (!smtp.checked) throw new Error(`not checked: ${smtp.reason}`)
  return smtp
}
