import type { DomainEvidence, Evidence } from "@rcpt/domain/Evidence"
import { absent, notAsked, present, unanswered } from "@rcpt/domain/Fact"
import type { Judgement } from "@rcpt/domain/Verdict"
import { findings } from "@rcpt/verifier/findings"
import { judge, verdictRules } from "@rcpt/verifier/judge"
import { scoreRules } from "@rcpt/verifier/scoreRules"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

const hosts = (implicit: boolean) =>
  ({ _tag: "hosts", hosts: [{ host: "mx.x.test", preference: 10 }], implicit }) as const
const spf = (count: number) => present({ record: "v=spf1 -all", count })
const dmarc = present({
  record: "v=DMARC1; p=reject",
  policy: "reject",
  publishedAt: "x.test"
} as const)

const sound: DomainEvidence = {
  domain: "x.test",
  route: hosts(false),
  routability: { _tag: "routable" },
  spf: spf(1),
  dmarc
}
const wellFormed = (smtputf8: boolean) =>
  ({
    _tag: "wellFormed",
    address: { localPart: "ann", domain: "x.test", smtputf8 },
    normalized: "ann@x.test"
  }) as const

const evidence = (
  domain: Partial<DomainEvidence> = {},
  lists: Partial<Evidence["lists"]> = {}
): Evidence => ({
  input: "ann@x.test",
  syntax: wellFormed(false),
  lists: { disposable: false, free: false, role: false, ...lists },
  domain: { ...sound, ...domain }
})

const settled = (route: DomainEvidence["route"]) =>
  evidence({
    route,
    routability: { _tag: "unanswered", why: notAsked.why },
    spf: notAsked,
    dmarc: notAsked
  })

const malformed: Evidence = {
  input: "ann",
  syntax: { _tag: "malformed", why: "it has no @" },
  lists: undefined,
  domain: undefined
}

const bare = { spf: absent, dmarc: absent }

describe("judge", () => {
  const rows: ReadonlyArray<
    readonly [
      what: string,
      evidence: Evidence,
      status: Judgement["status"],
      subStatus: Judgement["subStatus"],
      score: number
    ]
  > = [
    ["malformed", malformed, "invalid", "failed_syntax_check", 0],
    ["DNS down", settled({ _tag: "unanswered", why: "SERVFAIL" }), "unknown", "dns_error", 50],
    ["no such domain", settled({ _tag: "noDomain" }), "invalid", "domain_not_found", 0],
    ["null MX", settled({ _tag: "nullMx" }), "invalid", "does_not_accept_mail", 0],
    [
      "private mail hosts",
      evidence({ routability: { _tag: "unroutable", why: "privateAddress" } }),
      "invalid",
      "mx_unroutable",
      0
    ],
    [
      "neither MX nor address",
      evidence({ ...settled({ _tag: "noMail" }).domain, ...bare }),
      "risky",
      "no_mx_records",
      10
    ],
    ["only an address", evidence({ route: hosts(true) }), "risky", "no_mx_records", 60],
    [
      "only an address, no policies",
      evidence({ route: hosts(true), ...bare }),
      "risky",
      "no_mx_records",
      50
    ],
    ["disposable", evidence({}, { disposable: true }), "risky", "disposable", 40],
    ["disposable role", evidence({}, { disposable: true, role: true }), "risky", "disposable", 20],
    ["role", evidence({}, { role: true }), "risky", "role_based", 80],
    ["role, no policies", evidence(bare, { role: true }), "risky", "role_based", 70],
    [
      "a private server's role",
      evidence({ routability: { _tag: "unroutable", why: "noAddress" } }, { role: true }),
      "invalid",
      "mx_unroutable",
      0
    ],
    ["all sound", evidence(), "valid", undefined, 100],
    ["free", evidence({}, { free: true }), "valid", undefined, 100],
    ["no DMARC", evidence({ dmarc: absent }), "valid", undefined, 95],
    ["neither SPF nor DMARC", evidence(bare), "valid", undefined, 90],
    ["two SPF records", evidence({ spf: spf(2) }), "valid", undefined, 100],
    [
      "policies unanswered",
      evidence({ spf: unanswered("timeout"), dmarc: unanswered("timeout") }),
      "valid",
      undefined,
      100
    ],
    [
      "hosts unanswered",
      evidence({ routability: { _tag: "unanswered", why: "timeout" } }),
      "valid",
      undefined,
      85
    ],
    [
      "hosts unanswered, no policies",
      evidence({ ...bare, routability: { _tag: "unanswered", why: "timeout" } }),
      "risky",
      "low_score",
      75
    ],
    ["not ASCII", { ...evidence(), syntax: wellFormed(true) }, "valid", undefined, 100]
  ]
  for (const [what, given, status, subStatus, score] of rows) {
    it(`${what} → ${subStatus ?? status}, ${score}`, () => {
      const judgement = judge(given)
      assert.deepStrictEqual(
        { status: judgement.status, subStatus: judgement.subStatus, score: judgement.score },
        { status, subStatus, score }
      )
    })
  }

  it("has an example above for every rule of the verdict", () => {
    const shown = new Set(rows.map(([, given]) => judge(given).subStatus))
    for (const { subStatus } of verdictRules) assert.isTrue(shown.has(subStatus), subStatus)
  })

  it("gives its reasons strongest first, in sentences", () => {
    assert.deepStrictEqual(judge(malformed).reasons, [
      "The address is not well-formed: it has no @."
    ])
    assert.deepStrictEqual(judge(evidence(bare, { role: true })).reasons, [
      "The address belongs to a function, not to a person.",
      "The domain publishes no SPF record.",
      "The domain publishes no DMARC record."
    ])
    assert.deepStrictEqual(judge(evidence()).reasons, [])
  })

  it("counts each finding once, and only findings that exist", () => {
    const counted = scoreRules.map(({ finding }) => finding)
    assert.strictEqual(new Set(counted).size, counted.length)
    for (const { finding } of [...scoreRules, ...verdictRules]) assert.property(findings, finding)
  })

  const oneOf = <A>(...values: ReadonlyArray<A>) => fc.constantFrom(...values)
  const facts = <A>(value: A) =>
    fc.constantFrom(present(value), absent, unanswered("timeout"), notAsked)
  const arbitrary: fc.Arbitrary<Evidence> = fc.record({
    input: fc.string(),
    syntax: fc.constantFrom(malformed.syntax, wellFormed(true), wellFormed(false)),
    lists: fc.option(
      fc.record({ disposable: fc.boolean(), free: fc.boolean(), role: fc.boolean() }),
      { nil: undefined }
    ),
    domain: fc.option(
      fc.record({
        domain: fc.domain(),
        route: oneOf<DomainEvidence["route"]>(
          hosts(true),
          hosts(false),
          { _tag: "nullMx" },
          { _tag: "noDomain" },
          { _tag: "noMail" },
          { _tag: "unanswered", why: "SERVFAIL" }
        ),
        routability: oneOf<DomainEvidence["routability"]>(
          { _tag: "routable" },
          { _tag: "unroutable", why: "noAddress" },
          { _tag: "unanswered", why: "timeout" }
        ),
        spf: facts({ record: "v=spf1", count: 1 }),
        dmarc: facts({ record: "v=DMARC1", policy: "none", publishedAt: "x.test" } as const)
      }),
      { nil: undefined }
    )
  })

  it("keeps what each status promises about score and sub-status, for any evidence", () => {
    const range = { valid: [80, 100], risky: [0, 100], invalid: [0, 10], unknown: [0, 50] } as const
    fc.assert(
      fc.property(arbitrary, (given) => {
        const judgement = judge(given)
        const [least, most] = range[judgement.status]
        assert.isTrue(Number.isInteger(judgement.score))
        assert.isTrue(judgement.score >= least && judgement.score <= most)
        assert.strictEqual(judgement.subStatus === undefined, judgement.status === "valid")
        assert.isTrue(judgement.status === "valid" || judgement.reasons.length > 0)
        assert.deepStrictEqual(judge(structuredClone(given)), judgement)
      }),
      { numRuns: 1_000 }
    )
  })

  it("never thinks better of an address for one more bad finding", () => {
    const worse: ReadonlyArray<(given: Evidence) => Evidence> = [
      (given) => ({ ...given, syntax: malformed.syntax }),
      (given) => ({ ...given, lists: given.lists && { ...given.lists, disposable: true } }),
      (given) => ({ ...given, lists: given.lists && { ...given.lists, role: true } }),
      (given) => ({ ...given, domain: given.domain && { ...given.domain, spf: absent } }),
      (given) => ({ ...given, domain: given.domain && { ...given.domain, dmarc: absent } }),
      (given) => ({
        ...given,
        domain: given.domain && {
          ...given.domain,
          routability: { _tag: "unroutable", why: "noAddress" }
        }
      })
    ]
    fc.assert(
      fc.property(arbitrary, fc.constantFrom(...worse), (given, worsen) => {
        assert.isAtMost(judge(worsen(given)).score, judge(given).score)
      }),
      { numRuns: 2_000 }
    )
  })
})
