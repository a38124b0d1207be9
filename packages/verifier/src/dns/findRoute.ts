/** Finds where mail for a domain goes: RFC 5321 §5.1, and RFC 7505 for domains that take none. */
import type { MailHost, MailRoute } from "@rcpt/domain/Evidence"
import { Effect } from "effect"

import { sharedBy } from "../cache/sharedBy.ts"
import type { Questions } from "./Questions.ts"

const sharedRoute = sharedBy<MailRoute>()

/** Providers name up to seven. Who names more shares them with nobody, and may name thousands. */
const sharedHostsMax = 10

/** By all of it as JSON: a name in DNS may have any octet, so no text between two names tells them apart. */
const toHosts = (hosts: ReadonlyArray<MailHost>): MailRoute => {
  const route: MailRoute = { _tag: "hosts", hosts, implicit: false }
  return hosts.length > sharedHostsMax ? route : sharedRoute(JSON.stringify(hosts), route)
}

/** MX records exist. A host with an empty name is ".", the root, which takes no mail. */
const fromMx = (hosts: ReadonlyArray<MailHost>): MailRoute => {
  const named = hosts.filter(({ host }) => host !== "")
  // RFC 7505 §3: a lone "." declares that the domain takes no mail. That is a statement, not a fault,
  // so it settles the verdict.
  return named.length === 0 ? { _tag: "nullMx" } : toHosts(named)
}

/** No MX records: the domain is its own mail host if it has an address (RFC 5321 §5.1). */
const implicitRoute = (dns: Questions, domain: string): Effect.Effect<MailRoute> =>
  Effect.map(Effect.all([dns.a(domain), dns.aaaa(domain)]), (answers): MailRoute => {
    if (answers.some(({ _tag }) => _tag === "Found"))
      return { _tag: "hosts", hosts: [{ host: domain, preference: 0 }], implicit: true }
    const failure = answers.find((answer) => answer._tag === "Unanswered")
    return failure === undefined ? { _tag: "noMail" } : { _tag: "unanswered", why: failure.why }
  })

export const findRoute = (dns: Questions, domain: string): Effect.Effect<MailRoute> =>
  Effect.flatMap(dns.mx(domain), (answer) => {
    if (answer._tag === "NoData") return implicitRoute(dns, domain)
    if (answer._tag === "Found") return Effect.succeed(fromMx(answer.records))
    if (answer._tag === "NoDomain") return Effect.succeed<MailRoute>({ _tag: "noDomain" })
    // While the MX records are unknown, an address record proves nothing: mail may go elsewhere.
    return Effect.succeed<MailRoute>({ _tag: "unanswered", why: answer.why })
  })
