/** Words for a row of activity. */
import type { ActivityRow } from "@rcpt/api/Activity"
import type { Key } from "@rcpt/api/Keys"

export const kindLabels: Readonly<Record<ActivityRow["what"], string>> = {
  check: "Check",
  batch: "Batch",
  batch_item: "Address of a batch",
  request: "API request"
}

/** What a row is about: its address, or the request. */
export const titleOf = ({ email, what, method = "", path = "" }: ActivityRow): string =>
  email ?? (what === "check" ? "Address erased or unreadable" : `${method} ${path}`)

const seconds = new Intl.NumberFormat("en", { maximumFractionDigits: 1 })
const milliseconds = new Intl.NumberFormat("en")

export const durationText = (millis: number): string =>
  millis < 1_000 ? `${milliseconds.format(millis)} ms` : `${seconds.format(millis / 1_000)} s`

/** A key that was revoked is not among them. */
export const callerOf = ({ via, key_id }: ActivityRow, keys: ReadonlyArray<Key>): string => {
  if (via === "dashboard") return "Dashboard"
  return keys.find(({ id }) => id === key_id)?.name ?? "Revoked key"
}
