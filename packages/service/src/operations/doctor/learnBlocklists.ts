/**
 * Which blocklists answer us, those that are configured and all others that we can read, by the same
 * test that the verifier trusts them after; and whether those about addresses list ours.
 */
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { blocklists, blocklistsNamed } from "@rcpt/verifier/dnsbl/blocklists"
import type { Blocklist } from "@rcpt/verifier/dnsbl/blocklists"
import { queryBlocklist } from "@rcpt/verifier/dnsbl/blocklistTests"
import type { BlocklistStatus } from "@rcpt/verifier/dnsbl/blocklistTests"
import { Dnsbl } from "@rcpt/verifier/dnsbl/Dnsbl"
import type { BlocklistChoice } from "@rcpt/verifier/dnsbl/Dnsbl"
import { Duration, Effect, Layer, References, Schedule } from "effect"

import { Config } from "../../platform/Config.ts"
import { blocklistsWaitMax } from "./limits.ts"

export interface ListState {
  readonly zone: string
  readonly isConfigured: boolean
  readonly hasKey: boolean
  readonly isOn: boolean
  /** Why it is not. */
  readonly why: string
}

export interface Listings {
  readonly address: string | undefined
  /** Lists that have said something of our address, and those among them that list it. */
  readonly asked: ReadonlyArray<string>
  readonly listedBy: ReadonlyArray<string>
}

/**
 * What is harmless in a host that receives mail is not in one that connects: the PBL names networks
 * from which no mail server should be spoken to.
 */
const asConnecting = ({ returnCodes, ...list }: Blocklist): Blocklist => ({
  ...list,
  returnCodes:
    returnCodes._tag === "exact"
      ? { _tag: "exact", listed: [...returnCodes.listed, ...returnCodes.harmless], harmless: [] }
      : returnCodes
})

/** All tests have ended, or what has ended when we stop waiting. */
const proven = (choices: ReadonlyArray<BlocklistChoice>, unsafeNetworks: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { status } = yield* Dnsbl
    const isDone = (all: ReadonlyArray<BlocklistStatus>) =>
      all.every(({ state }) => state !== "unproven")
    yield* status.pipe(
      Effect.repeat({ until: isDone, schedule: Schedule.spaced(Duration.millis(20)) }),
      Effect.timeoutOption(blocklistsWaitMax)
    )
    return yield* status
  }).pipe(
    Effect.provide(Layer.fresh(Dnsbl.layer({ zones: choices, unsafeNetworks }))),
    // That a list is off is a finding of ours, not news for the log.
    Effect.provideService(References.MinimumLogLevel, "None")
  )

/** Of each list that is configured, by its public name. */
const configuredKeys = Effect.map(
  Config,
  ({ dnsblZones }) =>
    new Map(
      dnsblZones.flatMap(({ zone, key }) =>
        blocklistsNamed(zone).map((list) => [list.zone, key] as const)
      )
    )
)

export const learnBlocklists: Effect.Effect<
  ReadonlyArray<ListState>,
  never,
  Resolver | Config
> = Effect.gen(function* () {
  const { dnsblZones, unsafeNetworks } = yield* Config
  const keys = yield* configuredKeys
  const others = blocklists.filter(({ zone }) => !keys.has(zone)).map(({ zone }) => ({ zone }))
  const statuses = yield* proven([...dnsblZones, ...others], unsafeNetworks)
  return statuses.map(({ zone, state, why = "timeout" }) => ({
    zone,
    isConfigured: keys.has(zone),
    hasKey: keys.get(zone) !== undefined,
    isOn: state === "on",
    why
  }))
})

/** Asks the lists that work. */
export const learnListings = (
  address: string | undefined,
  states: ReadonlyArray<ListState>
): Effect.Effect<Listings, never, Resolver | Config> =>
  Effect.gen(function* () {
    if (address === undefined) return { address, asked: [], listedBy: [] }
    const dns = yield* Resolver
    const keys = yield* configuredKeys
    const lists = states
      .filter(({ isOn }) => isOn)
      .flatMap(({ zone }) => blocklistsNamed(zone))
      .filter(({ subject, ipv6 }) => subject === "ip" && (ipv6 || !address.includes(":")))
    const words = yield* Effect.forEach(
      lists,
      (list) => {
        const { zone, subject } = list
        const status: BlocklistStatus = { zone, subject, state: "on" }
        const asked = { list: asConnecting(list), key: keys.get(zone), status }
        return Effect.map(queryBlocklist(dns, asked, address), ({ _tag }) => ({ zone, _tag }))
      },
      { concurrency: "unbounded" }
    )
    return {
      address,
      asked: words.flatMap(({ zone, _tag }) => (_tag === "unanswered" ? [] : [zone])),
      listedBy: words.flatMap(({ zone, _tag }) => (_tag === "listed" ? [zone] : []))
    }
  })
