/** The traffic that a server has received so far, for tests of the client's pace and its protocol errors. */

/** Each list keeps at least so many of its newest items; a benchmark makes millions of them. */
const itemsKeptMax = 10_000

export class Traffic {
  /** Sessions: begun so far, open now, and the most that were open at once. */
  opened = 0
  open = 0
  openPeak = 0
  /** Sessions that changed to TLS. */
  tls = 0
  /** Commands that came before their turn: the previous one was not answered, and may not be followed (RFC 2920). */
  outOfTurn = 0
  /** Commands for which the client had waited. Each one is a round trip. */
  inTurn = 0
  /** MAIL, RCPT and RSET among them: the round trips without those that open and close sessions. */
  inTurnForRecipients = 0
  /** The most RCPT commands that were sent together. */
  recipientsTogetherPeak = 0
  /** Lines with a bare CR or LF, or with a control character: a client open to injection. */
  malformed = 0
  /** The most RCPT commands of one session. */
  recipientsPeak = 0
  /** Commands by verb, in upper case. */
  readonly commands = new Map<string, number>()
  readonly #starts: Array<number> = []
  readonly #startsFrom = new Map<string, Array<number>>()
  readonly #lines: Array<string> = []

  /** When sessions began, in milliseconds of the servers' clock. At least the newest 10,000 are kept. */
  get starts(): ReadonlyArray<number> {
    return this.#starts
  }

  /** The lines that clients sent. At least the newest 10,000 are kept. */
  get lines(): ReadonlyArray<string> {
    return this.#lines
  }

  /** The same of the sessions from one address. */
  startsFrom(ip: string): ReadonlyArray<number> {
    return this.#startsFrom.get(ip) ?? []
  }

  start(now: number, ip: string): void {
    this.opened += 1
    this.open += 1
    this.openPeak = Math.max(this.openPeak, this.open)
    keep(this.#starts, now)
    const fromSame = this.#startsFrom.get(ip) ?? []
    this.#startsFrom.set(ip, fromSame)
    keep(fromSame, now)
  }

  end(): void {
    this.open -= 1
  }

  record(verb: string, line: string): void {
    this.commands.set(verb, (this.commands.get(verb) ?? 0) + 1)
    keep(this.#lines, line)
  }

  /** The number of sessions that began at `since` or later: of all, or from one address. */
  startedSince(since: number, ip?: string): number {
    const starts = ip === undefined ? this.#starts : this.startsFrom(ip)
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((starts[middle] ?? 0) < since) low = middle + 1
      else high = middle
    }
    return starts.length - low
  }
}

/** Adds an item, and drops the older half at twice the limit. That is cheap, and never keeps fewer than the limit. */
const keep = <A>(list: Array<A>, item: A): void => {
  if (list.length >= 2 * itemsKeptMax) list.splice(0, itemsKeptMax)
  list.push(item)
}
