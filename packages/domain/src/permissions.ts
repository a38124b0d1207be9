/**
 * The permissions, and which of them each scope of an API key and each role of a person removes. A key also
 * has the role of the person who made it, as it was then.
 */
import type { ApiKeyScope } from "./Account.ts"
import { isBrowserKey } from "./KeyTerms.ts"
import type { KeyTerms } from "./KeyTerms.ts"
import type { Role } from "./Role.ts"

/**
 * - `read`: read the account's data.
 * - `own`: change one's own sign-in: password, second factor, sessions.
 * - `inspect`: see how the account is set up: its keys, webhook, people and security events.
 * - `spend`: verify addresses. `deep`: verify in deep mode.
 * - `change`: change the account's work, such as a job.
 * - `erase`: erase an address from all of the account's data.
 * - `manage`: change the account itself, such as its keys, and see its secrets. A restricted key lacks it, and
 *   so cannot create a key with more permissions.
 * - `govern`: change who is in the account, or close it.
 * - `administer`: manage all accounts. The account must also be an owner's.
 */
export type Permission =
  | "read"
  | "own"
  | "inspect"
  | "spend"
  | "deep"
  | "change"
  | "erase"
  | "manage"
  | "govern"
  | "administer"

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

export const isPermitted = (scopes: ReadonlyArray<ApiKeyScope>, permission: Permission): boolean =>
  scopes.every((scope) => !removedByScope[scope].has(permission))

export const isRolePermitted = (role: Role, permission: Permission): boolean =>
  !removedByRole[role].has(permission)

/** A key with terms must not make one without. */
const removedByTerms: ReadonlySet<Permission> = new Set(["own", "manage", "govern", "administer"])

/**
 * Permissions of a browser key, at the endpoints that are open to one: everybody can read it in the source of a
 * page.
 */
const ofBrowserKey = ({ allowDeep }: KeyTerms): ReadonlySet<Permission> =>
  new Set(allowDeep ? ["spend", "deep"] : ["spend"])

/** `terms` of a key; `undefined`: it has none. */
export const areTermsPermitting = (
  terms: KeyTerms | undefined | null,
  permission: Permission
): boolean => {
  if (!terms) return true
  return isBrowserKey(terms) ? ofBrowserKey(terms).has(permission) : !removedByTerms.has(permission)
}
