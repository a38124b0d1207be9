/** Puts commits, which are read in the order of their numbers, into that of the log, which few differ from. */
/**
 * A commit waits for those that are before it in the log. They are late by some hundreds; so many later
 * ones say that a number of the log is missing.
 */
const waitingMax = 10_000

export class LogOrder<Commit extends { readonly seq: number }> {
  readonly #waiting = new Map<number, Commit>()
  #next: number
  #ready: Array<Commit> = []

  /** `after`: the number in the log that the first comes after. */
  constructor(after: number) {
    this.#next = after + 1
  }

  add(commit: Commit): void {
    if (commit.seq < this.#next) return
    this.#waiting.set(commit.seq, commit)
    this.#release()
    if (this.#waiting.size > waitingMax) this.#skip()
  }

  /** Those that are in order by now. */
  take(): ReadonlyArray<Commit> {
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  /** All that are left. */
  end(): ReadonlyArray<Commit> {
    while (this.#waiting.size > 0) this.#skip()
    return this.take()
  }

  #release(): void {
    for (
      let commit = this.#waiting.get(this.#next);
      commit !== undefined;
      commit = this.#waiting.get(this.#next)
    ) {
      this.#ready.push(commit)
      this.#waiting.delete(this.#next)
      this.#next++
    }
  }

  #skip(): void {
    this.#next = [...this.#waiting.keys()].reduce((least, seq) => Math.min(least, seq), Infinity)
    this.#release()
  }
}
