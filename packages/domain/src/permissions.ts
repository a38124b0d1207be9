/**
 * The permissions, and which of them each scope of an API key and each role of a person removes. A key also
 * has the role of the person who made it, as it was then.
 */
import type { ApiKeyScope } from "./Account.ts"
import { isBrowserKey, isLimited, noTerms } from "./KeyTerms.ts"
import type { KeyTerms } from "./KeyTerms.ts"
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

/** The permissions that each scope removes. A key with several scopes lacks those that any of them removes. */
const removedByScope: Readonly<Record<ApiKeyScope, ReadonlySet<Permission>>> = {
  fast: new Set(["own", "inspect", "deep", "manage", "govern", "administer"]),
  read: new Set([
    "own",
    "inspect",
    "spend",
    "deep",
    "change",
    "erase",
    "manage",
    "govern",
    "administer"
  ])
}

/** The permissions that each role removes. */
const removedByRole: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  manager: new Set(),
  member: new Set(["erase", "govern", "administer"]),
  read_only: new Set(["spend", "deep", "change", "erase", "manage", "govern", "administer"])
}

const isPermitted = (scopes: ReadonlyArray<ApiKeyScope>, permission: Permission): boolean =>
  scopes.every((scope) => !removedByScope[scope].has(permission))

export const isRolePermitted = (role: Role, permission: Permission): boolean =>
  !removedByRole[role].has(permission)

/** What a key lacks that is limited: such a key is for one purpose. */
const removedByLimits: ReadonlySet<Permission> = new Set(["own", "govern", "administer"])

/** What the scope `manage` gives, also to a key that other scopes restrict. */
const givenByManage: ReadonlySet<Permission> = new Set(["inspect", "manage"])

/**
 * Permissions of a browser key, at the endpoints that are open to one: everybody can read it in the source of a
 * page.
 */
const ofBrowserKey = ({ allowDeep }: KeyTerms): ReadonlySet<Permission> =>
  new Set(allowDeep ? ["spend", "deep"] : ["spend"])

interface Restrictions {
  readonly scopes: ReadonlyArray<ApiKeyScope>
  /** Null or absent: it has none. */
  readonly terms?: KeyTerms | null | undefined
}

/** Whether a key may do what the role of its maker allows. */
export const isKeyPermitted = (
  { scopes, terms }: Restrictions,
  permission: Permission
): boolean => {
  const { manages = false, ...limits } = terms ?? noTerms
  if (isBrowserKey(limits)) return ofBrowserKey(limits).has(permission)
  if (givenByManage.has(permission) && manages) return true
  if (permission === "manage") return false
  if (isLimited(limits) && removedByLimits.has(permission)) return false
  return isPermitted(scopes, permission)
}
