/** So many run at once, the others in their order: a semaphore that needs no fiber. */
export class Turns {
  #free: number
  readonly #waiting = new Set<(release: () => void) => void>()

  constructor(max: number) {
    this.#free = max
  }

  take(run: (release: () => void) => void): void {
    if (this.#free === 0) return void this.#waiting.add(run)
    this.#free -= 1
    run(this.#release)
  }

  readonly #release = (): void => {
    for (const next of this.#waiting) {
      this.#waiting.delete(next)
      return next(this.#release)
    }
    this.#free += 1
  }
}
