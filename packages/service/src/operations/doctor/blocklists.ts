/**
 * Which blocklists answer us, configured or only known, by the same test that the verifier requires of them; how to turn
 * them on; and whether the lists of addresses list ours.
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
import { listed, note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import { blocklistsWaitMax } from "./limits.ts"

export interface ListState {
  readonly zone: string
  readonly isConfigured: boolean
  readonly hasKey: boolean
  readonly isOn: boolean
  /** Why the list is off. */
  readonly why: string
}

interface Listings {
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

/** Keys are secrets: the line shows where a key belongs, never the key itself. */
const settingOf = (lists: ReadonlyArray<ListState>): string =>
  `RCPT_DNSBL_ZONES=${lists.map(({ zone, hasKey }) => (hasKey ? `${zone}=<key>` : zone)).join()}`

const zonesOf = (lists: ReadonlyArray<ListState>): string => listed(lists.map(({ zone }) => zone))

const ownResolver =
  "Ask through a resolver of your own (RCPT_DNS_SERVERS): lists refuse the public ones"

const configuredOnes = (lists: ReadonlyArray<ListState>): Finding => {
  const configured = lists.filter(({ isConfigured }) => isConfigured)
  const off = configured.filter(({ isOn }) => !isOn)
  if (configured.length === 0) return note("dnsbl", "No blocklist is configured.")
  if (off.length === 0)
    return ok("dnsbl", `Blocklists answer as they must: ${zonesOf(configured)}.`)
  const reasons = off.map(({ zone, why }) => `${zone}: ${why}`).join("; ")
  const on = configured.filter(({ isOn }) => isOn)
  return warning(
    "dnsbl",
    `Configured blocklists do not answer us as they must, and are not used (${reasons}).`,
    `${ownResolver}, or ask for a key; or leave them out of RCPT_DNSBL_ZONES.`,
    on.length === 0 ? undefined : settingOf(on)
  )
}

const offer = (lists: ReadonlyArray<ListState>): ReadonlyArray<Finding> => {
  const on = lists.filter(({ isOn }) => isOn)
  const more = on.filter(({ isConfigured }) => !isConfigured)
  if (on.length === 0)
    return [note("dnsbl.offer", "No blocklist answers through this resolver.", `${ownResolver}.`)]
  if (more.length === 0) return []
  return [
    note(
      "dnsbl.offer",
      `More blocklists would answer us: ${zonesOf(more)}.`,
      "This line turns on all lists that answer. Read their terms: some charge large users.",
      settingOf(on)
    )
  ]
}

export const judgeBlocklists = (lists: ReadonlyArray<ListState>): ReadonlyArray<Finding> => [
  configuredOnes(lists),
  ...offer(lists)
]

const own = ({ address, asked, listedBy }: Listings): Finding => {
  if (address === undefined)
    return note("dnsbl.own", "No blocklist was asked about our address: we do not know it.")
  if (asked.length === 0)
    return note("dnsbl.own", "No blocklist of addresses answers us, so none was asked about ours.")
  return listedBy.length === 0
    ? ok("dnsbl.own", `${address} is on no blocklist of those that answer: ${listed(asked)}.`)
    : problem(
        "dnsbl.own",
        `${address} is on ${listed(listedBy)}: many mail servers refuse to talk to it.`,
        "Look the IP address up on the list's own site, which has the reason and the way to be removed."
      )
}

export const judgeListings = (learnt: Listings): ReadonlyArray<Finding> => [own(learnt)]
