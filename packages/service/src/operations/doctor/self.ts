/**
 * Our identity as mail servers see it: the HELO name, the address that we connect from, and what DNS says of both. A
 * strict mail server wants a full name that resolves to our address, and an address whose name resolves back to it
 * (RFC 5321 §4.1.1.1, §4.1.4; RFC 1912 §2.1).
 */
import { createSocket } from "node:dgram"
import * as systemDns from "node:dns/promises"
import { isIP } from "node:net"

import { unanswered } from "@rcpt/domain/Fact"
import { found, noData, noDomain } from "@rcpt/verifier/dns/Answer"
import type { Answer } from "@rcpt/verifier/dns/Answer"
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { reversed } from "@rcpt/verifier/dnsbl/readAnswer"
import { triesMax, tryWaitMillis } from "@rcpt/verifier/limits"
import { Effect } from "effect"

import { Config } from "../../platform/Config.ts"
import type { Egress } from "../../platform/config/Egress.ts"
import { listed, note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import { namesMax, ptrWaitMax } from "./limits.ts"
import type { MailHost } from "./port25.ts"

/** RFC 2308: no such name, and no such record. All other codes are a failure to get an answer. */
const answerOf = (cause: unknown): Answer<never> => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
  if (code === "ENOTFOUND") return noDomain
  return code === "ENODATA" ? noData : unanswered(code)
}

const canonical = (name: string): string => name.toLowerCase().replace(/\.$/, "")

/** RFC 1035 §3.5, RFC 3596 §2.5. */
const pointerName = (address: string): string =>
  `${reversed(address)}.${isIP(address) === 6 ? "ip6" : "in-addr"}.arpa`

/** `servers`: empty for the system's. The machine's hosts file is not read. */
const askPtr = (servers: ReadonlyArray<string>, address: string): Effect.Effect<Answer<string>> =>
  Effect.gen(function* () {
    const dns = yield* Effect.acquireRelease(
      Effect.sync(() => new systemDns.Resolver({ timeout: tryWaitMillis, tries: triesMax })),
      (dns) => Effect.sync(() => dns.cancel())
    )
    if (servers.length > 0) dns.setServers(servers)
    return yield* Effect.tryPromise({
      try: () => dns.resolvePtr(pointerName(address)),
      catch: answerOf
    }).pipe(
      Effect.match({
        onSuccess: (names) => found(names.map(canonical)),
        onFailure: (answer): Answer<string> => answer
      })
    )
  }).pipe(
    Effect.scoped,
    Effect.timeoutOrElse({
      duration: ptrWaitMax,
      orElse: () => Effect.succeed(unanswered("timeout"))
    })
  )

const ourHelo = "RCPT_HELO"

export interface Self {
  readonly helo: string
  /** Where the operator has set it: RCPT_HELO, or the option of an egress. */
  readonly heloSetting: string
  /** A and AAAA together. */
  readonly heloAddresses: Answer<string>
  /** The source address of our packets to a mail host. Behind NAT the host sees another one. */
  readonly local: string | undefined
  /** The address that mail hosts see: our own if it is public, else that of the HELO name. */
  readonly address: string | undefined
  /** `address` is our own, not that of the HELO name. */
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
    const { helo = ours, proxy, sourceAddress } = egress
    const isProxied = proxy !== undefined
    const isPublic = publicAddresses(unsafeNetworks)
    const [door] = hosts.flatMap(({ door }) => door ?? [])
    const [heloAddresses, local] = yield* Effect.all(
      [
        addressesOf(helo),
        sourceAddress !== undefined || door === undefined || isProxied
          ? Effect.succeed(sourceAddress)
          : sourceOf(door, smtpPort)
      ],
      { concurrency: "unbounded" }
    )
    const isSeen = local !== undefined && isPublic(local)
    const claimed = heloAddresses._tag === "Found" ? heloAddresses.records[0] : undefined
    return {
      helo,
      heloSetting: egress.helo === undefined ? ourHelo : "helo= of the egress",
      heloAddresses,
      local,
      address: isSeen ? local : claimed,
      isSeen,
      isProxied
    }
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

/** Names that mean something only within a machine or a network: RFC 6761, RFC 6762, RFC 8375. */
const homeNames = /(?:^|\.)(?:localhost|localdomain|local|internal|lan|home\.arpa)$/i

/** RFC 5321 §2.3.5: only resolvable, fully-qualified names. */
export const isFullName = (name: string): boolean =>
  isIP(name) === 0 && /^[^.]+(?:\.[^.]+)*\.(?!\d+$)[^.]+$/.test(name) && !homeNames.test(name)

export const judgeAddress = ({
  heloSetting,
  local,
  address,
  isSeen,
  isProxied
}: Self): ReadonlyArray<Finding> => {
  if (isSeen) return [ok("address", `We go out from ${local}.`)]
  const instead =
    address === undefined ? "" : `; the one of ${heloSetting}, ${address}, is taken in its place`
  const why = isProxied
    ? "it is that of a proxy"
    : local === undefined
      ? "there is no mail server to connect to"
      : `${local} is private, so a router on the way (NAT) replaces it`
  return [note("address", `Our public address cannot be seen from here: ${why}${instead}.`)]
}

const nameOf = ({ helo, heloSetting }: Self): Finding =>
  isFullName(helo)
    ? ok("helo.name", `We call ourselves ${helo}.`)
    : problem(
        "helo.name",
        `${heloSetting} is "${helo}", which is no full name of a host: many mail servers refuse it.`,
        `Set ${heloSetting} to a name of yours, such as probe.example.org, that leads to this machine.`
      )

const addressOf = ({ helo, heloSetting, heloAddresses, address, isSeen }: Self): Finding => {
  if (heloAddresses._tag === "Unanswered")
    return note("helo.address", `The address of ${helo} is not answered (${heloAddresses.why}).`)
  if (heloAddresses._tag !== "Found")
    return problem(
      "helo.address",
      `${helo} has no address.`,
      "Publish one for it (A or AAAA), that of this machine."
    )
  const addresses = listed(heloAddresses.records)
  if (!isSeen) return ok("helo.address", `${helo} has the address ${addresses}.`)
  return address !== undefined && heloAddresses.records.includes(address)
    ? ok("helo.address", `${helo} has our address.`)
    : warning(
        "helo.address",
        `${helo} has the address ${addresses}, but we go out from ${address}.`,
        `Point ${helo} to ${address}, or set ${heloSetting} to the name of that address.`
      )
}

const askForName = ({ helo, heloSetting }: Self): string =>
  `Have the provider of the address name it ${isFullName(helo) ? helo : `as ${heloSetting}`} ` +
  "(PTR, often called reverse DNS): large providers refuse addresses without."

const misnamed = (self: Self, address: string, names: ReadonlyArray<Name>): Finding => {
  const { helo, heloSetting, isProxied } = self
  const all = listed(names.map(({ name }) => name))
  const confirmed = names.find(({ isConfirmed }) => isConfirmed)
  if (confirmed === undefined)
    return problem(
      "helo.ptr",
      `${address} is named ${all}, but no such name leads back to it.`,
      askForName(self)
    )
  return warning(
    "helo.ptr",
    `${address} is named ${all}, but ${heloSetting} is ${helo}.`,
    `Set ${heloSetting} to the name of the IP address, or have the provider rename it.`,
    // The name for a proxy is set by `?helo=` after its address.
    isFullName(confirmed.name) && !isProxied && heloSetting === ourHelo
      ? `${ourHelo}=${confirmed.name}`
      : undefined
  )
}

const ptrOf = (self: SelfNamed): Finding => {
  const { helo, address, names } = self
  if (address === undefined || names === undefined)
    return note(
      "helo.ptr",
      "The name of our address was not looked up: we do not know the address."
    )
  if (names._tag === "Unanswered")
    return note("helo.ptr", `The name of ${address} is not answered (${names.why}).`)
  if (names._tag !== "Found")
    return problem("helo.ptr", `${address} has no name.`, askForName(self))
  const own = names.records.find(({ name }) => name === helo.toLowerCase())
  return own?.isConfirmed
    ? ok("helo.ptr", `${address} is named ${helo}, and that name leads back to it.`)
    : misnamed(self, address, names.records)
}

export const judgeHelo = (self: SelfNamed): ReadonlyArray<Finding> => {
  const name = nameOf(self)
  // An invalid name has no address either: one cause, one finding.
  return name.severity === "ok" ? [name, addressOf(self), ptrOf(self)] : [name, ptrOf(self)]
}
