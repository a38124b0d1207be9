import type { BulkJob } from "@rcpt/api/Jobs"

import { changesText } from "../../packages/cli/src/jobs.ts"
import { assert, describe, it } from "../support/vitest.ts"

const since: BulkJob = {
  id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d",
  filename: "spring\u202E.csv",
  total_rows: 4,
  processed_rows: 4,
  valid_count: 4,
  invalid_count: 0,
  risky_count: 0,
  unknown_count: 0,
  status: "complete",
  mode: "fast",
  credits_reserved: 4,
  credits_charged: 4,
  started_at: "2026-01-31T12:00:00.250Z",
  completed_at: "2026-01-31T12:00:01.000Z",
  created_at: "2026-01-31T12:00:00.000Z"
}

describe("What changed, for people", () => {
  it("is what moved, came, went and stayed, since a job that is named", () => {
    const changes = [{ from: "valid", to: "invalid", rows: 12 }] as const
    const text = changesText({ since, same: 3, changed: 12, added: 1, removed: 0, changes }, 80)
    assert.strictEqual(
      text,
      [
        `Since job ${since.id}`,
        "spring\uFFFD.csv, 2026-01-31 12:00 UTC",
        "",
        "what             addresses",
        "valid → invalid  12",
        "new              1",
        "gone             0",
        "same             3"
      ].join("\n")
    )
  })

  it("is nothing if there was no such list", () => {
    const none = { since: null, same: 0, changed: 0, added: 0, removed: 0, changes: [] }
    assert.strictEqual(changesText(none, 80), "No earlier job of this list was found.")
  })
})
