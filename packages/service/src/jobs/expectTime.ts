/**
 * Says how long a deep list takes and which mail servers take longest, before it is verified and while it is: from what
 * this process knows of domains and from the paces that guards have stored. No server is asked.
 */
import type { ExpectedTime } from "@rcpt/api/Jobs"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { providerRules } from "@rcpt/verifier/address/providers"
import { mailProviders } from "@rcpt/verifier/dns/rules/mailProviders"
import { DomainKnowledge } from "@rcpt/verifier/DomainKnowledge"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { millisFor } from "@rcpt/verifier/pacing/capacity"
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
  readonly putOff?: number
  readonly putOffFor?: number
}

const isGreylisted = (
  { known }: DomainKnowledge["Service"],
  domain: string,
  now: number
): boolean => (known(domain, now)?.greylistMillis ?? 0) > 0

/** Counts addresses by the queue that they would wait in. */
const countQueues = Effect.gen(function* () {
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
    const queue = { group, egress, policy: probePolicyOf(host), rows: 0, greylisted: 0 }
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
    if (isGreylisted(knowledge, domain, now)) queue.greylisted += 1
  }
  return { add, all: () => [...queues.values()] }
})

/** The one of these queues that takes longest. */
const slowestOf = Effect.fnUntraced(function* (queues: ReadonlyArray<Queue>) {
  const { egresses, mxConcurrency, mxRate } = yield* Config
  const fixed = {
    ...(mxConcurrency !== undefined && { connections: mxConcurrency }),
    ...(mxRate !== undefined && { startsPerSecond: mxRate })
  }
  const now = yield* Clock.currentTimeMillis
  const paceOf = yield* pacesOf([...new Set(queues.map(({ group }) => group))])
  const times = queues.map((queue): ExpectedTime => {
    const { group, egress, rows, greylisted, putOff = 0 } = queue
    const warmsSince = egresses.find(({ id }) => id === egress)?.warmsSince
    const by = { pace: paceOf({ group, egress }), fixed, warmsSince }
    const millis = millisFor({ ...queue, greylisted: rows === 0 ? 0 : greylisted / rows }, by, now)
    return { seconds: Math.ceil(millis / 1_000), mail_servers: group, rows: rows + putOff }
  })
  return times.reduce((one, other) => (other.seconds > one.seconds ? other : one))
})

export const startExpectation = Effect.gen(function* () {
  const { smtp } = yield* Config
  const queues = yield* countQueues
  return {
    /** Adds a part; to be called for every part of the list. */
    part: (part: CsvPart): Effect.Effect<void> =>
      part._tag === "Chunk" && smtp !== "off"
        ? Effect.map(Clock.currentTimeMillis, (now) => {
            for (const [, email] of rowsToVerify(part)) queues.add(email, now)
          })
        : Effect.void,
    /** `undefined`: too few rows at any mail server. */
    end: Effect.suspend(() => {
      const large = queues.all().filter(({ rows }) => rows >= waitingRowsMin)
      return large.length === 0 ? Effect.undefined : slowestOf(large)
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
  return queues.length === 0 ? undefined : yield* slowestOf(queues)
})
