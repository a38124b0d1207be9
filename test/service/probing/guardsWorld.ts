/** The guards of a node on a real database, probing the lab's mail servers over real sockets. */
import { randomUUIDv7 } from "node:crypto"

import { unanswered } from "@rcpt/domain/Fact"
import type * as Lab from "@rcpt/lab/Lab"
import { Config, load } from "@rcpt/service/platform/Config"
import * as Database from "@rcpt/service/platform/Database"
import * as NodeLease from "@rcpt/service/platform/NodeLease"
import * as Secrets from "@rcpt/service/platform/Secrets"
import * as DomainKnowledgePg from "@rcpt/service/probing/domains/DomainKnowledgePg"
import { ProbeResults } from "@rcpt/service/probing/ProbeResults"
import type { SettledProbe } from "@rcpt/service/probing/ProbeResults"
import * as probingLayer from "@rcpt/service/probing/probingLayer"
import * as Queue from "@rcpt/service/probing/queue/ProbeQueue"
import type { ProbeRow } from "@rcpt/service/probing/queue/ProbeRow"
import { resolverLayer, verifierOverProber } from "@rcpt/service/probing/verifierLayer"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { groupByName } from "@rcpt/verifier/pacing/mailHostGroups"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { Clock, Context, Duration, Effect, Layer, Redacted, Result } from "effect"

/** The results of queued rows, in the order of their settlement. */
export class Settled extends Context.Service<Settled, { readonly all: Array<SettledProbe> }>()(
  "test/Settled"
) {}

const probeResults = Layer.effect(
  ProbeResults,
  Effect.gen(function* () {
    const { all } = yield* Settled
    const queue = yield* Queue.ProbeQueue
    return {
      settle: (results) =>
        Effect.map(queue.settle(results.map(({ row }) => row)), (held) => {
          const ids = new Set(held.map(({ job, row }) => `${job} ${row}`))
          all.push(...results.filter(({ row }) => ids.has(`${row.job} ${row.row}`)))
        })
    }
  })
)

export interface NodeOptions {
  readonly lab: Lab.Lab
  readonly url: string
  readonly settled?: Array<SettledProbe>
  /** Settings in addition to the lab's. An empty value unsets one. */
  readonly env?: Readonly<Record<string, string>>
  /** The name of a mail host at which the resolver has a defect. */
  readonly poison?: string
}

const poisoned = (host: string) =>
  Layer.effect(
    Resolver,
    Effect.map(Resolver, (resolver) => ({
      ...resolver,
      a: (name: string) => (name === host ? Effect.die(new Error("poison")) : resolver.a(name))
    }))
  ).pipe(Layer.provide(resolverLayer))

/** Stops when the scope closes, as a node that is shut down does. */
export const startNode = ({ lab, url, settled = [], env = {}, poison = "" }: NodeOptions) =>
  Effect.gen(function* () {
    const { config } = yield* load({ ...lab.env, ...env }, {})
    const queue = Layer.unwrap(
      Effect.map(Config, ({ greylistRetries }) => Queue.layer(greylistRetries))
    )
    const layers = verifierOverProber.pipe(
      Layer.provideMerge(probingLayer.layer),
      Layer.provide(probeResults),
      Layer.provideMerge(queue),
      Layer.provideMerge(poisoned(poison)),
      Layer.provideMerge(DomainKnowledgePg.layer),
      Layer.provide(Secrets.layer),
      Layer.provide(DomainAgeCache.layerNone),
      Layer.provideMerge(NodeLease.layer),
      Layer.provideMerge(Database.layer(Redacted.make(url))),
      Layer.provideMerge(Layer.succeed(Settled, { all: settled })),
      Layer.provideMerge(Layer.succeed(Config, config))
    )
    return yield* Layer.build(Layer.fresh(layers))
  })

/** Rows for the queue, with `host` as the MX of each address. They are in the group of its name. */
export const rowsOf = (
  addresses: ReadonlyArray<string>,
  host: string,
  account: string = randomUUIDv7()
): ReadonlyArray<ProbeRow> => {
  const job = randomUUIDv7()
  return addresses.map((text, index) => ({
    group: groupByName(host),
    egress: "direct",
    account,
    job,
    row: index + 1,
    question: {
      address: Result.getOrThrow(parseAddress(text)),
      hosts: [{ host, preference: 10 }],
      catchAll: unanswered("not probed")
    }
  }))
}

export interface JumpingClock {
  readonly clock: Clock.Clock
  readonly now: () => number
  readonly jump: (duration: Duration.Duration) => void
}

/** Real time that a test can set forward. Running sleeps are not shortened. */
export const jumpingClock: Effect.Effect<JumpingClock> = Effect.gen(function* () {
  const real = yield* Clock.Clock
  let offset = 0
  const now = () => real.currentTimeMillisUnsafe() + offset
  const clock: Clock.Clock = Object.assign(Object.create(real), {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now)
  })
  const jump = (duration: Duration.Duration) => {
    offset += Duration.toMillis(duration)
  }
  return { clock, now, jump }
})
