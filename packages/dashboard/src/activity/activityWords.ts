/** Words for a row of activity. */
import type { ActivityRow } from "@rcpt/api/Activity"
import type { Key } from "@rcpt/api/Keys"

import { words } from "../words/activity.tsx"

/** What a row is about: its address, or the request. */
export const titleOf = ({ email, what, method = "", path = "" }: ActivityRow): string =>
  email ?? (what === "check" ? words.erased : `${method} ${path}`)

/** A key that was revoked is not among them. */
export const callerOf = ({ via, key_id }: ActivityRow, keys: ReadonlyArray<Key>): string => {
  if (via === "dashboard") return words.dashboard
  return keys.find(({ id }) => id === key_id)?.name ?? words.revokedKey
}
