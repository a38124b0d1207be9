/**
 * Which blocklists answer us, configured or only known, by the same test that the verifier requires of
 * them. Also whether the lists of addresses list ours.
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
  /** Why the list is off. */
  readonly why: string
}

export interface Listings {
  readonly address: string | undefined
  /** Lists that answered about our address, and those among them that list it. */
  readonly asked: ReadonlyArray<string>
  readonly listedBy: ReadonlyArray<string>
}

/**
 * Some listings are harmless for a host that receives mail, but not for one that connects: the PBL names
 * networks that should not connect to mail servers.
 */
const asConnecting = ({ returnCodes, ...list }: Blocklist): Blocklist => ({
  ...list,
  returnCodes:
    returnCodes._tag === "exact"
      ? { _tag: "exact", listed: [...returnCodes.listed, ...returnCodes.harmless], harmless: [] }
      : returnCodes
})

/** The status of each list when all tests have ended, or when the time is up. */
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
    // A list that is off becomes a finding: it need not be logged as well.
    Effect.provideService(References.MinimumLogLevel, "None")
  )

/** The key of each configured list, by the list's public name. */
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

/** Looks our address up in the lists that work. */
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
