/**
 * Faults of DNS over real sockets: whatever DNS does, the answer is right and in time.
 */
import { render, spoken } from "@rcpt/api/render"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import * as DnsServer from "@rcpt/lab/DnsServer"
import type { ResourceRecord } from "@rcpt/lab/ResourceRecord"
import * as Zone from "@rcpt/lab/Zone"
import * as ZoneFile from "@rcpt/lab/ZoneFile"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Effect, Layer } from "effect"

import { assert, layer } from "../../support/vitest.ts"

const zoneText = `
$TTL 60
mail.test.          A     1.1.1.1
$RULE timeout.test. drop
$RULE servfail.test. rcode SERVFAIL
$RULE refused.test. rcode REFUSED
$RULE formerr.test. rcode FORMERR
$RULE notimp.test.  rcode NOTIMP
cut.test.           MX    10 mail.test.
$RULE cut.test.     truncate
cutoff.test.        MX    10 mail.test.
$RULE cutoff.test.  truncate-only
chain.test.         CNAME c1.chain.test.
c1.chain.test.      CNAME c2.chain.test.
c2.chain.test.      CNAME c3.chain.test.
c3.chain.test.      MX    10 mail.test.
loop.test.          CNAME pool.test.
pool.test.          CNAME loop.test.
dangling.test.      CNAME gone.test.
aliasmx.test.       MX    10 alias.mail.test.
alias.mail.test.    CNAME mail.test.
loopmx.test.        MX    10 loop.test.
literal.test.       MX    10 192.0.2.1.
lossy.test.         MX    10 mail.test.
$RULE lossy.test.   MX drop first 2
slow.test.          MX    10 mail.test.
$RULE slow.test.    delay 600ms
lame.test.          MX    10 mail.lame.test.
$RULE mail.lame.test. rcode SERVFAIL
`

const mx = (name: string, exchange: string, preference = 10): ResourceRecord => ({
  name,
  type: "MX",
  ttl: 60,
  data: { preference, exchange }
})
const txt = (name: string, chunks: ReadonlyArray<string>): ResourceRecord => ({
  name,
  type: "TXT",
  ttl: 60,
  data: [...chunks]
})
const chunks = (text: string, octets: number): ReadonlyArray<string> =>
  text.match(new RegExp(`.{1,${octets}}`, "g")) ?? []

const spf = `v=spf1 ${Array.from({ length: 60 }, (_, n) => `ip4:192.0.2.${n}`).join(" ")} -all`

/** Records that a zone file cannot express, or not well. */
const records: ReadonlyArray<ResourceRecord> = [
  ...Array.from({ length: 500 }, (_, n) => mx("many.test", `h${n}.many.test`, n)),
  ...Array.from({ length: 499 }, (_, n) => mx("manyone.test", `h${n}.manyone.test`, n + 1)),
  mx("manyone.test", "mail.test", 0),
  mx("huge.test", "mail.test"),
  // As much as one message can carry (65,535 octets), and none of it a policy.
  txt("huge.test", chunks("x".repeat(63_000), 255)),
  mx("chunks.test", "mail.test"),
  txt("chunks.test", chunks(spf, 7)),
  mx("odd.test", 'ma il.\u0001\u0007".odd.test'),
  mx("oddtoo.test", "mail.test", 20),
  mx("oddtoo.test", "\u00ff\u0000<b>.oddtoo.test", 10),
  txt("oddtoo.test", ["v=spf1 \u0000\u001b[31m-all"])
]

type Expected = Partial<Pick<VerifyResult, "status" | "sub_status" | "spf_record">> & {
  readonly checks?: VerifyResult["checks"]
}

const failed = { status: "unknown", sub_status: "dns_error" } as const
const delivered: Expected = { checks: { mx: true, mx_routable: true } }
const unroutable: Expected = { status: "invalid", sub_status: "mx_unroutable" }

const rows: ReadonlyArray<readonly [says: string, domain: string, expected: Expected]> = [
  ["silence", "timeout.test", failed],
  ["SERVFAIL", "servfail.test", failed],
  ["REFUSED", "refused.test", failed],
  ["FORMERR", "formerr.test", failed],
  ["NOTIMP", "notimp.test", failed],
  ["an answer that is whole only over TCP", "cut.test", delivered],
  ["a truncated answer, and a TCP connection that is closed", "cutoff.test", failed],
  ["a chain of aliases", "chain.test", delivered],
  ["a loop of aliases", "loop.test", failed],
  [
    "an alias to a name that does not exist",
    "dangling.test",
    { status: "invalid", sub_status: "domain_not_found" }
  ],
  // RFC 5321 §5.1 and RFC 2181 §10.3 forbid it, but every mail server delivers.
  ["a mail host that is an alias", "aliasmx.test", delivered],
  [
    "a mail host in a loop of aliases",
    "loopmx.test",
    { status: "risky", sub_status: "low_score", checks: { mx: true } }
  ],
  ["an IP address in place of a mail host", "literal.test", unroutable],
  ["two lost packets", "lossy.test", delivered],
  ["slowness", "slow.test", delivered],
  [
    "a mail host with a lame delegation",
    "lame.test",
    { status: "risky", sub_status: "low_score", checks: { mx: true } }
  ],
  ["500 mail hosts without addresses", "many.test", { checks: { mx: true } }],
  ["500 mail hosts, the first of which has an address", "manyone.test", delivered],
  ["63 kB of text", "huge.test", { checks: { ...delivered.checks, spf: false } }],
  ["a record in many chunks", "chunks.test", { ...delivered, spf_record: spf }],
  ["a mail host that is no host name", "odd.test", unroutable],
  ["control characters in records", "oddtoo.test", { ...delivered, spf_record: "v=spf1 [31m-all" }],
  [
    "a domain that does not exist",
    "gone.test",
    { status: "invalid", sub_status: "domain_not_found" }
  ]
]

const world = Layer.unwrap(
  Effect.gen(function* () {
    const zone = yield* Effect.fromResult(ZoneFile.parse(zoneText, "this file"))
    const { address } = yield* DnsServer.start({ zones: [zone, Zone.make(records)] })
    return Verifier.layer().pipe(
      Layer.provide([Resolver.layer({ servers: [address] }), Lists.layer])
    )
  }).pipe(Effect.orDie)
)

/** In octets. What DNS can send is bounded, so the memory that it can use is bounded too. */
const heapGrowthMax = 64 * 1024 * 1024

const fastMillisMax = 5_000

const ask = Effect.fnUntraced(function* (domain: string) {
  const startedAt = yield* Clock.currentTimeMillis
  const verification = yield* Verifier.use((verifier) => verifier.verify(`ann@${domain}`))
  const elapsedMillis = (yield* Clock.currentTimeMillis) - startedAt
  const rendered = render(verification, {
    mode: "fast",
    creditsUsed: undefined,
    elapsedMillis,
    checkedAt: "2026-01-01T00:00:00.000Z"
  })
  return spoken(rendered)
})

// oxlint-disable-next-line no-control-regex -- the characters that must not appear
const controls = /[\u0000-\u001f\u007f]/

layer(world, { excludeTestServices: true })("Against", (it) => {
  for (const [says, domain, { checks, ...expected }] of rows) {
    it.effect(`${says} the answer is right and in time`, function* () {
      const answer = yield* ask(domain)
      const fields: Record<string, unknown> = { ...answer }
      for (const [key, value] of Object.entries(expected)) {
        assert.deepStrictEqual(fields[key], value, `${key}: ${answer.reasons.join(" ")}`)
      }
      const keys: Record<string, unknown> = { ...answer.checks }
      for (const [key, value] of Object.entries(checks ?? {})) {
        assert.strictEqual(keys[key], value, key)
      }
      assert.isAtMost(answer.response_time_ms, fastMillisMax)
      const texts = [...(answer.mx_records ?? []), answer.spf_record ?? "", ...answer.reasons]
      assert.notMatch(texts.join(""), controls)
    })
  }

  it.effect("all faults at once, repeated, memory stays bounded", function* () {
    const before = process.memoryUsage().heapUsed
    yield* Effect.forEach(
      Array.from({ length: 20 }, () => rows).flat(),
      ([, domain]) => ask(domain),
      { concurrency: 64, discard: true }
    )
    assert.isBelow(process.memoryUsage().heapUsed - before, heapGrowthMax)
  })
})
