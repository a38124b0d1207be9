/**
 * A queue that is fair between accounts: real-time items come before bulk, then items of the account that
 * was served least. `take` returns the next item of all, or the next one for a given mail host.
 *
 * Adding, removing and taking cost the same however many items wait. The cost grows only with the number
 * of accounts.
 */
interface HeapMember {
  /** How long the member may wait, in epoch milliseconds. It does not change while the member is in the heap. */
  readonly waitUntil: number
  /** The heap sets this index, which has no meaning outside of it. */
  heapIndex: number
}

/** A binary heap with the earliest `waitUntil` first. Members know their index, so each can be removed. */
class DeadlineHeap<A extends HeapMember> {
  readonly #heap: Array<A> = []

  get first(): A | undefined {
    return this.#heap[0]
  }

  add(member: A): void {
    this.#put(member, this.#heap.length)
    this.#rise(member)
  }

  remove(member: A): void {
    const last = this.#heap.pop()
    if (last === undefined || last === member) return
    this.#put(last, member.heapIndex)
    this.#rise(last)
    this.#sink(last)
  }

  #put(member: A, index: number): void {
    this.#heap[index] = member
    member.heapIndex = index
  }

  #rise(member: A): void {
    for (;;) {
      const index = member.heapIndex
      const parent = this.#heap[(index - 1) >> 1]
      if (index === 0 || parent === undefined || parent.waitUntil <= member.waitUntil) return
      this.#swap(parent, member)
    }
  }

  #sink(member: A): void {
    for (;;) {
      const left = this.#heap[2 * member.heapIndex + 1]
      const right = this.#heap[2 * member.heapIndex + 2]
      if (left === undefined) return
      const sooner = right !== undefined && right.waitUntil < left.waitUntil ? right : left
      if (member.waitUntil <= sooner.waitUntil) return
      this.#swap(member, sooner)
    }
  }

  #swap(above: A, below: A): void {
    const { heapIndex } = above
    this.#put(above, below.heapIndex)
    this.#put(below, heapIndex)
  }
}

/** Urgencies, in the order in which they are served. */
export const urgencies = ["realTime", "bulk"] as const
export type Urgency = (typeof urgencies)[number]

export interface QueueItem {
  readonly account: string
  readonly urgency: Urgency
  /** Names of hosts, or an IP address: a session with any of them will do. */
  readonly hosts: ReadonlyArray<string>
  /** How long the item may wait, in epoch milliseconds. */
  readonly waitUntil: number
}

interface QueuedItem<A> extends HeapMember {
  readonly item: A
  readonly share: AccountShare<A>
  nodes: ReadonlyArray<ListNode<QueuedItem<A>>>
}

/** The waiting items of one account at one urgency. */
interface AccountShare<A> {
  waiting: number
  /** A rank and not a count: an account that returns gets no credit for the time in which only others were served. */
  served: number
  /** The items by host. The list of `anyHost` has every item. */
  readonly lists: Map<string, LinkedList<QueuedItem<A>>>
}

const anyHost = ""

class PriorityLevel<A extends QueueItem> {
  readonly shares = new Map<string, AccountShare<A>>()
  size = 0
  /** The highest `served` that an account had when it was served. */
  #rank = 0

  shareOf(account: string): AccountShare<A> {
    const share = this.shares.get(account) ?? { waiting: 0, served: 0, lists: new Map() }
    if (share.waiting === 0) share.served = Math.max(share.served, this.#rank)
    this.shares.set(account, share)
    return share
  }

  /** The next item of the least served account; among equals, of the one that was served longest ago. */
  next(host: string): QueuedItem<A> | undefined {
    let best: AccountShare<A> | undefined
    for (const [account, share] of this.shares) {
      // An empty share is kept only while a new one would have a lower rank.
      if (share.waiting === 0 && share.served <= this.#rank) this.shares.delete(account)
      else if (share.lists.get(host)?.first && share.served < (best?.served ?? Infinity))
        best = share
    }
    return best?.lists.get(host)?.first
  }

  serve({ item, share }: QueuedItem<A>): void {
    this.#rank = Math.max(this.#rank, share.served)
    share.served += 1
    this.shares.delete(item.account)
    this.shares.set(item.account, share)
  }

  /** The newest item of the account with the most waiting items. */
  newest(): QueuedItem<A> | undefined {
    let most: AccountShare<A> | undefined
    for (const share of this.shares.values()) if (share.waiting > (most?.waiting ?? 0)) most = share
    return most?.lists.get(anyHost)?.last
  }
}

export class FairQueue<A extends QueueItem> {
  readonly #levels: Readonly<Record<Urgency, PriorityLevel<A>>> = {
    realTime: new PriorityLevel(),
    bulk: new PriorityLevel()
  }
  readonly #queued = new Map<A, QueuedItem<A>>()
  readonly #deadlines = new DeadlineHeap<QueuedItem<A>>()
  readonly #waitingMax: number

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax
  }

  get size(): number {
    return this.#queued.size
  }

  sizeOf(urgency: Urgency): number {
    return this.#levels[urgency].size
  }

  get nextDeadline(): number | undefined {
    return this.#deadlines.first?.waitUntil
  }

  /**
   * Adds an item at the end, or `ahead` of the account's others. Returns the item that a full queue drops: the
   * newest of the account with the most waiting items, a real-time item only if there is no bulk.
   */
  add(item: A, ahead = false): A | undefined {
    const share = this.#levels[item.urgency].shareOf(item.account)
    const queued: QueuedItem<A> = {
      item,
      share,
      heapIndex: 0,
      waitUntil: item.waitUntil,
      nodes: []
    }
    queued.nodes = [anyHost, ...new Set(item.hosts)].map((host) => {
      const list = share.lists.get(host) ?? new LinkedList()
      share.lists.set(host, list)
      return list.add(queued, ahead)
    })
    share.waiting += 1
    this.#levels[item.urgency].size += 1
    this.#queued.set(item, queued)
    this.#deadlines.add(queued)
    if (this.size <= this.#waitingMax) return undefined
    const dropped = this.#levels.bulk.newest() ?? this.#levels.realTime.newest()
    if (dropped !== undefined) this.#unlink(dropped)
    return dropped?.item
  }

  /** Takes the next item, or the next one for this host, unless that one does not fit. */
  take(host = anyHost, fits: (item: A) => boolean = () => true): A | undefined {
    for (const urgency of urgencies) {
      const queued = this.#levels[urgency].next(host)
      if (queued === undefined) continue
      if (!fits(queued.item)) return undefined
      this.#unlink(queued)
      this.#levels[urgency].serve(queued)
      return queued.item
    }
    return undefined
  }

  /** Takes an item whose `waitUntil` is not after `until`. */
  takeExpired(until: number): A | undefined {
    const queued = this.#deadlines.first
    if (queued === undefined || queued.waitUntil > until) return undefined
    this.#unlink(queued)
    return queued.item
  }

  /** Removes an item, and returns whether it was in the queue. */
  remove(item: A): boolean {
    const queued = this.#queued.get(item)
    if (queued !== undefined) this.#unlink(queued)
    return queued !== undefined
  }

  count(urgency: Urgency): ReadonlyMap<string, number> {
    const shares = [...this.#levels[urgency].shares].filter(([, { waiting }]) => waiting > 0)
    return new Map(shares.map(([account, { waiting }]) => [account, waiting]))
  }

  #unlink(queued: QueuedItem<A>): void {
    const { item, share, nodes } = queued
    this.#queued.delete(item)
    this.#deadlines.remove(queued)
    share.waiting -= 1
    this.#levels[item.urgency].size -= 1
    for (const node of nodes) node.list.remove(node)
    for (const host of item.hosts) {
      if (share.lists.get(host)?.first === undefined) share.lists.delete(host)
    }
  }
}

/** A node of a list. Its value can be removed from anywhere in the list at the same cost. */
interface ListNode<A> {
  readonly value: A
  readonly list: LinkedList<A>
  previous: ListNode<A> | undefined
  next: ListNode<A> | undefined
}

class LinkedList<A> {
  #first: ListNode<A> | undefined
  #last: ListNode<A> | undefined

  get first(): A | undefined {
    return this.#first?.value
  }

  get last(): A | undefined {
    return this.#last?.value
  }

  /** Adds a value at the end, or ahead of all. */
  add(value: A, ahead: boolean): ListNode<A> {
    const [previous, next] = ahead ? [undefined, this.#first] : [this.#last, undefined]
    const node: ListNode<A> = { value, list: this, previous, next }
    if (previous === undefined) this.#first = node
    else previous.next = node
    if (next === undefined) this.#last = node
    else next.previous = node
    return node
  }

  /** Removes a node. It must be called at most once per node. */
  remove({ previous, next }: ListNode<A>): void {
    if (previous === undefined) this.#first = next
    else previous.next = next
    if (next === undefined) this.#last = previous
    else next.previous = previous
  }
}
