/** Words for a row of activity. */
import type { ActivityRow } from "@rcpt/api/Activity"
import type { Key } from "@rcpt/api/Keys"

import { words } from "../words/activity.tsx"

/** The title of a row: its address, or the method and path of its request. */
export const titleOf = ({ email, what, method = "", path = "" }: ActivityRow): string =>
  email ?? (what === "check" ? words.erased : `${method} ${path}`)

/** The name of the caller. `keys` lacks revoked keys, which are called so. */
export const callerOf = ({ via, key_id }: ActivityRow, keys: ReadonlyArray<Key>): string => {
  if (via === "dashboard") return words.dashboard
  return keys.find(({ id }) => id === key_id)?.name ?? words.revokedKey
}
