/** Says what the claims of the provider give a person: which address, role and account, or why they may not come in. */
import type { Role } from "@rcpt/domain/Role"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Result } from "effect"

import { domainForm } from "../../platform/config/openIdSettings.ts"
import type { RoleRules } from "../../platform/config/openIdSettings.ts"
import { storedForm } from "../../platform/identityOf.ts"

export type Claims = Readonly<Record<string, unknown>>

/** The claim of this name; else, in a name with dots, the value at the end of that path. */
const claimAt = (claims: Claims, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split(".")
    .reduce<unknown>(
      (at, key) =>
        typeof at === "object" && at !== null && Object.hasOwn(at, key)
          ? (at as Claims)[key]
          : undefined,
      claims
    )
}

/** Claims of groups are lists, and some providers send a single value as it is. */
export const roleOf = ({ claim, rows }: RoleRules, claims: Claims): Role | undefined => {
  if (claim === undefined) return rows[0]?.role
  const values = [claimAt(claims, claim)].flat().map(String)
  return rows.find(({ value }) => values.includes(value))?.role
}

/** OpenID Connect has a boolean. Some providers send it as text, and Entra ID has a claim of its own (`xms_edov`). */
const isYes = (value: unknown): boolean => [true, "true", 1, "1"].includes(value as boolean)

/** `undefined`: there is none, or nobody has verified it. */
const emailOf = (claims: Claims): string | undefined => {
  const { email } = claims
  if (typeof email !== "string") return undefined
  if (!isYes(claims["email_verified"]) && !isYes(claims["xms_edov"])) return undefined
  const stored = storedForm(email)
  return Result.isSuccess(parseAddress(stored)) ? stored : undefined
}

/** What the operator has set. */
export interface Rules {
  readonly roles: RoleRules
  /** Empty: all. */
  readonly domains: ReadonlyArray<string>
  readonly account: { readonly id: string } | { readonly claim: string } | undefined
}

export interface Admitted {
  readonly email: string
  readonly role: Role
  /** As the setting or the claim names it; `undefined`: the first account. */
  readonly accountId: string | undefined
}

/** Words in the address of the sign-in page, which has a sentence for each. */
type ClaimsRefused = "no_email" | "domain" | "no_role" | "no_account"

export const judgeClaims = (
  { roles, domains, account }: Rules,
  claims: Claims
): Admitted | ClaimsRefused => {
  const email = emailOf(claims)
  if (email === undefined) return "no_email"
  const domain = domainForm(email.slice(email.lastIndexOf("@") + 1))
  if (domains.length > 0 && !domains.includes(domain)) return "domain"
  const role = roleOf(roles, claims)
  if (role === undefined) return "no_role"
  if (account === undefined) return { email, role, accountId: undefined }
  if ("id" in account) return { email, role, accountId: account.id }
  const named = claimAt(claims, account.claim)
  return typeof named === "string" ? { email, role, accountId: named } : "no_account"
}
