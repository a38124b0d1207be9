/**
 * Groups mail hosts that share a pace. All hosts of a known provider do. Otherwise the address counts: a
 * thousand customers may each have their own name for one server.
 *
 * In networks that count as public by configuration, names decide, because all servers of a lab may be at one
 * address. If the operator has set the pace, it holds per address there too.
 */
import { isIP } from "node:net"

import { Clock, Duration, Effect } from "effect"
import { getDomain } from "tldts"

import { networkOf } from "../dns/ipAddress.ts"
import type { Questions } from "../dns/Questions.ts"
import { resolveMxAddresses } from "../smtp/resolveMxAddresses.ts"
import { knownOperatorOf } from "../smtp/rules/probePolicies.ts"
import { addressWaitMax } from "./limits.ts"

interface GroupingOptions {
  readonly dns: Pick<Questions, "a" | "aaaa">
  readonly isPublic: (ip: string) => boolean
  /** Whether an address counts as public only by configuration. */
  readonly isUnsafe: (ip: string) => boolean
  /** Whether the operator has set the pace. */
  readonly isFixed: boolean
}

/** Finds the group of a host by a deadline in epoch milliseconds; without one, within seconds. */
export interface MailHostGroups {
  /** The group; `undefined` if it depends on the host's address and DNS has none at the moment. */
  readonly known: (host: string, deadline?: number) => Effect.Effect<string | undefined>
  /** The group, which is that of the host's name if DNS has no address. */
  readonly of: (host: string, deadline?: number) => Effect.Effect<string>
}

/** The group by name alone: the hosts of one organization, as far as their names tell. */
export const groupByName = (host: string): string =>
  knownOperatorOf(host) ?? getDomain(host) ?? host

/** Whether the group is an IP address. Other groups are names. */
export const isAddressGroup = (group: string): boolean => isIP(group) !== 0

/** The network of a group. Groups of one network share a limit (NetworkLimit.ts); other groups stand alone. */
export const neighbourhoodOf = (group: string): string =>
  isAddressGroup(group) ? networkOf(group) : group

/** The address that a session with this host is opened to first; `undefined` if there is none by the deadline. */
export const firstAddress = Effect.fnUntraced(function* (
  dns: GroupingOptions["dns"],
  isPublic: (ip: string) => boolean,
  host: string,
  deadline: number
) {
  const latest = (yield* Clock.currentTimeMillis) + Duration.toMillis(addressWaitMax)
  const addresses = yield* resolveMxAddresses(dns, { isPublic }, host, Math.min(deadline, latest))
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
