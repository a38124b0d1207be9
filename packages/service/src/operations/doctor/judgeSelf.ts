/**
 * Whether a strict mail server would accept our identity: a full name that resolves to our address, and
 * an address whose name resolves back to it (RFC 5321 §4.1.1.1, §4.1.4; RFC 1912 §2.1).
 */
import { isIP } from "node:net"

import { listed, note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import type { Name, Self, SelfNamed } from "./learnSelf.ts"

/** Names that mean something only within a machine or a network: RFC 6761, RFC 6762, RFC 8375. */
const homeNames = /(?:^|\.)(?:localhost|localdomain|local|internal|lan|home\.arpa)$/i

/** RFC 5321 §2.3.5: only resolvable, fully-qualified names. */
export const isFullName = (name: string): boolean =>
  isIP(name) === 0 && /^[^.]+(?:\.[^.]+)*\.(?!\d+$)[^.]+$/.test(name) && !homeNames.test(name)

export const judgeAddress = ({
  local,
  address,
  isSeen,
  isProxied
}: Self): ReadonlyArray<Finding> => {
  if (isSeen) return [ok("address", `We go out from ${local}.`)]
  const instead =
    address === undefined ? "" : `; the one of RCPT_HELO, ${address}, is taken in its place`
  const why = isProxied
    ? "it is that of a proxy"
    : local === undefined
      ? "there is no mail host to go to"
      : `${local} is private, so a router on the way (NAT) replaces it`
  return [note("address", `Our public address cannot be seen from here: ${why}${instead}.`)]
}

const nameOf = ({ helo }: Self): Finding =>
  isFullName(helo)
    ? ok("helo.name", `We call ourselves ${helo}.`)
    : problem(
        "helo.name",
        `RCPT_HELO is "${helo}", which is no full name of a host: many mail servers refuse it.`,
        "Set RCPT_HELO to a name of yours, such as probe.example.org, that leads to this machine."
      )

const addressOf = ({ helo, heloAddresses, address, isSeen }: Self): Finding => {
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
        `Point ${helo} to ${address}, or set RCPT_HELO to the name of that address.`
      )
}

const askForName = (helo: string): string =>
  `Have the provider of the address name it ${isFullName(helo) ? helo : "as RCPT_HELO"} ` +
  "(PTR, often called reverse DNS): large providers refuse addresses without."

const misnamed = (
  { helo, isProxied }: Self,
  address: string,
  names: ReadonlyArray<Name>
): Finding => {
  const all = listed(names.map(({ name }) => name))
  const confirmed = names.find(({ isConfirmed }) => isConfirmed)
  if (confirmed === undefined)
    return problem(
      "helo.ptr",
      `${address} is named ${all}, but no such name leads back to it.`,
      askForName(helo)
    )
  return warning(
    "helo.ptr",
    `${address} is named ${all}, and RCPT_HELO says ${helo}.`,
    "Say the name that the address has, or have the address renamed.",
    // The name for a proxy is set by `?helo=` after its address.
    isFullName(confirmed.name) && !isProxied ? `RCPT_HELO=${confirmed.name}` : undefined
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
    return problem("helo.ptr", `${address} has no name.`, askForName(helo))
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
