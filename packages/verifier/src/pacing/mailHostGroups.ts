/**
 * Which mail hosts share a pace. All of a known provider do. Otherwise it is the address that counts:
 * a thousand customers may each have a name of their own for one server.
 *
 * Inside of networks that count as public by configuration, names decide, because all servers of a
 * laboratory may be at one address; unless the operator has set the pace, which then holds per address.
 */
import { isIP } from "node:net"

import { Clock, Duration, Effect } from "effect"
import { getDomain } from "tldts"

import { networkOf } from "../dns/ipAddress.ts"
import type { Questions } from "../dns/Questions.ts"
import { resolveMxAddresses } from "../smtp/resolveMxAddresses.ts"
import { knownOperatorOf } from "../smtp/rules/probePolicies.ts"
import { addressWaitMax } from "./limits.ts"

export interface GroupingOptions {
  readonly dns: Pick<Questions, "a" | "aaaa">
  readonly isPublic: (ip: string) => boolean
  /** Counts as public by configuration alone. */
  readonly isUnsafe: (ip: string) => boolean
  /** The operator has set the pace. */
  readonly isFixed: boolean
}

/** Both answer by a deadline in epoch milliseconds, and within seconds without one. */
export interface MailHostGroups {
  /** `undefined`: it depends on the host's address, and DNS has none at the moment. */
  readonly known: (host: string, deadline?: number) => Effect.Effect<string | undefined>
  /** Always a group: that of the name, where DNS has no address. */
  readonly of: (host: string, deadline?: number) => Effect.Effect<string>
}

/** The hosts of one organization, as far as their names tell. */
export const groupByName = (host: string): string =>
  knownOperatorOf(host) ?? getDomain(host) ?? host

/** The group is an IP address. Other groups are names. */
export const isAddressGroup = (group: string): boolean => isIP(group) !== 0

/** Groups of one network have a ceiling together: see `NetworkLimit`. Other groups are apart. */
export const neighbourhoodOf = (group: string): string =>
  isAddressGroup(group) ? networkOf(group) : group

/** The address that a session with this host is opened to first; `undefined`: none by the deadline. */
export const firstAddress = Effect.fnUntraced(function* (
  dns: GroupingOptions["dns"],
  isPublic: (ip: string) => boolean,
  host: string,
  deadline: number
) {
  const latest = (yield* Clock.currentTimeMillis) + Duration.toMillis(addressWaitMax)
  const addresses = yield* resolveMxAddresses(dns, isPublic, host, Math.min(deadline, latest))
  return typeof addresses === "string" ? undefined : addresses[0]?.ip
})

export const mailHostGroups = ({
  dns,
  isPublic,
  isUnsafe,
  isFixed
}: GroupingOptions): MailHostGroups => {
  const known: MailHostGroups["known"] = (host, deadline = Number.POSITIVE_INFINITY) => {
    const operator = knownOperatorOf(host)
    if (operator !== undefined) return Effect.succeed(operator)
    return Effect.map(firstAddress(dns, isPublic, host, deadline), (ip) =>
      ip !== undefined && isUnsafe(ip) && !isFixed ? groupByName(host) : ip
    )
  }
  return {
    known,
    of: (host, deadline) => Effect.map(known(host, deadline), (group) => group ?? groupByName(host))
  }
}
