/**
 * What one node may still let through of one account: pure, `now` in milliseconds of a clock that
 * never goes back.
 *
 * A request passes two buckets. The tokens on lease are this node's part of the bucket that all nodes
 * share (migrations/0008_rate_limits.ts). `own` is a bucket of this node alone, with the whole limit:
 * what one node passes never exceeds it, whatever becomes of the shared one.
 */
import * as TokenBucket from "./TokenBucket.ts"
import type { Bucket, Limit } from "./TokenBucket.ts"

export interface Share {
  readonly own: Bucket
  /** On lease and not spent. */
  readonly tokens: number
  /** Then what is left of the lease is void: the shared bucket counts on it no more. */
  readonly until: number
  /** What the shared bucket held after the last lease; other nodes take from it unseen. */
  readonly shared: Bucket
  /** How many tokens are asked for beyond those that requests wait for. */
  readonly block: number
  readonly askedAt: number
  /** The shared bucket is empty: no use to ask before. */
  readonly emptyUntil: number
}

/**
 * Milliseconds. A node that died keeps its tokens for as long; so does one where an account went
 * quiet. An account that asks less often than this costs a statement per request.
 */
export const leaseLifetime = 10_000

/**
 * Parts of the burst. An idle account has at most the smallest block lying on each node, where others
 * cannot spend it; a busy one is asked for a few times a second, however fast it is.
 */
const blockMin = 1 / 40
const blockMax = 1 / 8

/** Milliseconds: asked again sooner, a node takes twice as much; later, half. */
const blockLastsFor = 250

/** Milliseconds. With an account over its limit, nodes ask that often, and not once per request. */
const emptyWait = 50

const sizeOf = ({ burst }: Limit, part: number): number => Math.max(1, Math.floor(burst * part))

export const make = (limit: Limit, now: number): Share => ({
  own: TokenBucket.full(limit, now),
  tokens: 0,
  until: now,
  shared: TokenBucket.full(limit, now),
  block: sizeOf(limit, blockMin),
  askedAt: Number.NEGATIVE_INFINITY,
  emptyUntil: now
})

const leased = ({ tokens, until }: Share, now: number): number => (now < until ? tokens : 0)

/** "refused": over the limit. "ask": nobody knows before there is another lease. */
export const spend = (
  limit: Limit,
  share: Share,
  cost: number,
  now: number
): Share | "refused" | "ask" => {
  const own = TokenBucket.take(limit, share.own, cost, now)
  if (own === undefined) return "refused"
  const tokens = leased(share, now)
  if (tokens >= cost) return { ...share, own, tokens: tokens - cost }
  return now < share.emptyUntil ? "refused" : "ask"
}

/** While nobody answers for the shared bucket. */
export const spendOwn = (
  limit: Limit,
  share: Share,
  cost: number,
  now: number
): Share | "refused" => {
  const own = TokenBucket.take(limit, share.own, cost, now)
  if (own === undefined) return "refused"
  return { ...share, own, tokens: Math.max(0, share.tokens - cost) }
}

/** Time to ask for more, so that the next request need not wait for it. */
export const isLow = (share: Share, now: number): boolean =>
  leased(share, now) * 2 < share.block && now >= share.emptyUntil

export interface Order {
  readonly share: Share
  readonly unspent: number
  readonly wanted: number
}

/** `waiting`: what the requests that wait for this lease cost together. */
export const order = (limit: Limit, share: Share, waiting: number, now: number): Order => {
  const unspent = leased(share, now)
  const isHasty = now - share.askedAt < blockLastsFor
  const block = isHasty
    ? Math.min(sizeOf(limit, blockMax), share.block * 2)
    : Math.max(sizeOf(limit, blockMin), Math.floor(share.block / 2))
  return {
    share: { ...share, tokens: unspent, block, askedAt: now },
    unspent,
    wanted: Math.min(limit.burst, Math.max(1, waiting + block - unspent))
  }
}

export interface Lease {
  readonly wanted: number
  readonly granted: number
  /** What is left in the shared bucket. */
  readonly level: number
  /** When it was asked for: from then on it counts, so that it is over here before it is there. */
  readonly askedAt: number
}

/** `share` is what stands now: requests went on spending while the lease was under way. */
export const receive = (limit: Limit, share: Share, lease: Lease, now: number): Share => {
  const shared = { level: lease.level, at: now }
  const isEmpty = lease.granted < lease.wanted
  // A bucket that fills in less time than that would stand full meanwhile.
  const quiet = Math.min(emptyWait, (limit.burst / limit.perSecond) * 500)
  const wait = Math.max(quiet, TokenBucket.millisUntil(limit, shared, 1, now))
  return {
    ...share,
    tokens: share.tokens + lease.granted,
    until: lease.askedAt + leaseLifetime,
    shared,
    emptyUntil: isEmpty ? now + wait : now
  }
}

/** Tokens that this node believes an account to have. */
export const remaining = (limit: Limit, share: Share, now: number): number => {
  const shared = leased(share, now) + TokenBucket.levelAt(limit, share.shared, now)
  return Math.max(0, Math.min(TokenBucket.levelAt(limit, share.own, now), shared))
}

/** Milliseconds until this node may believe in `level` tokens. */
export const millisUntil = (limit: Limit, share: Share, level: number, now: number): number =>
  Math.max(
    TokenBucket.millisUntil(limit, share.own, level, now),
    TokenBucket.millisUntil(limit, share.shared, level - leased(share, now), now)
  )
