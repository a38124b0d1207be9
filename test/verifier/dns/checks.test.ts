/**
 * Every key of `checks` and the fields that belong to it: true, false and left out, each from a small
 * zone to the answer of the API.
 */
import { render } from "@rcpt/api/render"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer } from "effect"

import { assert, describe, layer } from "../../support/vitest.ts"
import { publicIp } from "./domainFactsRows.ts"

type Key = keyof VerifyResult["checks"]

const mx = (...hosts: ReadonlyArray<string>) => ({ MX: hosts.map((host) => `10 ${host}`) })
const a = { A: [publicIp] }
const txt = (...records: ReadonlyArray<string>) => ({ TXT: records })

/** x.test and gmail.com can receive mail; they publish nothing else. */
const base: Zone = {
  "x.test": mx("mx.x.test"),
  "mx.x.test": a,
  "gmail.com": mx("gmail-smtp-in.l.google.com"),
  "gmail-smtp-in.l.google.com": a,
  "duck.com": mx("mx.x.test"),
  "mailinator.com": mx("mx.x.test")
}
const through = (host: string): Zone => ({ "x.test": mx(host), [host]: a })
const dead: Zone = { "x.test": { MX: "SERVFAIL", TXT: "SERVFAIL", NS: "SERVFAIL" } }

interface Case {
  readonly zone?: Zone
  readonly address?: string
  /** Expected fields of the answer besides the key. */
  readonly with?: Partial<VerifyResult>
}

/** `undefined`: the outcome cannot occur, because the check needs no look-up. */
const rows: Readonly<
  Record<Exclude<Key, "dnsbl">, Readonly<Record<"yes" | "no" | "open", Case | undefined>>>
> = {
  syntax: { yes: {}, no: { address: "ann@x@test" }, open: undefined },
  free: {
    yes: { address: "ann@gmail.com", with: { free_check: true } },
    no: { with: { free_check: false } },
    open: { address: "ann" }
  },
  disposable: {
    yes: { address: "ann@mailinator.com" },
    no: { zone: dead },
    open: { address: "ann" }
  },
  mx: {
    yes: { with: { mx_records: ["mx.x.test"] } },
    no: { zone: { "x.test": a }, with: { mx_records: [] } },
    open: { zone: dead }
  },
  parked: {
    yes: { zone: { "x.test": { ...mx("mx.x.test"), NS: ["ns1.sedoparking.com"] } } },
    no: {},
    open: { zone: { "x.test": { ...mx("mx.x.test"), NS: "REFUSED" } } }
  },
  relay: { yes: { address: "ann@duck.com" }, no: { zone: dead }, open: { address: "ann" } },
  spf: {
    yes: {
      zone: { "x.test": { ...mx("mx.x.test"), ...txt("v=spf1 -all") } },
      with: { spf_record: "v=spf1 -all" }
    },
    no: {},
    open: { zone: { "x.test": { ...mx("mx.x.test"), TXT: "timeout" } } }
  },
  dmarc: {
    yes: {
      zone: { "_dmarc.x.test": txt("v=DMARC1; p=quarantine") },
      with: { dmarc_record: "v=DMARC1; p=quarantine", dmarc_policy: "quarantine" }
    },
    no: {},
    open: { zone: { "_dmarc.x.test": "SERVFAIL" } }
  },
  catch_all: {
    yes: {
      zone: through("mx.sendgrid.net"),
      with: {
        is_catch_all: true,
        catch_all_confidence: 50,
        mx_provider: "SendGrid Inbound Parse"
      }
    },
    no: { address: "ann@gmail.com", with: { is_catch_all: false, mx_provider: "Gmail" } },
    open: {}
  },
  role: { yes: { address: "sales@x.test" }, no: { zone: dead }, open: { address: "ann" } },
  mx_routable: {
    yes: {},
    no: { zone: { "mx.x.test": { A: ["10.0.0.1"] } } },
    open: { zone: { "mx.x.test": "SERVFAIL" } }
  },
  forwarder: { yes: { zone: through("mx1.improvmx.com") }, no: {}, open: { zone: dead } },
  smtputf8: { yes: { address: "jörg@x.test" }, no: { zone: dead }, open: { address: "ann" } },
  mta_sts: {
    yes: { zone: { "_mta-sts.x.test": txt("v=STSv1; id=1") } },
    no: {},
    open: { zone: { "_mta-sts.x.test": "SERVFAIL" } }
  },
  tls_rpt: {
    yes: { zone: { "_smtp._tls.x.test": txt("v=TLSRPTv1; rua=mailto:a@x.test") } },
    no: {},
    open: { zone: { "_smtp._tls.x.test": "REFUSED" } }
  },
  bimi: {
    yes: { zone: { "default._bimi.x.test": txt("v=BIMI1; l=https://x.test/l.svg") } },
    no: {},
    open: { zone: { "default._bimi.x.test": "timeout" } }
  }
}

const answerTo = ({ zone = {}, address = "ann@x.test" }: Case) =>
  Effect.gen(function* () {
    const lists = yield* Lists
    const world = Verifier.layer().pipe(
      Layer.provide([Resolver.layerZone({ ...base, ...zone }), Layer.succeed(Lists, lists)])
    )
    const verification = yield* Verifier.use((it) => it.verify(address)).pipe(Effect.provide(world))
    return render(verification, {
      mode: "fast",
      creditsUsed: 1,
      elapsedMillis: 0,
      checkedAt: "2026-01-01T00:00:00.000Z"
    })
  })

const valueOf = { yes: true, no: false, open: undefined } as const

const says = {
  yes: "is true when the fact is present",
  no: "is false when the fact was looked up and is absent",
  open: "is left out when the fact is unanswered"
} as const

layer(Lists.layer)((it) => {
  for (const [key, cases] of Object.entries(rows)) {
    describe(`checks.${key}`, () => {
      for (const outcome of ["yes", "no", "open"] as const) {
        const example = cases[outcome]
        if (example === undefined) continue
        it.effect(says[outcome], function* () {
          const answer = yield* answerTo(example)
          const checks: Record<string, unknown> = answer.checks
          assert.strictEqual(checks[key], valueOf[outcome])
          assert.strictEqual(key in checks, valueOf[outcome] !== undefined)
          const fields: Record<string, unknown> = answer
          for (const [name, value] of Object.entries(example.with ?? {})) {
            assert.deepStrictEqual(fields[name], value, name)
          }
        })
      }
    })
  }
})
