/**
 * Tests each blocklist at intervals: a working list has the entry that every list must have, and not the
 * one that no list may have (RFC 5782 §5). A list is not used before it has passed, nor after it fails.
 */
import { Clock, Duration, Effect, Redacted } from "effect"

import type { Questions } from "../dns/Questions.ts"
import type { Blocklist } from "./blocklists.ts"
import { questionName, readAnswer } from "./readAnswer.ts"
import type { ListingResult } from "./readAnswer.ts"

/** The interval of tests, which RFC 5782 §5 wants "periodically". A list that breaks is used for up to an hour more. */
export const proofEvery = Duration.hours(1)

/** The interval while a list is off: it notices soon that a resolver is up, without many queries to the list. */
export const proofRetry = Duration.minutes(10)

export interface BlocklistStatus {
  readonly zone: string
  readonly subject: Blocklist["subject"]
  /** The state is `unproven` until the first test has ended. */
  readonly state: "unproven" | "on" | "off"
  /** Why the list is off. The text never contains a key. */
  readonly why?: string
  /** When the list was last tested, in epoch milliseconds. */
  readonly testedAt?: number
}

/** A list with its key, and the result of its last test. */
export interface ConfiguredBlocklist {
  readonly list: Blocklist
  readonly key: Redacted.Redacted | undefined
  status: BlocklistStatus
}

export const isUntested = ({ status }: ConfiguredBlocklist): boolean => status.state === "unproven"

export const queryBlocklist = (
  dns: Pick<Questions, "a">,
  { list, key }: ConfiguredBlocklist,
  subject: string
): Effect.Effect<ListingResult> => {
  const zone = key === undefined ? list.zone : (list.keyedZone ?? list.zone)
  const name = questionName(subject, zone, key && Redacted.value(key))
  return Effect.map(dns.a(name), (answer) => readAnswer(list.returnCodes, answer))
}

/** Finds the fault of a list; `undefined` means that it works. */
const findFault = Effect.fnUntraced(function* (
  dns: Pick<Questions, "a">,
  blocklist: ConfiguredBlocklist
) {
  const { tests } = blocklist.list
  const [listed, clean] = yield* Effect.all([
    queryBlocklist(dns, blocklist, tests.listed),
    queryBlocklist(dns, blocklist, tests.clean)
  ])
  const failure = [listed, clean].find((result) => result._tag === "unanswered")
  if (failure !== undefined) return failure.why
  if (listed._tag !== "listed") return `does not list ${tests.listed}`
  return clean._tag === "clean" ? undefined : `lists ${tests.clean}, and so perhaps everything`
})

const prove = Effect.fnUntraced(function* (
  dns: Pick<Questions, "a">,
  blocklist: ConfiguredBlocklist
) {
  const why = yield* findFault(dns, blocklist)
  const { zone, subject } = blocklist.list
  const testedAt = yield* Clock.currentTimeMillis
  blocklist.status =
    why === undefined
      ? { zone, subject, testedAt, state: "on" }
      : { zone, subject, testedAt, state: "off", why }
})

/**
 * The status of all lists. An unknown zone is tried for addresses and for domains: if one works, the other is
 * left out.
 */
export const statusOf = (
  lists: ReadonlyArray<ConfiguredBlocklist>
): ReadonlyArray<BlocklistStatus> => {
  const statuses = lists.map(({ status }) => status)
  const proven = statuses.flatMap(({ zone, state }) => (state === "on" ? [zone] : []))
  return statuses.filter(({ zone, state }) => state === "on" || !proven.includes(zone))
}

const isOff = ({ state }: BlocklistStatus): boolean => state === "off"

/** Tests all lists at intervals, forever, and logs each list that goes off. */
export const keepProving = (
  dns: Pick<Questions, "a">,
  lists: ReadonlyArray<ConfiguredBlocklist>
): Effect.Effect<never> =>
  Effect.gen(function* () {
    const before = statusOf(lists).filter(isOff)
    yield* Effect.forEach(lists, (blocklist) => prove(dns, blocklist), { concurrency: "unbounded" })
    const off = statusOf(lists).filter(isOff)
    for (const { zone, why } of off) {
      if (before.some((status) => status.zone === zone)) continue
      yield* Effect.logWarning(`Blocklist ${zone} is not asked: ${why}`)
    }
    yield* Effect.sleep(off.length === 0 ? proofEvery : proofRetry)
  }).pipe(Effect.forever)
