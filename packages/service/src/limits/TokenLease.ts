/**
 * The tokens that one node has on lease for one account. Pure; `now` is in milliseconds of a monotonic
 * clock.
 *
 * A request takes tokens twice. The leased tokens are this node's part of the bucket that all nodes
 * lease (`lease_tokens` in platform/migrate.ts). `own` is a bucket of this node alone, with the whole limit:
 * one node never admits more than that, whatever happens to the shared bucket.
 */
import type { RateLimit } from "../platform/config/parse.ts"
import * as TokenBucket from "./TokenBucket.ts"
import type { Bucket } from "./TokenBucket.ts"

export interface TokenLease {
  readonly own: Bucket
  /** Tokens that are leased and not spent. */
  readonly tokens: number
  /** The end of the lease. Tokens that are left then are void, and the shared bucket counts them no more. */
  readonly until: number
  /** The shared bucket after the last lease; other nodes take from it without this node knowing. */
  readonly shared: Bucket
  /** Tokens that are requested beyond those that requests wait for. */
  readonly block: number
  readonly requestedAt: number
  /** The shared bucket is empty until then, so an earlier request would be in vain. */
  readonly emptyUntil: number
}

/**
 * Milliseconds. A dead node keeps its tokens for this long; so does a node on which the account has
 * become idle. An account with fewer requests than one per lifetime costs a statement per request.
 */
export const leaseLifetime = 10_000

/**
 * Fractions of the burst. Of an idle account each node holds at most the smallest block, which other
 * nodes cannot spend. For a busy account a node requests a few leases a second, whatever the rate.
 */
const blockMin = 1 / 40
const blockMax = 1 / 8

/** Milliseconds. If a node needs the next lease sooner, it doubles the block; if later, it halves it. */
const blockLastsFor = 250

/** Milliseconds. For an account over its limit a node requests leases this often, not per request. */
const emptyWait = 50

const sizeOf = ({ burst }: RateLimit, part: number): number => Math.max(1, Math.floor(burst * part))

export const make = (limit: RateLimit, now: number): TokenLease => ({
  own: TokenBucket.full(limit, now),
  tokens: 0,
  until: now,
  shared: TokenBucket.full(limit, now),
  block: sizeOf(limit, blockMin),
  requestedAt: Number.NEGATIVE_INFINITY,
  emptyUntil: now
})

const leased = ({ tokens, until }: TokenLease, now: number): number => (now < until ? tokens : 0)

/** Spends `cost` tokens. "refused" means over the limit; "exhausted" means that only another lease can decide. */
export const spend = (
  limit: RateLimit,
  lease: TokenLease,
  cost: number,
  now: number
): TokenLease | "refused" | "exhausted" => {
  const own = TokenBucket.take(limit, lease.own, cost, now)
  if (own === undefined) return "refused"
  const tokens = leased(lease, now)
  if (tokens >= cost) return { ...lease, own, tokens: tokens - cost }
  return now < lease.emptyUntil ? "refused" : "exhausted"
}

/** Spends from the node's own bucket alone, while the database does not respond. */
export const spendOwn = (
  limit: RateLimit,
  lease: TokenLease,
  cost: number,
  now: number
): TokenLease | "refused" => {
  const own = TokenBucket.take(limit, lease.own, cost, now)
  if (own === undefined) return "refused"
  return { ...lease, own, tokens: Math.max(0, lease.tokens - cost) }
}

/** Tells whether it is time to request a lease ahead, so that no request has to wait for it. */
export const isLow = (lease: TokenLease, now: number): boolean =>
  leased(lease, now) * 2 < lease.block && now >= lease.emptyUntil

interface LeaseRequest {
  readonly lease: TokenLease
  readonly unspent: number
  readonly wanted: number
}

/** Decides how many tokens to request. `waiting` is the summed cost of the requests that wait for this lease. */
export const prepareRequest = (
  limit: RateLimit,
  lease: TokenLease,
  waiting: number,
  now: number
): LeaseRequest => {
  const unspent = leased(lease, now)
  const isBusy = now - lease.requestedAt < blockLastsFor
  const block = isBusy
    ? Math.min(sizeOf(limit, blockMax), lease.block * 2)
    : Math.max(sizeOf(limit, blockMin), Math.floor(lease.block / 2))
  return {
    lease: { ...lease, tokens: unspent, block, requestedAt: now },
    unspent,
    wanted: Math.min(limit.burst, Math.max(1, waiting + block - unspent))
  }
}

export interface GrantedLease {
  readonly wanted: number
  readonly granted: number
  /** Tokens that are left in the shared bucket. */
  readonly level: number
  /** The lease counts from its request on, so that it ends on this node before it ends in Postgres. */
  readonly requestedAt: number
}

/** Adds a grant to `lease`, the current state: requests went on spending while the grant was pending. */
export const applyGrant = (
  limit: RateLimit,
  lease: TokenLease,
  grant: GrantedLease,
  now: number
): TokenLease => {
  const shared = { level: grant.level, at: now }
  const isEmpty = grant.granted < grant.wanted
  // A bucket that fills in less time than that would be full for part of the wait.
  const pause = Math.min(emptyWait, (limit.burst / limit.perSecond) * 500)
  const wait = Math.max(pause, TokenBucket.millisUntil(limit, shared, 1, now))
  return {
    ...lease,
    tokens: lease.tokens + grant.granted,
    until: grant.requestedAt + leaseLifetime,
    shared,
    emptyUntil: isEmpty ? now + wait : now
  }
}

/** Tokens that the account has left, as far as this node knows. */
export const remaining = (limit: RateLimit, lease: TokenLease, now: number): number => {
  const shared = leased(lease, now) + TokenBucket.levelAt(limit, lease.shared, now)
  return Math.max(0, Math.min(TokenBucket.levelAt(limit, lease.own, now), shared))
}

/** Milliseconds until the account may have `level` tokens, as far as this node knows. */
export const millisUntil = (
  limit: RateLimit,
  lease: TokenLease,
  level: number,
  now: number
): number =>
  Math.max(
    TokenBucket.millisUntil(limit, lease.own, level, now),
    TokenBucket.millisUntil(limit, lease.shared, level - leased(lease, now), now)
  )
