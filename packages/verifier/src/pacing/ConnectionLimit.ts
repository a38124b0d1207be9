/** Where queues of mail hosts get connections. Their callers do not block: they are called back. */
export interface Connections {
  /** At least half of the connections are free, so an idle session may stay open for a moment. */
  readonly isHalfFree: boolean
  /** Takes a connection. If none is free, calls back once when one may be. */
  readonly acquire: (whenFree: () => void) => boolean
  readonly release: () => void
  /** A closed queue must not be called back. */
  readonly cancel: (whenFree: () => void) => void
}

/** How many SMTP connections the process may have open. */
export class ConnectionLimit implements Connections {
  readonly connectionsMax: number
  #openCount = 0
  /** In the order in which they found no free connection. */
  readonly #callbacks = new Set<() => void>()

  constructor(connectionsMax: number) {
    this.connectionsMax = connectionsMax
  }

  get isHalfFree(): boolean {
    return this.#openCount * 2 <= this.connectionsMax
  }

  acquire(whenFree: () => void): boolean {
    if (this.#openCount < this.connectionsMax) {
      this.#openCount += 1
      this.#callbacks.delete(whenFree)
      return true
    }
    this.#callbacks.add(whenFree)
    return false
  }

  /** A queue that is called back and takes no connection leaves it to the next one. */
  release(): void {
    this.#openCount -= 1
    for (const callback of this.#callbacks) {
      if (this.#openCount === this.connectionsMax) return
      this.#callbacks.delete(callback)
      callback()
    }
  }

  cancel(whenFree: () => void): void {
    this.#callbacks.delete(whenFree)
  }
}
