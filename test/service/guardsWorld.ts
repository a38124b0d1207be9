/** A node's guards on a real database, asking the lab's mail servers over real sockets. */
import { randomUUIDv7 } from "node:crypto"

import { unanswered } from "@rcpt/domain/Fact"
import type * as Lab from "@rcpt/lab/Lab"
import { Config, load } from "@rcpt/service/Config"
import * as Database from "@rcpt/service/Database"
import * as DomainMemoryPg from "@rcpt/service/domains/DomainMemoryPg"
import * as Guards from "@rcpt/service/guards/Guards"
import { ProbeOutcomes } from "@rcpt/service/guards/ProbeOutcomes"
import type { Outcome } from "@rcpt/service/guards/ProbeOutcomes"
import * as Queue from "@rcpt/service/probes/ProbeQueue"
import type { ProbeRow } from "@rcpt/service/probes/ProbeRow"
import * as Secrets from "@rcpt/service/Secrets"
import { resolverLayer, verifierAround } from "@rcpt/service/verifierLayer"
import { parseAddress } from "@rcpt/verifier/parseAddress"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { mailHostGroup } from "@rcpt/verifier/smtp/Prober"
import { Clock, Context, Duration, Effect, Layer, Redacted, Result } from "effect"

/** What became of queued rows, in the order in which it was settled. */
export class Settled extends Context.Service<Settled, { readonly all: Array<Outcome> }>()(
  "test/Settled"
) {}

const outcomes = Layer.effect(
  ProbeOutcomes,
  Effect.gen(function* () {
    const { all } = yield* Settled
    const queue = yield* Queue.ProbeQueue
    return {
      settle: (answered) =>
        Effect.map(queue.settle(answered.map(({ row }) => row)), (ours) => {
          const names = new Set(ours.map(({ job, row }) => `${job} ${row}`))
          all.push(...answered.filter(({ row }) => names.has(`${row.job} ${row.row}`)))
        })
    }
  })
)

export interface NodeOptions {
  readonly lab: Lab.Lab
  readonly url: string
  readonly settled?: Array<Outcome>
  /** Settings beyond the lab's; an empty one unsets it. */
  readonly env?: Readonly<Record<string, string>>
}

/** Dies with the scope, as a node that is stopped does. */
export const startNode = ({ lab, url, settled = [], env = {} }: NodeOptions) =>
  Effect.gen(function* () {
    const { config } = yield* load({ ...lab.env, ...env }, {})
    const queue = Layer.unwrap(
      Effect.map(Config, ({ greylistRetries }) => Queue.layer(greylistRetries))
    )
    const layers = verifierAround.pipe(
      Layer.provideMerge(Guards.layer),
      Layer.provide(outcomes),
      Layer.provideMerge(queue),
      Layer.provideMerge(resolverLayer),
      Layer.provideMerge(DomainMemoryPg.layer),
      Layer.provide(Secrets.layer),
      Layer.provide(DomainAgeCache.layerNone),
      Layer.provideMerge(Database.layer(Redacted.make(url))),
      Layer.provideMerge(Layer.succeed(Settled, { all: settled })),
      Layer.provideMerge(Layer.succeed(Config, config))
    )
    return yield* Layer.build(Layer.fresh(layers))
  })

/** Rows as a job would put them in line: each address has the host that its domain's MX would name. */
export const rowsOf = (
  addresses: ReadonlyArray<string>,
  host: string,
  account: string = randomUUIDv7()
): ReadonlyArray<ProbeRow> => {
  const job = randomUUIDv7()
  return addresses.map((text, index) => ({
    group: mailHostGroup(host),
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

/** Real time that a test can make jump: what sleeps goes on sleeping, but it is later. */
export const jumpingClock: Effect.Effect<JumpingClock> = Effect.gen(function* () {
  const real = yield* Clock.Clock
  let ahead = 0
  const now = () => real.currentTimeMillisUnsafe() + ahead
  const clock: Clock.Clock = Object.assign(Object.create(real), {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now)
  })
  const jump = (duration: Duration.Duration) => {
    ahead += Duration.toMillis(duration)
  }
  return { clock, now, jump }
})
