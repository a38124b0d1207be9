/** The settings of sign-in with OpenID Connect, at the provider of the operator's company. */
import { isIP } from "node:net"
import { domainToASCII } from "node:url"

import { uuid } from "@rcpt/domain/limits"
import { Role } from "@rcpt/domain/Role"

import * as parse from "./parse.ts"
import { Expected } from "./parse.ts"
import type { Parse } from "./parse.ts"
import { optional, setting } from "./Setting.ts"

const isLoopbackName = (hostname: string): boolean => {
  const host = hostname.replace(/^\[(.*)\]$/, "$1")
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))
}

/** Whether a URL needs no TLS: it leads to this machine. */
export const isLoopback = ({ hostname }: URL): boolean => isLoopbackName(hostname)

/** The issuer is compared as it is written (OpenID Connect Discovery 1.0 §4.3), so it stays so. */
const issuer: Parse<string> = (value) => {
  const url = URL.parse(value)
  return url !== null &&
    (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url))) &&
    url.search + url.hash + url.username + url.password === ""
    ? value
    : new Expected("the provider's issuer, an https:// URL, such as https://login.acme.test")
}

/** Which value of a claim gives which role. The first row that fits counts. */
export interface RoleRules {
  /** Its name, or with dots a path to it. `undefined`: everybody gets the role of the first row. */
  readonly claim: string | undefined
  readonly rows: ReadonlyArray<{ readonly value: string; readonly role: Role }>
}

const isRole = (text: string): text is Role =>
  (Role.literals as ReadonlyArray<string>).includes(text)

const roleRow = (text: string) => {
  const at = text.lastIndexOf("=")
  const [value, role] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()]
  return value !== "" && isRole(role) ? { value, role } : undefined
}

const roleRules: Parse<RoleRules> = (value) => {
  if (isRole(value)) return { claim: undefined, rows: [{ value: "", role: value }] }
  const at = value.indexOf(" ")
  const rows = value
    .slice(at + 1)
    .split(",")
    .map(roleRow)
  const known = rows.filter((row) => row !== undefined)
  return at > 0 && known.length === rows.length
    ? { claim: value.slice(0, at), rows: known }
    : new Expected(
        `a claim and roles, such as "groups rcpt-admins=manager,rcpt-team=member", or one role for everybody: ${Role.literals.join(", ")}`
      )
}

/** Names that a browser can look up have one form (RFC 5891 §4.2.1), in which they are compared. */
export const domainForm = (domain: string): string => domainToASCII(domain).toLowerCase()

const domains: Parse<ReadonlyArray<string>> = (value) => {
  const items = value.split(",").flatMap((item) => item.trim() || [])
  const known = items.map(domainForm)
  return known.every((domain) => domain !== "")
    ? known
    : new Expected("a comma-separated list of domains, such as acme.test")
}

/** The account that people come into: its id, or the claim that has the id. */
type AccountRule = { readonly id: string } | { readonly claim: string }

const claimWord = "claim "

const accountRule: Parse<AccountRule> = (value) => {
  if (uuid.test(value)) return { id: value.toLowerCase() }
  const claim = value.startsWith(claimWord) ? value.slice(claimWord.length).trim() : ""
  return claim === ""
    ? new Expected(
        "the id of an account, or the word claim and the name of a claim that has the id"
      )
    : { claim }
}

export const openId = {
  oidcIssuer: optional(
    "RCPT_OIDC_ISSUER",
    issuer,
    "issuer of your OpenID Connect provider; set: people sign in there; it needs RCPT_PUBLIC_URL"
  ),
  oidcClientId: optional("RCPT_OIDC_CLIENT_ID", parse.text, "name of rcpt at the provider"),
  oidcClientSecret: optional(
    "RCPT_OIDC_CLIENT_SECRET",
    parse.redacted(parse.text),
    "password of rcpt at the provider"
  ),
  oidcName: optional(
    "RCPT_OIDC_NAME",
    parse.text,
    "name of the provider on the button; without it the host of the issuer"
  ),
  oidcScopes: setting(
    "RCPT_OIDC_SCOPES",
    "openid email profile",
    parse.text,
    "scopes that the provider is asked for; some give a refresh token only with offline_access"
  ),
  oidcRoles: optional(
    "RCPT_OIDC_ROLES",
    roleRules,
    'which role people get, at each sign-in: a claim and its values, such as "groups rcpt-admins=manager,rcpt-team=member", or one role for everybody'
  ),
  oidcDomains: setting(
    "RCPT_OIDC_DOMAINS",
    "",
    domains,
    "domains of the email addresses that may sign in at the provider, comma-separated; empty: all"
  ),
  oidcAccount: optional(
    "RCPT_OIDC_ACCOUNT",
    accountRule,
    "account that people of the provider come into: its id, or claim and the claim that has the id; without it the first account"
  ),
  oidcKeys: setting(
    "RCPT_OIDC_KEYS",
    "keep",
    parse.oneOf("keep", "revoke"),
    "API keys of a person whom the provider does not let in any more: keep, or revoke"
  ),
  passwords: setting(
    "RCPT_PASSWORDS",
    "on",
    parse.oneOf("on", "off"),
    "off: only managers of the first account sign in with a password, for emergencies"
  )
}
