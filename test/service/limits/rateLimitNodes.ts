/**
 * Simulated nodes that share a rate limit, with a clock of their own: the decisions of
 * `limits/TokenLease.ts`, the real statement in Postgres, and replies that arrive when a test says so.
 */
import { randomUUID } from "node:crypto"

import * as TokenLease from "@rcpt/service/limits/TokenLease"
import type { RateLimit } from "@rcpt/service/platform/config/parse"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** An admitted request. `at`: milliseconds since the start of the simulation. */
export interface Pass {
  readonly at: number
  readonly cost: number
}

interface Node {
  id: string
  lease: TokenLease.TokenLease
  /** Granted, but its reply has not arrived. */
  pending: TokenLease.GrantedLease | undefined
}

/** Start of the simulation; any time will do, because the statement is given the time. */
const startedAt = Date.UTC(2030, 0, 1)

/** Runs the statement. */
export const requestLease = (
  limit: RateLimit,
  account: string,
  node: string,
  request: { readonly unspent: number; readonly wanted: number; readonly now: number }
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly granted: number; readonly level: number }>`
      select granted, level from lease_tokens(
        ${account}::uuid, ${node}::uuid, ${request.unspent}::int, ${request.wanted}::int,
        ${limit.perSecond}::float8, ${limit.burst}::float8,
        make_interval(secs => ${TokenLease.leaseLifetime / 1000}::float8),
        to_timestamp(${(startedAt + request.now) / 1000}::float8))`
    return row!
  })

export const makeNodes = (limit: RateLimit, count: number) =>
  Effect.sync(() => {
    const account = randomUUID()
    const passes: Array<Pass> = []
    let statements = 0
    const fresh = (now: number): Node => ({
      id: randomUUID(),
      lease: TokenLease.make(limit, now),
      pending: undefined
    })
    const nodes = Array.from({ length: count }, () => fresh(0))

    const request = (node: Node, waiting: number, now: number) =>
      Effect.gen(function* () {
        statements++
        const { lease, unspent, wanted } = TokenLease.prepareRequest(
          limit,
          node.lease,
          waiting,
          now
        )
        node.lease = lease
        const grant = yield* requestLease(limit, account, node.id, { unspent, wanted, now })
        node.pending = { wanted, requestedAt: now, ...grant }
      })

    const deliver = (node: Node, now: number): void => {
      if (node.pending === undefined) return
      node.lease = TokenLease.applyGrant(limit, node.lease, node.pending, now)
      node.pending = undefined
    }

    /** Whether the request is admitted. One that would have to wait for a reply is not. */
    const spend = (i: number, cost: number, now: number) =>
      Effect.gen(function* () {
        const node = nodes[i]!
        const after = TokenLease.spend(limit, node.lease, cost, now)
        if (after === "refused") return false
        if (after === "exhausted") {
          if (node.pending === undefined) yield* request(node, cost, now)
          return false
        }
        node.lease = after
        passes.push({ at: now, cost })
        if (node.pending === undefined && TokenLease.isLow(after, now)) yield* request(node, 0, now)
        return true
      })

    return {
      passes,
      statements: () => statements,
      spend,
      /** As `spend`, on a network without latency. */
      spendAtOnce: (i: number, cost: number, now: number) =>
        Effect.gen(function* () {
          const passed = yield* spend(i, cost, now)
          deliver(nodes[i]!, now)
          return passed || (yield* spend(i, cost, now))
        }),
      deliver: (i: number, now: number) => deliver(nodes[i]!, now),
      /** Kills the node and starts it again: its tokens are lost, and Postgres does not know it. */
      restart: (i: number, now: number) => void (nodes[i] = fresh(now))
    }
  })

/** Checks the limit by its definition: no window of t admits more than burst + rate * t. */
export const breaches = (limit: RateLimit, passes: ReadonlyArray<Pass>): ReadonlyArray<string> =>
  passes.flatMap((first, i) => {
    let spent = 0
    return passes.slice(i).flatMap(({ at, cost }) => {
      spent += cost
      const most = limit.burst + (limit.perSecond * (at - first.at)) / 1000
      // Fractions of tokens are added up in binary.
      return spent > most + 1e-6 ? [`${spent} of ${most} from ${first.at} to ${at} ms`] : []
    })
  })
