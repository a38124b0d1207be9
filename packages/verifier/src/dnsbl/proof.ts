/**
 * How a blocklist shows that it works, again and again: it lists what every list must and does not
 * list what none may (RFC 5782 §5). Until then, and whenever it fails, it is not asked.
 */
import { Clock, Duration, Effect, Redacted } from "effect"

import type { Questions } from "../Resolver.ts"
import type { Blocklist } from "./blocklists.ts"
import { questionName } from "./questionName.ts"
import { readAnswer } from "./readAnswer.ts"
import type { Word } from "./readAnswer.ts"

/** RFC 5782 §5 wants tests "periodically"; an hour of a list gone mad is what we accept. */
export const proofEvery = Duration.hours(1)

/** While a list is off: a resolver that was not up yet is found sooner, and nobody is pestered. */
export const proofRetry = Duration.minutes(10)

export interface BlocklistStatus {
  readonly zone: string
  readonly subject: Blocklist["subject"]
  /** `unproven` until the first test has ended. */
  readonly state: "unproven" | "on" | "off"
  /** Why it is off; never holds a key. */
  readonly why?: string
  /** When it was tested last, in milliseconds of the epoch. */
  readonly testedAt?: number
}

/** One list as it is asked here, and how its last test ended. */
export interface Asked {
  readonly list: Blocklist
  readonly key: Redacted.Redacted | undefined
  status: BlocklistStatus
}

export const ask = (
  dns: Pick<Questions, "a">,
  { list, key }: Asked,
  subject: string
): Effect.Effect<Word> => {
  const zone = key === undefined ? list.zone : (list.keyedZone ?? list.zone)
  const name = questionName(subject, zone, key && Redacted.value(key))
  return Effect.map(dns.a(name), (answer) => readAnswer(list.reading, answer))
}

/** What is wrong with the list; `undefined`: nothing is. */
const disproof = Effect.fnUntraced(function* (dns: Pick<Questions, "a">, asked: Asked) {
  const { tests } = asked.list
  const [listed, clean] = yield* Effect.all([
    ask(dns, asked, tests.listed),
    ask(dns, asked, tests.clean)
  ])
  const failure = [listed, clean].find((word) => word._tag === "unanswered")
  if (failure !== undefined) return failure.why
  if (listed._tag !== "listed") return `does not list ${tests.listed}`
  return clean._tag === "clean" ? undefined : `lists ${tests.clean}, and so perhaps everything`
})

const prove = Effect.fnUntraced(function* (dns: Pick<Questions, "a">, asked: Asked) {
  const why = yield* disproof(dns, asked)
  const { zone, subject } = asked.list
  const testedAt = yield* Clock.currentTimeMillis
  asked.status =
    why === undefined
      ? { zone, subject, testedAt, state: "on" }
      : { zone, subject, testedAt, state: "off", why }
})

/** A zone that we do not know was tried for addresses and for names: the failed guess is no news. */
export const statusOf = (lists: ReadonlyArray<Asked>): ReadonlyArray<BlocklistStatus> => {
  const statuses = lists.map(({ status }) => status)
  const proven = statuses.flatMap(({ zone, state }) => (state === "on" ? [zone] : []))
  return statuses.filter(({ zone, state }) => state === "on" || !proven.includes(zone))
}

const isOff = ({ state }: BlocklistStatus): boolean => state === "off"

/** For ever: all lists are tested, again and again. The log hears of each that goes off. */
export const keepProving = (
  dns: Pick<Questions, "a">,
  lists: ReadonlyArray<Asked>
): Effect.Effect<never> =>
  Effect.gen(function* () {
    const before = statusOf(lists).filter(isOff)
    yield* Effect.forEach(lists, (asked) => prove(dns, asked), { concurrency: "unbounded" })
    const off = statusOf(lists).filter(isOff)
    for (const { zone, why } of off) {
      if (before.some((status) => status.zone === zone)) continue
      yield* Effect.logWarning(`Blocklist ${zone} is not asked: ${why}`)
    }
    yield* Effect.sleep(off.length === 0 ? proofEvery : proofRetry)
  }).pipe(Effect.forever)
