import type { ContextEvidence } from "@rcpt/domain/Evidence"
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { makeContextFacts } from "@rcpt/verifier/dns/ContextFacts"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"

type Row = readonly [says: string, zone: Zone, fact: Fact<string>]

const at =
  (name: string) =>
  (...records: ReadonlyArray<string>): Zone => ({
    [name]: { TXT: records }
  })

const rows = (key: Exclude<keyof ContextEvidence, "learntAt">, cases: ReadonlyArray<Row>) => {
  for (const [says, zone, fact] of cases) {
    it.effect(says, () =>
      Effect.gen(function* () {
        const contexts = yield* makeContextFacts
        assert.deepStrictEqual((yield* contexts.get("a.x.test"))[key], fact)
      }).pipe(Effect.provide(Resolver.layerZone(zone)))
    )
  }
}

describe("MTA-STS", () => {
  const sts = at("_mta-sts.a.x.test")
  const good = "v=STSv1; id=20260101T000000"
  rows("mtaSts", [
    ["is a record with version and id", sts(good), present(good)],
    [
      "may have other fields before the id",
      sts("v=STSv1; x=1; id=1;"),
      present("v=STSv1; x=1; id=1;")
    ],
    ["is absent without an id", sts("v=STSv1;"), absent],
    ["is absent with an id over 32 characters", sts(`v=STSv1; id=${"a".repeat(33)}`), absent],
    ["is absent with another version", sts("v=STSv2; id=1"), absent],
    ["is absent with two records", sts(good, "v=STSv1; id=2"), absent],
    ["is not inherited from the organizational domain", at("_mta-sts.x.test")(good), absent],
    [
      "is unanswered when the look-up fails",
      { "_mta-sts.a.x.test": "SERVFAIL" },
      unanswered("SERVFAIL")
    ]
  ])
})

describe("TLS-RPT", () => {
  const rpt = at("_smtp._tls.a.x.test")
  const good = "v=TLSRPTv1; rua=mailto:tls@x.test"
  rows("tlsRpt", [
    ["is a record with version and address", rpt(good), present(good)],
    ["is absent without an address", rpt("v=TLSRPTv1; rua="), absent],
    ["is absent with two records", rpt(good, good.replace("tls@", "two@")), absent],
    [
      "is unanswered when the look-up fails",
      { "_smtp._tls.a.x.test": "timeout" },
      unanswered("timeout")
    ]
  ])
})

describe("BIMI", () => {
  const good = "v=BIMI1; l=https://x.test/logo.svg; a="
  rows("bimi", [
    ["is the domain's own record", at("default._bimi.a.x.test")(good), present(good)],
    [
      "is inherited from the organizational domain",
      at("default._bimi.x.test")(good),
      present(good)
    ],
    [
      "is the domain's own record even if that declines to show a logo",
      { ...at("default._bimi.a.x.test")("v=BIMI1; l=;"), ...at("default._bimi.x.test")(good) },
      present("v=BIMI1; l=;")
    ],
    ["is not v=BIMI10", at("default._bimi.a.x.test")("v=BIMI10; l=x"), absent],
    [
      "is unanswered when the look-up of the domain's own record fails",
      { "default._bimi.a.x.test": "REFUSED", ...at("default._bimi.x.test")(good) },
      unanswered("REFUSED")
    ]
  ])
})
