/**
 * Recognizes the provider, forwarder, relay service or operator of disposable domains by the names of a
 * domain's mail hosts. It needs no look-up and no list of domains, so it also works for domains that are a
 * day old.
 */
import type {
  CatchAll,
  DomainEvidence,
  HostMatch,
  MailHost,
  MailProvider,
  MailRoute
} from "@rcpt/domain/Evidence"
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"

import { sharedBy } from "../cache/boundedCache.ts"
import { hostTable } from "../lists/hostTable.ts"
import { relays } from "../lists/relays.ts"
import { mailProviders } from "./rules/mailProviders.ts"
import { catchAllHosts, disposableHosts, forwarders } from "./rules/mailServices.ts"

type Recognized = Pick<DomainEvidence, "provider" | "forwarder" | "relayHost" | "disposableHost">

interface ServiceRow {
  readonly service: string
  readonly hosts: ReadonlyArray<string>
}

/**
 * Makes a function that finds the row of a mail host. The first match in order of preference decides, because
 * mail goes to that host.
 */
const recognizer = <Row extends { readonly hosts: ReadonlyArray<string> }, Match>(
  rows: ReadonlyArray<Row>,
  toMatch: (row: Row, host: string) => Match
): ((hosts: ReadonlyArray<MailHost>) => Fact<Match>) => {
  const rowOf = hostTable(rows)
  const shared = sharedBy<Fact<Match>>()
  return (hosts) => {
    for (const { host } of hosts) {
      const row = rowOf(host)
      if (row !== undefined) return shared(host, present(toMatch(row, host)))
    }
    return absent
  }
}

const byService = (rows: ReadonlyArray<ServiceRow>) =>
  recognizer(rows, ({ service }, host): HostMatch => ({ service, host }))

const providerOf = recognizer(mailProviders, ({ id, name }, host): MailProvider => ({
  id,
  service: name,
  host
}))
const forwarderOf = byService(forwarders)
const disposableOf = byService(disposableHosts)
const relayOf = byService(
  relays
    .filter(({ mailHosts }) => mailHosts !== undefined)
    .map(({ service, mailHosts }) => ({ service, hosts: mailHosts ?? [] }))
)
const catchAllOf = byService(catchAllHosts)

/** The hosts in MX records. A domain that is its own mail host has none: it is no customer of a service. */
const namedHosts = (route: MailRoute): ReadonlyArray<MailHost> =>
  route._tag === "hosts" && !route.implicit ? route.hosts : []

export const recognizeHosts = (route: MailRoute): Recognized => {
  if (route._tag === "unanswered") {
    const failed = unanswered(route.why)
    return { provider: failed, forwarder: failed, relayHost: failed, disposableHost: failed }
  }
  const hosts = namedHosts(route)
  const relayHost = relayOf(hosts)
  return {
    provider: providerOf(hosts),
    forwarder: forwarderOf(hosts),
    relayHost,
    // A relay is not disposable, even if a disposable operator uses the same hosts.
    disposableHost: relayHost._tag === "Present" ? absent : disposableOf(hosts)
  }
}

/** The mail host that accepts every recipient by design, if there is one. */
export const catchAllByHost = (route: MailRoute): CatchAll | undefined => {
  const match = catchAllOf(namedHosts(route))
  return match._tag === "Present"
    ? { because: `${match.value.service} takes mail for any name (${match.value.host})` }
    : undefined
}
