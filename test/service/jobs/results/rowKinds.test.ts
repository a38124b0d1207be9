/** What a finished job says of its rows before somebody downloads or verifies them again: the same as its files say. */
import { Recommendation } from "@rcpt/domain/recommendation"
import type { ResultRow } from "@rcpt/service/jobs/csv/ResultRow"
import { isProvable } from "@rcpt/service/jobs/results/rowKinds"
import type { RowKind } from "@rcpt/service/jobs/results/rowKinds"
import { Effect } from "effect"

import { live } from "../../../support/service.ts"
import { assert, describe, it, layer } from "../../../support/vitest.ts"
import { layer as world, priceOf, settled, World } from "../jobsHttpWorld.ts"
import { ask, facetsOf } from "./facetsWorld.ts"

const open: RowKind = { status: "valid", normalizedEmail: "ann@acme.test" }
const unverified: RowKind = {
  ...open,
  status: "risky",
  subStatus: "mailbox_unverified",
  smtpStatus: "unknown"
}

const kinds: ReadonlyArray<readonly [what: string, kind: RowKind, isProvable: boolean]> = [
  ["valid, and no mail server was asked", open, true],
  ["the same at Gmail", { ...open, mxProvider: "Gmail" }, true],
  ["the same at Yahoo", { ...open, mxProvider: "Yahoo Mail" }, false],
  ["the same at Proton", { ...open, mxProvider: "Proton Mail" }, false],
  ["the same with a local part beyond ASCII", { ...open, normalizedEmail: "ä@acme.test" }, false],
  ["the same, erased", { status: "valid" }, false],
  ["valid, and its mail server confirmed it", { ...open, smtpStatus: "deliverable" }, false],
  ["a shared inbox", { ...open, status: "risky", subStatus: "role_based" }, false],
  ["not confirmed", unverified, true],
  ["not confirmed, by Yahoo", { ...unverified, mxProvider: "Yahoo Mail" }, false],
  ["greylisted", { ...unverified, smtpStatus: "greylisted" }, true],
  [
    "not asked for want of time",
    { ...unverified, smtpStatus: "not_checked", smtpReason: "smtp_throttled" },
    true
  ],
  [
    "not asked for its local part",
    { ...unverified, smtpStatus: "not_checked", smtpReason: "smtp_smtputf8" },
    false
  ],
  [
    "not asked for its hosts",
    { ...unverified, smtpStatus: "not_checked", smtpReason: "smtp_unsafe_mx" },
    false
  ]
]

describe("Deep mode may still decide", () => {
  for (const [what, kind, expected] of kinds)
    it(`${expected ? "a row that is" : "no row that is"} ${what}`, () =>
      assert.strictEqual(isProvable(kind), expected))
})

const result = (n: number, email: string): ResultRow => ({
  score: 50,
  creditsUsed: 1,
  checkedAt: "2026-11-21T00:00:00.000Z",
  ...kinds[n % kinds.length]![1],
  ...(kinds[n % kinds.length]![1].normalizedEmail !== undefined && { normalizedEmail: email })
})

const local = (n: number): string => (kinds[n % kinds.length]![0].includes("beyond") ? "ä" : "a")

/** Three of each kind, and each fifth address once more. */
const emails = Array.from({ length: 3 * kinds.length }, (_, n) => `${local(n)}${n}@acme.test`)
const csv = ["email", ...emails, ...emails.filter((_, n) => n % 5 === 0)].join("\n")

const jobIn = (mode: "fast" | "deep") =>
  Effect.gen(function* () {
    const { node, customer } = yield* World
    const { account, apiKey } = yield* customer(10_000)
    const id = yield* Effect.provide(settled({ account, csv, mode, result }), node)
    return { id, apiKey }
  })

layer(world(), live)("A finished job", (it) => {
  for (const mode of ["fast", "deep"] as const)
    it.effect(`in ${mode} mode counts what each of its files has`, function* () {
      const { running } = yield* World
      const own = yield* jobIn(mode)
      const { recommendations } = yield* facetsOf(running, own)
      const inFiles = yield* Effect.forEach(Recommendation.literals, (recommendation) =>
        Effect.map(ask(running, own, `download?recommendation=${recommendation}`), ({ text }) => ({
          recommendation,
          rows: text.trimEnd().split("\r\n").length - 1
        }))
      )
      assert.deepStrictEqual(recommendations, inFiles)
      assert.isTrue(inFiles.filter(({ rows }) => rows > 0).length >= 3)
    })

  it.effect("offers for deep mode what it takes with `provable`", function* () {
    const { running } = yield* World
    const own = yield* jobIn("fast")
    const { provable } = yield* facetsOf(running, own)
    const answer = yield* running.get(`/api/v1/jobs/${own.id}/verify?dry_run=true`, {
      method: "POST",
      apiKey: own.apiKey,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ provable: true })
    })
    const price = yield* priceOf(answer)
    assert.deepStrictEqual(provable, {
      rows: price.total_rows,
      addresses: price.distinct_rows
    })
    const expected = kinds.filter(([, , isProvable]) => isProvable).length * 3
    assert.strictEqual(price.distinct_rows, expected)
    assert.isAbove(price.total_rows, expected)
  })
})
