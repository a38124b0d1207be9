/** The permissions, and which of them each scope of an API key removes. */
import type { ApiKeyScope } from "./Account.ts"

/**
 * - `read`: read the account's data.
 * - `spend`: verify addresses. `deep`: verify in deep mode.
 * - `change`: change the account's work, such as a job.
 * - `manage`: change the account itself, such as its keys. A restricted key lacks it, and so cannot
 *   create a key with more permissions.
 * - `administer`: manage all accounts. The account must also be an owner's.
 */
export type Permission = "read" | "spend" | "deep" | "change" | "manage" | "administer"

/** What each scope removes. A key with several scopes lacks what any of them removes. */
const removedBy: Readonly<Record<ApiKeyScope, ReadonlySet<Permission>>> = {
  fast: new Set(["deep", "manage", "administer"]),
  read: new Set(["spend", "deep", "change", "manage", "administer"])
}

export const isPermitted = (scopes: ReadonlyArray<ApiKeyScope>, permission: Permission): boolean =>
  scopes.every((scope) => !removedBy[scope].has(permission))
