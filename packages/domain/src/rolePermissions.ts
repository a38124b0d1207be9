/** The permissions, and which of them each role of a person removes. The dashboard loads this file. */
import type { Role } from "./Role.ts"

/**
 * - `read`: read the account's data.
 * - `own`: change one's own sign-in: password, second factor, sessions.
 * - `inspect`: see how the account is set up: its keys, webhook, people and security events.
 * - `spend`: verify addresses. `deep`: verify in deep mode.
 * - `change`: change the account's work, such as a job.
 * - `erase`: erase an address from all of the account's data.
 * - `manage`: change the account itself, such as its keys, and see its secrets. A key has it only if a person has given
 *   it the scope `manage`: a key that leaked must not make itself a successor.
 * - `govern`: change who is in the account, or close it.
 * - `administer`: manage all accounts. The account must also be an owner's.
 */
export const permissions = [
  "read",
  "own",
  "inspect",
  "spend",
  "deep",
  "change",
  "erase",
  "manage",
  "govern",
  "administer"
] as const
export type Permission = (typeof permissions)[number]

/** The permissions that each role removes. */
const removedByRole: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  manager: new Set(),
  member: new Set(["erase", "govern", "administer"]),
  read_only: new Set(["spend", "deep", "change", "erase", "manage", "govern", "administer"])
}

export const isRolePermitted = (role: Role, permission: Permission): boolean =>
  !removedByRole[role].has(permission)
