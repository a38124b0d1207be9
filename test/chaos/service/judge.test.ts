/** The judgement of a run: whatever is wrong in what was recorded makes one claim fail, and only that. */

import type { ComparedRow } from "../../support/lists/compareList.ts"
import { columns } from "../../support/lists/labList.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import type { Evidence } from "./Evidence.ts"
import type { Injected } from "./faults.ts"
import { judge } from "./judge.ts"
import type { Check, FailedAttempt } from "./realtime.ts"
import { errorClasses } from "./realtimeErrors.ts"
import { longestStandstill, overlap } from "./standstill.ts"

const fault = (kind: Injected["kind"], from: number, to: number): Injected => ({
  kind,
  from,
  to,
  at: from,
  lasts: to - from,
  node: 2,
  variant: "harsh"
})

const rows = (count: number): ReadonlyArray<ComparedRow> =>
  Array.from({ length: count }, (_, row) => ({ row, is: "as expected", creditsUsed: 1, text: "" }))

const check: Check = {
  mode: "fast",
  email: "ann@acme.test",
  expected: columns("valid", 100, 1),
  errors: [],
  answer: { status: "valid", score: 100, credits_used: 1 },
  took: 20
}

const failed = (node: number, sentAt: number): FailedAttempt => ({
  node,
  sentAt,
  endedAt: sentAt + 10,
  outcome: "ECONNRESET",
  text: "",
  headers: {},
  reused: true,
  answered: false
})

/** Of 200 rows and 100 answers, with a kill of node 2 from 10 to 20 s. */
const clean: Evidence = {
  faults: [fault("kill", 10_000, 20_000)],
  jobs: [
    { id: "a", mode: "fast", status: "complete", rows: rows(100) },
    { id: "b", mode: "deep", status: "complete", rows: rows(100) }
  ],
  checks: Array.from({ length: 100 }, () => check),
  progress: new Map([
    [
      "a",
      [
        { at: 0, settled: 0 },
        { at: 9_000, settled: 100 }
      ]
    ],
    [
      "b",
      [
        { at: 0, settled: 0 },
        { at: 30_000, settled: 100 }
      ]
    ]
  ]),
  outages: [{ from: 5_000, to: 26_000 }],
  creditsAtStart: 1_000,
  books: { available: 695, held: 5, charged: 300 },
  peaks: [2, 1, 3],
  conversationsMax: 2,
  ledger: { code: 0, text: "" },
  unexpectedEnds: [],
  uncleanStops: []
}

const withRow = (row: Partial<ComparedRow>): Evidence => ({
  ...clean,
  jobs: [{ ...clean.jobs[0]!, rows: [{ ...rows(1)[0]!, ...row }, ...rows(99)] }, clean.jobs[1]!]
})

const withCheck = (changes: Partial<Check>): Evidence => ({
  ...clean,
  checks: [{ ...check, ...changes }, ...clean.checks.slice(1)]
})

const brokenClaims = (evidence: Evidence): ReadonlyArray<string> =>
  judge(evidence)
    .filter(({ holds }) => !holds)
    .map(({ says }) => says)

describe("A run without a flaw", () => {
  it("holds every claim", () => assert.deepStrictEqual(brokenClaims(clean), []))

  it("may have checks that found nothing out, at the price of that, where they are few", () => {
    const answer = { status: "unknown", sub_status: "dns_error", score: 50, credits_used: 0 }
    const books = { ...clean.books, available: 696, charged: 299 }
    assert.deepStrictEqual(brokenClaims({ ...withCheck({ answer }), books }), [])
  })

  it("may have errors on connections that a fault has cut", () => {
    for (const at of [9_995, 15_000, 22_000])
      assert.deepStrictEqual(brokenClaims(withCheck({ errors: [failed(2, at)] })), [])
  })
})

describe("A run in which", () => {
  const flaws: ReadonlyArray<[what: string, evidence: Evidence, claim: string]> = [
    [
      "a job has not ended",
      { ...clean, jobs: [{ ...clean.jobs[0]!, status: "unfinished" }, clean.jobs[1]!] },
      "All jobs are completed"
    ],
    [
      "a row is wrong",
      withRow({ is: "different" }),
      "No row of a job is lost, doubled or other than the lab defines"
    ],
    [
      "a row was charged twice",
      withRow({ creditsUsed: 2 }),
      "The account has paid for each row and each answer once"
    ],
    [
      "an answer is wrong",
      withCheck({ answer: { status: "risky", score: 100, credits_used: 1 } }),
      "Each real-time check is answered in the end, and as the lab defines"
    ],
    [
      "credits are lost",
      { ...clean, books: { ...clean.books, available: 694 } },
      "The account has paid for each row and each answer once"
    ],
    [
      "many checks found nothing out",
      {
        ...clean,
        jobs: [
          { ...clean.jobs[0]!, rows: rows(100).map((row) => ({ ...row, is: "inconclusive" })) },
          clean.jobs[1]!
        ]
      },
      "At most 1 % of rows and answers found nothing out"
    ],
    [
      "the ledger is not what it says",
      { ...clean, ledger: { code: 1, text: "I3" } },
      "rcpt ledger verify finds nothing"
    ],
    [
      "a fast job stands still",
      {
        ...clean,
        progress: new Map([
          [
            "a",
            [
              { at: 30_000, settled: 0 },
              { at: 41_000, settled: 1 }
            ]
          ]
        ])
      },
      "No fast job stands still for more than 10 s"
    ],
    [
      "a deep job stands still",
      {
        ...clean,
        progress: new Map([
          [
            "b",
            [
              { at: 30_000, settled: 0 },
              { at: 41_000, settled: 1 }
            ]
          ]
        ])
      },
      "No deep job stands still for more than 10 s"
    ],
    [
      "a request to another node fails",
      withCheck({ errors: [failed(1, 15_000)] }),
      "Real-time requests fail only where a connection was cut"
    ],
    [
      "a request fails long after the fault",
      withCheck({ errors: [failed(2, 25_000)] }),
      "Real-time requests fail only where a connection was cut"
    ],
    [
      "a request fails because a clock is wrong",
      {
        ...withCheck({ errors: [failed(2, 15_000)] }),
        faults: [fault("clockSkew", 10_000, 20_000)]
      },
      "Real-time requests fail only where a connection was cut"
    ],
    [
      "a mail server has two conversations too many",
      { ...clean, peaks: [4] },
      "A mail server has 2 conversations at once, 1 more at a fail-over"
    ],
    ["a node dies", { ...clean, unexpectedEnds: ["out of memory"] }, "No node ends by itself"],
    [
      "a node does not stop",
      { ...clean, uncleanStops: ["node 1: not within 15 s"] },
      "Each node ends in order and in time on SIGTERM"
    ]
  ]
  for (const [what, evidence, claim] of flaws)
    it(`${what} fails that claim alone`, () =>
      assert.deepStrictEqual(brokenClaims(evidence), [claim]))
})

describe("The errors of a run", () => {
  it("are counted by the fault that had cut a connection", () => {
    const errors = [failed(2, 15_000), failed(2, 16_000), failed(3, 15_000)]
    assert.deepStrictEqual(errorClasses(withCheck({ errors })), [
      { cutBy: "kill", outcome: "ECONNRESET", count: 2 },
      { cutBy: "none", outcome: "ECONNRESET", count: 1 }
    ])
  })
})

describe("A standstill", () => {
  it("is counted without the times at which Postgres was away, each of them once", () => {
    const outages = [
      { from: 5, to: 20 },
      { from: 0, to: 10 },
      { from: 30, to: 60 },
      { from: 8, to: 12 }
    ]
    assert.strictEqual(overlap({ from: 2, to: 40 }, outages), 28)
    assert.strictEqual(overlap({ from: 20, to: 30 }, outages), 0)
    const progress = [
      { at: 2, settled: 0 },
      { at: 40, settled: 1 },
      { at: 49, settled: 2 },
      { at: 72, settled: 3 }
    ]
    assert.deepStrictEqual(longestStandstill(progress, outages), { from: 49, to: 72, millis: 12 })
    assert.isUndefined(longestStandstill(progress.slice(1, 2), outages))
  })
})
