/**
 * Which permissions each scope of an API key removes. A key also has the role of the person who made it, as it was
 * then.
 */
import type { ApiKeyScope } from "./Account.ts"
import { isBrowserKey, isLimited, noTerms } from "./KeyTerms.ts"
import type { KeyTerms } from "./KeyTerms.ts"
import type { Permission } from "./rolePermissions.ts"

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

const isPermitted = (scopes: ReadonlyArray<ApiKeyScope>, permission: Permission): boolean =>
  scopes.every((scope) => !removedByScope[scope].has(permission))

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
