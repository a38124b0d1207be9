/** Asks about an address as a verifier does, with waits short enough for a test. */
import type { Evidence } from "@rcpt/domain/Evidence"
import type { SmtpChecked, SmtpEvidence } from "@rcpt/domain/Smtp"
import { Lists } from "@rcpt/verifier/Lists"
import { Resolver } from "@rcpt/verifier/Resolver"
import { Prober } from "@rcpt/verifier/smtp/Prober"
import type { ProberOptions } from "@rcpt/verifier/smtp/Prober"
import { Verifier } from "@rcpt/verifier/Verifier"
import type { Wishes } from "@rcpt/verifier/Verifier"
import { Duration, Effect, Layer } from "effect"

import type { MailWorld } from "./smtpWorld.ts"

const loopback = ["127.0.0.0/8", "::1"]

/** Milliseconds. A loopback answers in one; what waits longer waits for nothing. */
export const shortWaits = {
  connect: Duration.millis(400),
  greeting: Duration.millis(400),
  command: Duration.millis(400),
  tls: Duration.millis(400),
  whole: Duration.millis(1_500),
  goodbye: Duration.millis(200)
}

/** A loopback is not offended: most tests are not about the pace. */
export const fastPace = { conversations: 100, startsPerSecond: 10_000 }

export const proberIn = (
  { zone, port }: Pick<MailWorld, "zone" | "port">,
  options: Partial<ProberOptions> = {}
) =>
  Prober.layer({
    helo: "probe.rcpt.test",
    mailFrom: "bounce@probe.rcpt.test",
    port,
    unsafeNetworks: loopback,
    waits: shortWaits,
    pace: fastPace,
    ...options
  }).pipe(Layer.provide(Resolver.layerZone(zone)))

/** One deep verification, whole. */
export const verifyDeep = (
  world: Pick<MailWorld, "zone" | "port">,
  address: string,
  options: Partial<ProberOptions> = {},
  wishes: Wishes = {}
) =>
  Verifier.use((verifier) => verifier.verify(address, { mode: "deep", ...wishes })).pipe(
    Effect.provide(
      Verifier.layer({ unsafeNetworks: loopback }).pipe(
        Layer.provide(proberIn(world, options)),
        Layer.provide([Lists.layer, Resolver.layerZone(world.zone)])
      )
    )
  )

/** Evidence of a sound address, whose mail goes to the hosts of `x.test` in this zone. */
export const evidenceFor = ({ zone }: Pick<MailWorld, "zone">, given: Evidence): Evidence => {
  const mx = zone["x.test"]
  const records = typeof mx === "object" && typeof mx.MX === "object" ? mx.MX : []
  const hosts = records.map((record) => {
    const [preference = "", host = ""] = record.split(" ")
    return { host, preference: Number(preference) }
  })
  return {
    ...given,
    ...(given.domain && {
      domain: { ...given.domain, route: { _tag: "hosts", hosts, implicit: false } }
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
