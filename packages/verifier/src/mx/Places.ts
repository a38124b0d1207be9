/**
 * Places for open conversations, of the whole process. A semaphore whose callers do not wait: they are
 * lines in front of mail hosts, which look again when they are called.
 */
export class Places {
  readonly placesMax: number
  #taken = 0
  /** In the order in which they found no place. */
  readonly #callbacks = new Set<() => void>()

  constructor(placesMax: number) {
    this.placesMax = placesMax
  }

  /** Half of them are free: nobody has to hurry. */
  get isRoomy(): boolean {
    return this.#taken * 2 <= this.placesMax
  }

  /** Where there is none, calls back once when there may be one. */
  take(whenFree: () => void): boolean {
    if (this.#taken < this.placesMax) {
      this.#taken += 1
      this.#callbacks.delete(whenFree)
      return true
    }
    this.#callbacks.add(whenFree)
    return false
  }

  /** Who is called and has no use for it leaves it to the next. */
  free(): void {
    this.#taken -= 1
    for (const callback of this.#callbacks) {
      if (this.#taken === this.placesMax) return
      this.#callbacks.delete(callback)
      callback()
    }
  }

  /** Who is no more must not be called. */
  forget(whenFree: () => void): void {
    this.#callbacks.delete(whenFree)
  }
}
