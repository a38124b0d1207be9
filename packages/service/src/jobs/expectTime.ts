/**
 * Says how long a deep list takes and which mail servers take longest, before it is verified and while it is: from what
 * this process knows of domains and from the paces that guards have stored. No server is asked.
 */
import type { EgressNeed, ExpectedTime } from "@rcpt/api/Jobs"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { providerRules } from "@rcpt/verifier/address/providers"
import { mailProviders } from "@rcpt/verifier/dns/rules/mailProviders"
import { DomainKnowledge } from "@rcpt/verifier/DomainKnowledge"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { egressesFor, millisFor } from "@rcpt/verifier/pacing/capacity"
import { groupByName } from "@rcpt/verifier/pacing/mailHostGroups"
import { probePolicyOf, probePolicyOfGroup } from "@rcpt/verifier/smtp/rules/probePolicies"
import type { ProbePolicy } from "@rcpt/verifier/smtp/rules/probePolicies"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Effect, Result } from "effect"

import { Config } from "../platform/Config.ts"
import { egressOf } from "../probing/egress/chooseEgress.ts"
import { EgressHealth } from "../probing/egress/EgressHealth.ts"
import { pacesOf } from "../probing/GuardRecords.ts"
import { ProbeQueue, waitingRowsMin } from "../probing/queue/ProbeQueue.ts"
import { rowsToVerify } from "./csv/CsvPart.ts"
import type { CsvPart } from "./csv/CsvPart.ts"

/** Queues that are counted. A list of more domains is not decided by those that come later. */
const queuesMax = 10_000

/** A mail host of each large provider by the domains of its mailboxes, for domains that were not looked up lately. */
const hostsOfDomains: ReadonlyMap<string, string> = new Map(
  providerRules.flatMap(({ provider, domains }) => {
    const host = mailProviders.find(({ name }) => name === provider)?.hosts[0]
    return host === undefined ? [] : domains.map((domain) => [domain, host] as const)
  })
)

interface Queue {
  readonly group: string
  readonly egress: string
  readonly policy: ProbePolicy
  rows: number
  greylisted: number
  /** Rows by domain, where they are counted. */
  readonly domains?: Map<string, number>
  readonly putOff?: number
  readonly putOffFor?: number
}

const isGreylisted = (
  { known }: DomainKnowledge["Service"],
  domain: string,
  now: number
): boolean => (known(domain, now)?.greylistMillis ?? 0) > 0

/** Counts addresses by the queue that they would wait in, and by domain if that is wanted. */
const countQueues = Effect.fnUntraced(function* (byDomain: boolean) {
  const { egresses } = yield* Config
  const { knownDomain } = yield* Verifier
  const knowledge = yield* DomainKnowledge
  const health = yield* EgressHealth
  const lists = yield* Lists
  const queues = new Map<string, Queue>()

  const hostOf = (domain: string, now: number): string => {
    const route = knownDomain(domain, now)?.route
    const known = route?._tag === "hosts" ? route.hosts[0]?.host : undefined
    return known ?? hostsOfDomains.get(domain) ?? domain
  }

  const queueOf = (domain: string, now: number): Queue | undefined => {
    const host = hostOf(domain, now)
    const group = groupByName(host)
    const egress = egressOf(domain, group, egresses, health.of(group)).id
    const key = `${group} ${egress}`
    const known = queues.get(key)
    if (known !== undefined || queues.size >= queuesMax) return known
    const queue: Queue = {
      group,
      egress,
      policy: probePolicyOf(host),
      rows: 0,
      greylisted: 0,
      ...(byDomain && { domains: new Map() })
    }
    queues.set(key, queue)
    return queue
  }

  const add = (email: string, now: number): void => {
    const parsed = parseAddress(email)
    if (Result.isFailure(parsed) || lists.consult(parsed.success).disposable) return
    const { domain } = parsed.success
    const queue = queueOf(domain, now)
    if (queue === undefined) return
    queue.rows += 1
    queue.domains?.set(domain, (queue.domains.get(domain) ?? 0) + 1)
    if (isGreylisted(knowledge, domain, now)) queue.greylisted += 1
  }
  return { add, all: () => [...queues.values()] }
})

const fixedPace = Config.useSync(({ mxConcurrency, mxRate }) => ({
  ...(mxConcurrency !== undefined && { connections: mxConcurrency }),
  ...(mxRate !== undefined && { startsPerSecond: mxRate })
}))

/** How long these queues take, in their order. */
const timesOf = Effect.fnUntraced(function* (queues: ReadonlyArray<Queue>) {
  const { egresses } = yield* Config
  const fixed = yield* fixedPace
  const now = yield* Clock.currentTimeMillis
  const paceOf = yield* pacesOf([...new Set(queues.map(({ group }) => group))])
  return queues.map((queue): ExpectedTime => {
    const { group, egress, rows, greylisted, putOff = 0 } = queue
    const warmsSince = egresses.find(({ id }) => id === egress)?.warmsSince
    const by = { pace: paceOf({ group, egress }), fixed, warmsSince }
    const millis = millisFor({ ...queue, greylisted: rows === 0 ? 0 : greylisted / rows }, by, now)
    return { seconds: Math.ceil(millis / 1_000), mail_servers: group, rows: rows + putOff }
  })
})

const slowestOf = (times: ReadonlyArray<ExpectedTime>): ExpectedTime =>
  times.reduce((one, other) => (other.seconds > one.seconds ? other : one))

/** Providers that a plan names. */
const plannedMax = 20

const largerOf = (
  one: readonly [domain: string, rows: number],
  other: readonly [domain: string, rows: number]
) => (other[1] > one[1] ? other : one)

/** What a wanted time needs at each group of mail hosts, slowest first. */
const planOf = Effect.fnUntraced(function* (
  queues: ReadonlyArray<Queue>,
  times: ReadonlyArray<ExpectedTime>,
  within: number
) {
  const fixed = yield* fixedPace
  const groups = [...Map.groupBy(queues, ({ group }) => group)]
  const needs = groups.map(([group, those]): EgressNeed => {
    const rows = those.reduce((sum, queue) => sum + queue.rows, 0)
    const greylisted = those.reduce((sum, queue) => sum + queue.greylisted, 0) / rows
    const [domain, most] = those
      .flatMap(({ domains = [] }) => [...domains])
      .reduce(largerOf, [group, 0])
    const load = { rows, policy: those[0]!.policy, greylisted }
    return {
      mail_servers: group,
      rows,
      seconds: slowestOf(times.filter(({ mail_servers }) => mail_servers === group)).seconds,
      egresses: egressesFor(load, most, fixed, within) ?? null,
      domain,
      domain_rows: most
    }
  })
  return needs.toSorted((one, other) => other.seconds - one.seconds).slice(0, plannedMax)
})

/** `within`: the time that a plan is wanted for, in milliseconds. */
export const startExpectation = Effect.fnUntraced(function* (within?: number) {
  const { smtp } = yield* Config
  const queues = yield* countQueues(within !== undefined)
  return {
    /** Adds a part; to be called for every part of the list. */
    part: (part: CsvPart): Effect.Effect<void> =>
      part._tag === "Chunk" && smtp !== "off"
        ? Effect.map(Clock.currentTimeMillis, (now) => {
            for (const [, email] of rowsToVerify(part)) queues.add(email, now)
          })
        : Effect.void,
    /** Without a time: too few rows at any mail server. */
    end: Effect.gen(function* () {
      const large = queues.all().filter(({ rows }) => rows >= waitingRowsMin)
      const times = yield* timesOf(large)
      return {
        ...(times.length > 0 && { expected_time: slowestOf(times) }),
        ...(within !== undefined && { egress_plan: yield* planOf(large, times, within) })
      }
    })
  }
})

/** How long the rows of a running job that wait for mail servers take; `undefined`: too few wait at any. */
export const timeLeft = Effect.fnUntraced(function* (job: string) {
  const knowledge = yield* DomainKnowledge
  const now = yield* Clock.currentTimeMillis
  const waiting = yield* ProbeQueue.use((queue) => queue.waiting(job))
  const queues = waiting.map(({ group, egress, rows, putOff, putOffFor, domains }): Queue => {
    const greylisted = domains.filter((domain) => isGreylisted(knowledge, domain, now)).length
    return {
      group,
      egress,
      policy: probePolicyOfGroup(group),
      rows: rows - putOff,
      greylisted: domains.length === 0 ? 0 : (greylisted / domains.length) * (rows - putOff),
      putOff,
      ...(putOffFor !== null && { putOffFor })
    }
  })
  return queues.length === 0 ? undefined : slowestOf(yield* timesOf(queues))
})
