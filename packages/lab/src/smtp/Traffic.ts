/** What came to a server so far: what tests of politeness and of good manners look at. */

/** Newest kept of each list, so that a benchmark of millions does not end as a list of them. */
const keptMax = 10_000

export class Traffic {
  /** Conversations: begun so far, open now, and the most that were open at once. */
  opened = 0
  open = 0
  openMost = 0
  /** Conversations that changed to TLS. */
  tls = 0
  /** Commands that came while the server had still to speak: a client that does not wait. */
  outOfTurn = 0
  /** Lines with a bare CR or LF, or with a control character: a client that can be talked into it. */
  malformed = 0
  /** The most recipients that one conversation asked for. */
  recipientsMost = 0
  /** Commands by their first word, in capitals. */
  readonly commands = new Map<string, number>()
  readonly #starts: Array<number> = []
  readonly #lines: Array<string> = []

  /** When conversations began, in milliseconds of the servers' clock; the newest 10,000 at least. */
  get starts(): ReadonlyArray<number> {
    return this.#starts
  }

  /** What clients said, line by line; the newest 10,000 at least. */
  get lines(): ReadonlyArray<string> {
    return this.#lines
  }

  begin(now: number): void {
    this.opened += 1
    this.open += 1
    this.openMost = Math.max(this.openMost, this.open)
    keep(this.#starts, now)
  }

  end(): void {
    this.open -= 1
  }

  hear(verb: string, line: string): void {
    this.commands.set(verb, (this.commands.get(verb) ?? 0) + 1)
    keep(this.#lines, line)
  }

  /** Conversations that began at `since` or later. */
  begunSince(since: number): number {
    let low = 0
    let high = this.#starts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#starts[middle] ?? 0) < since) low = middle + 1
      else high = middle
    }
    return this.#starts.length - low
  }
}

/** Drops the older half when there are twice too many: cheap, and never fewer than promised. */
const keep = <A>(list: Array<A>, item: A): void => {
  if (list.length >= 2 * keptMax) list.splice(0, keptMax)
  list.push(item)
}
