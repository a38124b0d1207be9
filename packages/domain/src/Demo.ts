/**
 * What the public demo was used for: stream `demo-<account>`, of the owner's account. One event counts
 * many checks: strangers cause them, and the log is not theirs to fill.
 */
import { Schema } from "effect"

const isMonth = Schema.isPattern(/^\d{4}-\d{2}$/u)
const isCount = Schema.isGreaterThanOrEqualTo(1)

// Stored format: tags and fields outlive every deployment. Never rename; add only optional fields.
export const DemoEvent = Schema.TaggedUnion({
  /** `month`: in which they were answered, UTC, as in `2026-11`. */
  DemoChecksCounted: {
    accountId: Schema.String,
    month: Schema.String.check(isMonth),
    checks: Schema.Int.check(isCount)
  }
})
export type DemoEvent = typeof DemoEvent.Type
