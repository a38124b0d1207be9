import * as Credits from "@rcpt/domain/Credits"
import * as Demo from "@rcpt/domain/Demo"
import * as Job from "@rcpt/domain/Job"
import { billingOf } from "@rcpt/service/views/billingEvents"
import type { BillingEvent } from "@rcpt/service/views/billingEvents"
import * as EventCodec from "@rcpt/store/EventCodec"
import type { NewEvent } from "@rcpt/store/EventStore"

import { assert, describe, it } from "../../support/vitest.ts"

const credits = EventCodec.make(Credits.format)
const jobs = EventCodec.make(Job.format)
const demo = EventCodec.make(Demo.format)
const ledger = credits.streamOf("ann")
const job = jobs.streamOf("j1")

const event = Credits.CreditsEvent.cases
const jobEvent = Job.JobEvent.cases
const purpose = { kind: "verification", mode: "fast" } as const
const receipt = { status: "risky", score: 80 } as const
const nobody = { ...Job.noRows }
const tally = { valid: 4, risky: 3, invalid: 2, unknown: 1 }

const stored = (stream: string, fact: NewEvent) => ({
  ...fact,
  stream,
  version: 1,
  commitId: 1,
  atMicros: 0,
  hash: new Uint8Array()
})

type Row = readonly [what: string, stream: string, fact: NewEvent, means: BillingEvent | undefined]

const rows: ReadonlyArray<Row> = [
  [
    "A grant",
    ledger,
    credits.encode(event.CreditsGranted.make({ grantId: "g", credits: 9, reason: "top-up" })),
    {
      account: "ann",
      movement: { type: "grant", credits: 9, change: 9, holdId: null },
      spent: 0
    }
  ],
  [
    "An adjustment downwards",
    ledger,
    credits.encode(event.CreditsAdjusted.make({ adjustmentId: "a", credits: -3, reason: "error" })),
    {
      account: "ann",
      movement: { type: "adjust", credits: 3, change: -3, holdId: null },
      spent: 0
    }
  ],
  [
    "A hold",
    ledger,
    credits.encode(event.CreditsHeld.make({ holdId: "h", credits: 5, expiresAt: 1, purpose })),
    { account: "ann", movement: { type: "hold", credits: 5, change: -5, holdId: "h" }, spent: 0 }
  ],
  [
    "A charge for an answer to an API key",
    ledger,
    credits.encode(event.CreditsCharged.make({ holdId: "h", credits: 5, receipt })),
    {
      account: "ann",
      movement: { type: "charge", credits: 5, change: 0, holdId: "h" },
      checks: { origin: "api", count: 1, tally: { ...nobody, risky: 1 } },
      spent: 5
    }
  ],
  [
    "A refund for an answer in the dashboard that was unknown",
    ledger,
    credits.encode(
      event.CreditsRefunded.make({
        holdId: "h",
        credits: 1,
        reason: "unknown",
        receipt: { status: "unknown", score: 20, via: "dashboard" }
      })
    ),
    {
      account: "ann",
      movement: { type: "refund", credits: 1, change: 1, holdId: "h" },
      checks: { origin: "single", count: 1, tally: { ...nobody, unknown: 1 } },
      spent: 0
    }
  ],
  [
    "A charge that comes back",
    ledger,
    credits.encode(event.CreditsRefunded.make({ holdId: "h", credits: 5, reason: "unanswered" })),
    { account: "ann", movement: { type: "refund", credits: 5, change: 5, holdId: "h" }, spent: -5 }
  ],
  [
    "A new job",
    job,
    jobs.encode(
      jobEvent.JobSubmitted.make({
        accountId: "ann",
        holdId: "h",
        mode: "deep",
        rows: 10,
        chunks: 1,
        credits: 50
      })
    ),
    { account: "ann", spent: 0, job: { id: "j1", holdId: "h" } }
  ],
  [
    "Settled rows, some of them of the sandbox",
    job,
    jobs.encode(
      jobEvent.ChunkSettled.make({
        accountId: "ann",
        holdId: "h",
        chunk: 0,
        rows: 10,
        credits: 7,
        tally,
        sandbox: 2,
        sandboxTally: { ...nobody, valid: 1, risky: 1 }
      })
    ),
    {
      account: "ann",
      movement: { type: "charge", credits: 7, change: 0, holdId: "h" },
      checks: { origin: "bulk", count: 8, tally: { ...tally, valid: 3, risky: 2 } },
      spent: 7
    }
  ],
  [
    "Settled rows that cost nothing",
    job,
    jobs.encode(
      jobEvent.ChunkSettled.make({
        accountId: "ann",
        holdId: "h",
        chunk: 0,
        rows: 1,
        credits: 0,
        tally: { ...nobody, unknown: 1 }
      })
    ),
    {
      account: "ann",
      checks: { origin: "bulk", count: 1, tally: { ...nobody, unknown: 1 } },
      spent: 0
    }
  ],
  ["The start of a job", job, jobs.encode(jobEvent.JobStarted.make({})), undefined],
  [
    "Checks of the demo",
    demo.streamOf("ann"),
    demo.encode(
      Demo.DemoEvent.cases.DemoChecksCounted.make({
        accountId: "ann",
        month: "2026-11",
        checks: 12
      })
    ),
    {
      account: "ann",
      spent: 0,
      checks: { origin: "public", count: 12, tally: nobody, month: "2026-11-01" }
    }
  ],
  [
    "An event of another aggregate",
    "account-ann",
    { type: "AccountSuspended", v: 1, data: '{"by":"owner"}' },
    undefined
  ]
]

describe("What an event means for credits and checks", () => {
  for (const [what, stream, fact, means] of rows)
    it(what, () => assert.deepEqual(billingOf(stored(stream, fact)), means))

  it("is not guessed of an event that this program does not know", () =>
    assert.throws(() => billingOf(stored(ledger, { type: "CreditsBurnt", v: 1, data: "{}" }))))
})
