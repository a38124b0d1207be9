/**
 * Use of the public demo: stream `demo-<account>` of the owner's account. One event counts many
 * checks, so that anonymous visitors cannot fill the log.
 */
import { Schema } from "effect"

const isMonth = Schema.isPattern(/^\d{4}-\d{2}$/u)
const isCount = Schema.isGreaterThanOrEqualTo(1)

// Stored format: tags and fields outlive every deployment. Never rename; add only optional fields.
export const DemoEvent = Schema.TaggedUnion({
  /** `month` is the UTC month in which the checks were answered, as in `2026-11`. */
  DemoChecksCounted: {
    accountId: Schema.String,
    month: Schema.String.check(isMonth),
    checks: Schema.Int.check(isCount)
  }
})
export type DemoEvent = typeof DemoEvent.Type

/** How these events are stored (`EventCodec` of the store): streams `demo-<account>`. */
export const format = { category: "demo", events: DemoEvent, upcasts: {} }
