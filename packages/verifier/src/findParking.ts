/**
 * Whether a domain is parked: by its mail host, its name servers, or the address of its web site
 * where it has no mail host. The order is that of cost; the first sign settles it.
 */
import { BlockList, isIP } from "node:net"

import type { MailRoute, Parking } from "@rcpt/domain/Evidence"
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Effect } from "effect"
import { getDomain } from "tldts"

import { toFact } from "./Answer.ts"
import { hostTable } from "./hostTable.ts"
import type { Questions } from "./Resolver.ts"
import { parkingMailHosts, parkingNameServers, parkingNetworks } from "./rules/parking.ts"

const mailHostRow = hostTable(parkingMailHosts)
const nameServerRow = hostTable(parkingNameServers)

const networkRows = parkingNetworks.map(({ service, networks }) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", prefix] = network.split("/")
    list.addSubnet(address, Number(prefix), "ipv4")
  }
  return { service, list }
})

const byMailHost = (route: MailRoute): Parking | undefined => {
  if (route._tag !== "hosts" || route.implicit) return undefined
  for (const { host } of route.hosts) {
    const row = mailHostRow(host)
    if (row !== undefined) return { by: "mailHost", match: { service: row.service, host } }
  }
  return undefined
}

const byNameServer =
  (hasMail: boolean) =>
  (servers: ReadonlyArray<string>): Parking | undefined => {
    for (const host of servers) {
      const row = nameServerRow(host)
      if (row === undefined || (row.needsNoMail && hasMail)) continue
      return { by: "nameServer", match: { service: row.service, host } }
    }
    return undefined
  }

const byAddress = (addresses: ReadonlyArray<string>): Parking | undefined => {
  for (const address of addresses) {
    const row = networkRows.find(({ list }) => isIP(address) === 4 && list.check(address, "ipv4"))
    if (row !== undefined) {
      return { by: "address", match: { service: row.service, host: address } }
    }
  }
  return undefined
}

export const findParking = Effect.fnUntraced(function* (
  dns: Questions,
  domain: string,
  route: MailRoute
) {
  const parkedMail = byMailHost(route)
  if (parkedMail !== undefined) return present(parkedMail)
  const hasMail = route._tag === "hosts" && !route.implicit
  // A zone ends at the registrable domain: the name servers of anything below are its own.
  const organization = getDomain(domain, { allowPrivateDomains: true }) ?? domain
  const signs: ReadonlyArray<Fact<Parking>> = yield* Effect.all(
    [
      Effect.map(dns.ns(organization), (answer) => toFact(answer, byNameServer(hasMail))),
      ...(hasMail ? [] : [Effect.map(dns.a(domain), (answer) => toFact(answer, byAddress))])
    ],
    { concurrency: "unbounded" }
  )
  const failure = signs.find(({ _tag }) => _tag === "Unanswered")
  return (
    signs.find(({ _tag }) => _tag === "Present") ??
    (failure?._tag === "Unanswered" ? unanswered(failure.why) : absent)
  )
})
