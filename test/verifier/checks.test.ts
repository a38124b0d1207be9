/**
 * Every key of `checks`, and every field that comes with it: present, absent and unanswered, each from
 * a small zone to the answer of the API.
 */
import { assert, describe, layer } from "@effect/vitest"
import { render } from "@rcpt/api/render"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Lists } from "@rcpt/verifier/Lists"
import { Resolver } from "@rcpt/verifier/Resolver"
import { Verifier } from "@rcpt/verifier/Verifier"
import type { Zone } from "@rcpt/verifier/Zone"
import { Effect, Layer } from "effect"

import { publicIp } from "./learn.ts"

type Key = keyof VerifyResult["checks"]

const mx = (...hosts: ReadonlyArray<string>) => ({ MX: hosts.map((host) => `10 ${host}`) })
const a = { A: [publicIp] }
const txt = (...records: ReadonlyArray<string>) => ({ TXT: records })

/** Mail for x.test and for gmail.com arrives; nothing else is published. */
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
  /** Fields of the answer beside the key itself. */
  readonly with?: Partial<VerifyResult>
}

/** `undefined`: cannot be brought about, because the check needs no look-up. */
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

const wanted = { yes: true, no: false, open: undefined } as const

const says = {
  yes: "is true where it is so",
  no: "is false where we looked and it is not",
  open: "is left out where nobody could say"
} as const

layer(Lists.layer)((it) => {
  for (const [key, cases] of Object.entries(rows)) {
    describe(`checks.${key}`, () => {
      for (const outcome of ["yes", "no", "open"] as const) {
        const given = cases[outcome]
        if (given === undefined) continue
        it.effect(says[outcome], () =>
          Effect.gen(function* () {
            const answer = yield* answerTo(given)
            const checks: Record<string, unknown> = answer.checks
            assert.strictEqual(checks[key], wanted[outcome])
            assert.strictEqual(key in checks, wanted[outcome] !== undefined)
            const fields: Record<string, unknown> = answer
            for (const [name, value] of Object.entries(given.with ?? {})) {
              assert.deepStrictEqual(fields[name], value, name)
            }
          })
        )
      }
    })
  }
})
