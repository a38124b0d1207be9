/**
 * Who waits, and who is next: real-time before bulk, and of the accounts whoever has been served
 * least. Any question may be next, or one for a certain host, whose mail would go there first.
 *
 * Joining, leaving and being served cost the same however many wait, and grow with the number of
 * accounts alone.
 */
import { Deadlines } from "./Deadlines.ts"
import type { Timed } from "./Deadlines.ts"
import { Lane } from "./Lane.ts"
import type { Standing } from "./Lane.ts"

/** The first is served before the second. */
export const urgencies = ["realTime", "bulk"] as const
export type Urgency = (typeof urgencies)[number]

export interface Waiting {
  readonly account: string
  readonly urgency: Urgency
  /** A conversation with one of these will do. */
  readonly hosts: ReadonlyArray<string>
  /** Epoch milliseconds. */
  readonly waitUntil: number
}

interface Place<A> extends Timed {
  readonly item: A
  readonly share: Share<A>
  standings: ReadonlyArray<Standing<Place<A>>>
}

/** What waits for one account at one urgency; under "" is everything. */
interface Share<A> {
  waiting: number
  /** A rank, not a count: who comes back after a while is not owed what others had meanwhile. */
  served: number
  readonly lanes: Map<string, Lane<Place<A>>>
}

const anyHost = ""

class Level<A extends Waiting> {
  readonly shares = new Map<string, Share<A>>()
  /** How much somebody had been served who was served last. */
  #rank = 0

  shareOf(account: string): Share<A> {
    const share = this.shares.get(account) ?? { waiting: 0, served: 0, lanes: new Map() }
    if (share.waiting === 0) share.served = Math.max(share.served, this.#rank)
    this.shares.set(account, share)
    return share
  }

  /** Of the least served; among equals, of who was served longest ago. */
  next(host: string): Place<A> | undefined {
    let best: Share<A> | undefined
    for (const [account, share] of this.shares) {
      // Kept only while it would come back with less than its rank.
      if (share.waiting === 0 && share.served <= this.#rank) this.shares.delete(account)
      else if (share.lanes.get(host)?.first && share.served < (best?.served ?? Infinity))
        best = share
    }
    return best?.lanes.get(host)?.first
  }

  serve({ item, share }: Place<A>): void {
    this.#rank = Math.max(this.#rank, share.served)
    share.served += 1
    this.shares.delete(item.account)
    this.shares.set(item.account, share)
  }

  /** The latest of who has most waiting. */
  latest(): Place<A> | undefined {
    let most: Share<A> | undefined
    for (const share of this.shares.values()) if (share.waiting > (most?.waiting ?? 0)) most = share
    return most?.lanes.get(anyHost)?.last
  }
}

export class FairLine<A extends Waiting> {
  readonly #levels: Readonly<Record<Urgency, Level<A>>> = {
    realTime: new Level(),
    bulk: new Level()
  }
  readonly #places = new Map<A, Place<A>>()
  readonly #deadlines = new Deadlines<Place<A>>()
  readonly #waitingMax: number

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax
  }

  get size(): number {
    return this.#places.size
  }

  get nextDeadline(): number | undefined {
    return this.#deadlines.first?.waitUntil
  }

  /** Returns whom a full line has no room for: the latest, the least urgent, of who has most. */
  add(item: A, ahead = false): A | undefined {
    const share = this.#levels[item.urgency].shareOf(item.account)
    const place: Place<A> = { item, share, heapIndex: 0, waitUntil: item.waitUntil, standings: [] }
    place.standings = [anyHost, ...new Set(item.hosts)].map((host) => {
      const lane = share.lanes.get(host) ?? new Lane()
      share.lanes.set(host, lane)
      return lane.join(place, ahead)
    })
    share.waiting += 1
    this.#places.set(item, place)
    this.#deadlines.add(place)
    if (this.size <= this.#waitingMax) return undefined
    const late = this.#levels.bulk.latest() ?? this.#levels.realTime.latest()
    if (late !== undefined) this.#leave(late)
    return late?.item
  }

  /** The next one, of those for a host if it is named. */
  take(host = anyHost): A | undefined {
    for (const urgency of urgencies) {
      const place = this.#levels[urgency].next(host)
      if (place === undefined) continue
      this.#leave(place)
      this.#levels[urgency].serve(place)
      return place.item
    }
    return undefined
  }

  /** One whose time is up by then. */
  takeLate(until: number): A | undefined {
    const place = this.#deadlines.first
    if (place === undefined || place.waitUntil > until) return undefined
    this.#leave(place)
    return place.item
  }

  /** Whether it was there. */
  remove(item: A): boolean {
    const place = this.#places.get(item)
    if (place !== undefined) this.#leave(place)
    return place !== undefined
  }

  count(urgency: Urgency): ReadonlyMap<string, number> {
    const shares = [...this.#levels[urgency].shares].filter(([, { waiting }]) => waiting > 0)
    return new Map(shares.map(([account, { waiting }]) => [account, waiting]))
  }

  #leave(place: Place<A>): void {
    const { item, share, standings } = place
    this.#places.delete(item)
    this.#deadlines.remove(place)
    share.waiting -= 1
    for (const standing of standings) standing.lane.leave(standing)
    for (const host of item.hosts) {
      if (share.lanes.get(host)?.first === undefined) share.lanes.delete(host)
    }
  }
}
