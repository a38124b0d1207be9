/**
 * So many tasks run at once, the others in their order: a semaphore that needs no fiber. A task that ends
 * at once does not start the next one from within itself: thousands of them would overflow the stack.
 */
export class Turns {
  #free: number
  #isStarting = false
  readonly #waiting = new Set<(release: () => void) => void>()

  constructor(max: number) {
    this.#free = max
  }

  /** Calls `run` now or later; `run` calls `release` once. */
  take(run: (release: () => void) => void): void {
    this.#waiting.add(run)
    this.#startWaiting()
  }

  readonly #release = (): void => {
    this.#free += 1
    this.#startWaiting()
  }

  #startWaiting(): void {
    if (this.#isStarting) return
    this.#isStarting = true
    try {
      // A set is walked in the order of insertion, with what is inserted meanwhile.
      for (const run of this.#waiting) {
        if (this.#free === 0) return
        this.#waiting.delete(run)
        this.#free -= 1
        run(this.#release)
      }
    } finally {
      this.#isStarting = false
    }
  }
}
