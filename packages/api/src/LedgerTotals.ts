/** Totals of a calendar month. */
import { Schema } from "effect"

export const MonthTotals = Schema.Struct({
  month: Schema.String.annotate({ description: "UTC, such as `2026-11`." }),
  balance_before: Schema.Int,
  granted: Schema.Int,
  adjusted: Schema.Int.annotate({
    description: "Adjustments; negative if they removed more credits than they added."
  }),
  held: Schema.Int,
  charged: Schema.Int,
  refunded: Schema.Int,
  balance_after: Schema.Int.annotate({
    description: "`balance_before` + `granted` + `adjusted` − `held` + `refunded`."
  })
}).annotate({ identifier: "MonthTotals" })
export type MonthTotals = typeof MonthTotals.Type
