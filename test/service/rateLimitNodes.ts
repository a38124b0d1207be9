/**
 * Nodes that share a limit, in a time of their own: the decisions of `limits/Share`, the statement in
 * Postgres, and in place of a network a reply that comes when a test says so.
 */
import { randomUUID } from "node:crypto"

import * as Share from "@rcpt/service/limits/Share"
import type { Limit } from "@rcpt/service/limits/TokenBucket"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Times are milliseconds since the world began. */
export interface Pass {
  readonly at: number
  readonly cost: number
}

interface Node {
  id: string
  share: Share.Share
  /** Granted, and on its way. */
  underWay: Share.Lease | undefined
}

/** Any; the database is told the time. */
const began = Date.UTC(2030, 0, 1)

/** The statement itself. */
export const lease = (
  limit: Limit,
  account: string,
  node: string,
  asked: { readonly unspent: number; readonly wanted: number; readonly now: number }
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly granted: number; readonly level: number }>`
      select granted, level from lease_tokens(
        ${account}::uuid, ${node}::uuid, ${asked.unspent}::int, ${asked.wanted}::int,
        ${limit.perSecond}::float8, ${limit.burst}::float8,
        make_interval(secs => ${Share.leaseLifetime / 1000}::float8),
        to_timestamp(${(began + asked.now) / 1000}::float8))`
    return row!
  })

export const makeNodes = (limit: Limit, count: number) =>
  Effect.sync(() => {
    const account = randomUUID()
    const passes: Array<Pass> = []
    let statements = 0
    const fresh = (now: number): Node => ({
      id: randomUUID(),
      share: Share.make(limit, now),
      underWay: undefined
    })
    const nodes = Array.from({ length: count }, () => fresh(0))

    const ask = (node: Node, waiting: number, now: number) =>
      Effect.gen(function* () {
        statements++
        const { share, unspent, wanted } = Share.order(limit, node.share, waiting, now)
        node.share = share
        const given = yield* lease(limit, account, node.id, { unspent, wanted, now })
        node.underWay = { wanted, askedAt: now, ...given }
      })

    const deliver = (node: Node, now: number): void => {
      if (node.underWay === undefined) return
      node.share = Share.receive(limit, node.share, node.underWay, now)
      node.underWay = undefined
    }

    /** Whether it passed. One that would have to wait for a reply under way does not. */
    const spend = (i: number, cost: number, now: number) =>
      Effect.gen(function* () {
        const node = nodes[i]!
        const after = Share.spend(limit, node.share, cost, now)
        if (after === "refused") return false
        if (after === "ask") {
          if (node.underWay === undefined) yield* ask(node, cost, now)
          return false
        }
        node.share = after
        passes.push({ at: now, cost })
        if (node.underWay === undefined && Share.isLow(after, now)) yield* ask(node, 0, now)
        return true
      })

    return {
      passes,
      statements: () => statements,
      spend,
      /** As `spend`, on a network that takes no time. */
      spendAtOnce: (i: number, cost: number, now: number) =>
        Effect.gen(function* () {
          const passed = yield* spend(i, cost, now)
          deliver(nodes[i]!, now)
          return passed || (yield* spend(i, cost, now))
        }),
      deliver: (i: number, now: number) => deliver(nodes[i]!, now),
      /** Killed, and started again: what it had is lost, and nobody has been told. */
      restart: (i: number, now: number) => void (nodes[i] = fresh(now))
    }
  })

/** The law, as it is written: no window of t has more than burst + rate * t. */
export const breaches = (limit: Limit, passes: ReadonlyArray<Pass>): ReadonlyArray<string> =>
  passes.flatMap((first, i) => {
    let spent = 0
    return passes.slice(i).flatMap(({ at, cost }) => {
      spent += cost
      const most = limit.burst + (limit.perSecond * (at - first.at)) / 1000
      // Fractions of tokens are added up in binary.
      return spent > most + 1e-6 ? [`${spent} of ${most} from ${first.at} to ${at} ms`] : []
    })
  })
