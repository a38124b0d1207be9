/**
 * Our identity as mail servers see it: the HELO name, the address that we connect from, and what DNS
 * says of both.
 */
import { createSocket } from "node:dgram"
import { isIP } from "node:net"

import { found, noData, noDomain } from "@rcpt/verifier/dns/Answer"
import type { Answer } from "@rcpt/verifier/dns/Answer"
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Effect } from "effect"

import { Config } from "../../platform/Config.ts"
import type { Egress } from "../../platform/config/Egress.ts"
import { askPtr } from "./askPtr.ts"
import type { MailHost } from "./greetMailHosts.ts"
import { namesMax } from "./limits.ts"

export interface Self {
  readonly helo: string
  /** A and AAAA together. */
  readonly heloAddresses: Answer<string>
  /** The source address of our packets to a mail host. Behind NAT the host sees another one. */
  readonly local: string | undefined
  /** The address that mail hosts see: our own if it is public, else that of RCPT_HELO. */
  readonly address: string | undefined
  /** `address` is our own, not that of RCPT_HELO. */
  readonly isSeen: boolean
  /** Mail hosts see the address of a proxy, which is unknown here. */
  readonly isProxied: boolean
}

export interface Name {
  readonly name: string
  /** The name resolves back to the address, as receivers require. */
  readonly isConfirmed: boolean
}

/** Names of our address; `undefined` when we do not know the address. */
export interface SelfNamed extends Self {
  readonly names: Answer<Name> | undefined
}

/**
 * Asks the kernel which local address it would use for that destination. "Connecting" a UDP socket sends
 * nothing, so this also works where port 25 is closed.
 */
const sourceOf = ({ ip }: { readonly ip: string }, port: number) =>
  Effect.callback<string | undefined>((resume) => {
    const socket = createSocket(isIP(ip) === 6 ? "udp6" : "udp4")
    const done = (address: string | undefined): void => {
      socket.close()
      resume(Effect.succeed(address))
    }
    socket.once("error", () => done(undefined))
    socket.connect(port, ip, () => done(socket.address().address))
  })

const addressesOf = Effect.fnUntraced(function* (name: string) {
  const dns = yield* Resolver
  const [a, aaaa] = yield* Effect.all([dns.a(name), dns.aaaa(name)], { concurrency: "unbounded" })
  const records = [a, aaaa].flatMap((one) => (one._tag === "Found" ? one.records : []))
  if (records.length > 0) return found(records)
  if (a._tag === "Unanswered") return a
  if (aaaa._tag === "Unanswered") return aaaa
  return a._tag === "NoDomain" ? noDomain : noData
})

export const learnSelf = (
  hosts: ReadonlyArray<MailHost>,
  egress: Egress
): Effect.Effect<Self, never, Resolver | Config> =>
  Effect.gen(function* () {
    const { helo: ours, smtpPort, unsafeNetworks } = yield* Config
    const { helo = ours, proxy } = egress
    const isProxied = proxy !== undefined
    const isPublic = publicAddresses(unsafeNetworks)
    const [door] = hosts.flatMap(({ door }) => door ?? [])
    const [heloAddresses, local] = yield* Effect.all(
      [
        addressesOf(helo),
        door === undefined || isProxied ? Effect.succeed(undefined) : sourceOf(door, smtpPort)
      ],
      { concurrency: "unbounded" }
    )
    const isSeen = local !== undefined && isPublic(local)
    const claimed = heloAddresses._tag === "Found" ? heloAddresses.records[0] : undefined
    return { helo, heloAddresses, local, address: isSeen ? local : claimed, isSeen, isProxied }
  })

export const learnNames = (self: Self): Effect.Effect<SelfNamed, never, Resolver | Config> =>
  Effect.gen(function* () {
    const { address } = self
    if (address === undefined) return { ...self, names: undefined }
    const { dnsServers } = yield* Config
    const answer = yield* askPtr(dnsServers, address)
    if (answer._tag !== "Found") return { ...self, names: answer }
    const names = yield* Effect.forEach(
      answer.records.slice(0, namesMax),
      (name) =>
        Effect.map(addressesOf(name), (addresses) => ({
          name,
          isConfirmed: addresses._tag === "Found" && addresses.records.includes(address)
        })),
      { concurrency: "unbounded" }
    )
    return { ...self, names: found(names) }
  })
