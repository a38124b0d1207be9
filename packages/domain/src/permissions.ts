/** What there is to be allowed, and what each scope of an API key takes away from it. */
import type { ApiKeyScope } from "./Account.ts"

/**
 * `read`: to look at what the account has. `spend`: to have addresses verified. `deep`: to have mail
 * servers asked too. `change`: what is the account's work, such as a job. `manage`: the account
 * itself, such as its keys; nobody gives himself more than he has. `administer`: the accounts of all;
 * for that the account must also be an owner's.
 */
export type Permission = "read" | "spend" | "deep" | "change" | "manage" | "administer"

/** Scopes add up: a key with two of them lacks what either takes. */
const lacks: Readonly<Record<ApiKeyScope, ReadonlySet<Permission>>> = {
  fast: new Set(["deep", "manage", "administer"]),
  read: new Set(["spend", "deep", "change", "manage", "administer"])
}

export const isPermitted = (scopes: ReadonlyArray<ApiKeyScope>, permission: Permission): boolean =>
  scopes.every((scope) => !lacks[scope].has(permission))
