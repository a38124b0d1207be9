import * as Credits from "@rcpt/domain/Credits"
import * as Job from "@rcpt/domain/Job"
import { postingOf } from "@rcpt/domain/postings"

import { assert, describe, it } from "../support/vitest.ts"

const { CreditsGranted, CreditsAdjusted, CreditsHeld, CreditsCharged, CreditsRefunded } =
  Credits.CreditsEvent.cases
const { ChunkSettled, JobStarted } = Job.JobEvent.cases

const purpose = { kind: "verification", mode: "deep" } as const
const settled = (credits: number) =>
  ChunkSettled.make({
    accountId: "ann",
    holdId: "h",
    chunk: 0,
    rows: 1,
    credits,
    tally: { ...Job.noRows, valid: 1 }
  })
const adjusted = (credits: number) =>
  CreditsAdjusted.make({ adjustmentId: "a", credits, reason: "a correction" })

describe("The posting of", () => {
  const rows: ReadonlyArray<readonly [string, Credits.CreditsEvent | Job.JobEvent, string]> = [
    [
      "a grant",
      CreditsGranted.make({ grantId: "g", credits: 9, reason: "" }),
      "sys:issued → avail:ann 9"
    ],
    ["an adjustment upwards", adjusted(3), "sys:adjusted → avail:ann 3"],
    ["an adjustment downwards", adjusted(-3), "avail:ann → sys:adjusted 3"],
    [
      "a hold",
      CreditsHeld.make({ holdId: "h", credits: 5, expiresAt: null, purpose }),
      "avail:ann → hold:h 5 (h)"
    ],
    ["a charge", CreditsCharged.make({ holdId: "h", credits: 5 }), "hold:h → sys:usage:ann 5 (h)"],
    [
      "a refund of the remainder",
      CreditsRefunded.make({ holdId: "h", credits: 4, reason: "remainder" }),
      "hold:h → avail:ann 4 (h)"
    ],
    [
      "a refund of a charge whose answer was lost",
      CreditsRefunded.make({ holdId: "h", credits: 5, reason: "unanswered" }),
      "sys:usage:ann → avail:ann 5 (h)"
    ],
    ["settled rows of a job", settled(7), "hold:h → sys:usage:ann 7 (h)"],
    ["settled rows that cost nothing", settled(0), "nothing"],
    ["the start of a job", JobStarted.make({}), "nothing"]
  ]
  for (const [what, event, posting] of rows) {
    it(what, () => {
      const { debit, credit, amount, holdId } = postingOf("ann", event) ?? {}
      const hold = holdId ? ` (${holdId})` : ""
      assert.strictEqual(debit ? `${debit} → ${credit} ${amount}${hold}` : "nothing", posting)
    })
  }
})
