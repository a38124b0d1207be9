/** Totals of a calendar month. */
import { Schema } from "effect"

export const MonthTotals = Schema.Struct({
  month: Schema.String.annotate({ description: "UTC, such as `2026-11`." }),
  balance_before: Schema.Int.annotate({ description: "The balance when the month began." }),
  granted: Schema.Int.annotate({ description: "Credits granted." }),
  adjusted: Schema.Int.annotate({
    description: "Adjustments; negative if they removed more credits than they added."
  }),
  held: Schema.Int.annotate({ description: "Credits held for what is not settled yet." }),
  charged: Schema.Int.annotate({ description: "Credits charged." }),
  refunded: Schema.Int.annotate({ description: "Credits refunded." }),
  balance_after: Schema.Int.annotate({
    description: "`balance_before` + `granted` + `adjusted` − `held` + `refunded`."
  })
}).annotate({
  identifier: "MonthTotals",
  description: "Sums of the credits of one calendar month."
})
export type MonthTotals = typeof MonthTotals.Type
