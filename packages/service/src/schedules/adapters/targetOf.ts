/**
 * Which servers schedules may connect to: public ones, as webhooks may, and private ones that the operator names in
 * RCPT_SOURCES_PRIVATE. The address that was checked is the one to connect to.
 */
import { lookup } from "node:dns/promises"
import { isIP } from "node:net"

import { isWithin, publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { reasonOf } from "@rcpt/verifier/rdap/pinnedRequest"
import { Duration, Effect } from "effect"

import { Config } from "../../platform/Config.ts"
import { matchesHost } from "../../platform/hostPatterns.ts"
import type { Fault } from "./fault.ts"

/** As long as a webhook's look-up may take, with those of slow resolvers. */
const lookUpWaitMax = Duration.seconds(5)

export interface Target {
  readonly address: string
  /** Whether the operator names it in RCPT_SOURCES_PRIVATE. */
  readonly isNamed: boolean
}

const fault = (code: "refused" | "unreachable", sentence: string): Effect.Effect<never, Fault> =>
  Effect.fail({ code, sentence, mayHelp: code === "unreachable" })

/** By the system, whose file of hosts and name server know the names of a private network. */
const lookUp = (host: string) =>
  Effect.tryPromise({
    try: () => lookup(host, { all: true }),
    catch: (error) => (error instanceof Error ? reasonOf(error) : String(error))
  }).pipe(
    Effect.timeoutOrElse({ duration: lookUpWaitMax, orElse: () => Effect.fail("no answer") }),
    Effect.catch((why) => fault("unreachable", `The host ${host} has no address (${why}).`))
  )

/** Returns the address of a host, as `hostOf` has it, IPv4 before IPv6. */
export const makeTargetOf = Effect.gen(function* () {
  const { unsafeNetworks, sourcesPrivate, webhookAllowedHosts } = yield* Config
  const isPublic = publicAddresses(unsafeNetworks)
  const mayLeave = (host: string): boolean =>
    webhookAllowedHosts.length === 0 || matchesHost(webhookAllowedHosts)(host)
  const isNamedHost = matchesHost(sourcesPrivate)
  const isNamedAddress = isWithin(
    sourcesPrivate.filter((item) => item.includes("/") || isIP(item) !== 0)
  )
  return Effect.fnUntraced(function* (host: string): Effect.fn.Return<Target, Fault> {
    const found = (yield* lookUp(host)).toSorted((one, other) => one.family - other.family)
    const named = found.find(({ address }) => isNamedHost(host) || isNamedAddress(address))
    const known = found.find(({ address }) => isPublic(address))
    if (named !== undefined) return { address: named.address, isNamed: true }
    if (known !== undefined && mayLeave(host)) return { address: known.address, isNamed: false }
    return yield* fault(
      "refused",
      known === undefined
        ? `The host ${host} has no public address. The operator of this service can allow it with RCPT_SOURCES_PRIVATE.`
        : `The operator of this service does not allow ${host} (RCPT_WEBHOOK_ALLOWED_HOSTS).`
    )
  })
})
