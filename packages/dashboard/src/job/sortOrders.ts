/** The orders in which rows can be shown. Empty: that of the file. */
import { words } from "../words/results.tsx"

const values = ["", "address", "-address", "status", "-status", "-score", "score"] as const

export type SortOrder = (typeof values)[number]

export const sortOrders: ReadonlyArray<{ readonly value: SortOrder; readonly label: string }> =
  values.map((value) => ({ value, label: words.orders[value].label }))
