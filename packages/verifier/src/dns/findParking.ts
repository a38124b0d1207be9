/**
 * Finds out whether a domain is parked, by its mail host, its name servers or, if it has no mail host, the
 * address of its web site. The signs are ordered by cost, and the first one decides.
 */
import { BlockList, isIP } from "node:net"

import type { MailRoute, Parking } from "@rcpt/domain/Evidence"
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Effect } from "effect"

import { organizationOf } from "../cache/organizationOf.ts"
import { hostTable } from "../lists/hostTable.ts"
import { toFact } from "./Answer.ts"
import type { Answer } from "./Answer.ts"
import type { Questions } from "./Questions.ts"
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

const combine = (signs: ReadonlyArray<Fact<Parking>>): Fact<Parking> => {
  const failure = signs.find(({ _tag }) => _tag === "Unanswered")
  return (
    signs.find(({ _tag }) => _tag === "Present") ??
    (failure?._tag === "Unanswered" ? unanswered(failure.why) : absent)
  )
}

/** Names below the registrable domain are served by its name servers. */
export const askNameServers = (dns: Questions, domain: string): Effect.Effect<Answer<string>> =>
  dns.ns(organizationOf(domain))

/** `nameServers` is the question about them, where it has been sent already. */
export const findParking = (
  dns: Questions,
  domain: string,
  route: MailRoute,
  nameServers?: Effect.Effect<Answer<string>>
): Effect.Effect<Fact<Parking>> => {
  const parkedMail = byMailHost(route)
  if (parkedMail !== undefined) return Effect.succeed(present(parkedMail))
  const hasMail = route._tag === "hosts" && !route.implicit
  const ns = Effect.map(nameServers ?? askNameServers(dns, domain), (answer) =>
    toFact(answer, byNameServer(hasMail))
  )
  if (hasMail) return Effect.map(ns, (sign) => combine([sign]))
  const address = Effect.map(dns.a(domain), (answer) => toFact(answer, byAddress))
  return Effect.map(Effect.all([ns, address]), combine)
}
