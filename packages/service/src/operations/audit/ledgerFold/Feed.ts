/**
 * Rows in an order, read as far as somebody asks: for a fold that goes through two tables side by side,
 * and holds the rows of the one only until it has come to them in the other.
 */
import type { Broken } from "@rcpt/store/audit/AuditFinding"
import { pageMax } from "@rcpt/store/audit/pages"
import type { Pages } from "@rcpt/store/audit/pages"
import { readable } from "@rcpt/store/audit/readable"
import type { Checked } from "@rcpt/store/audit/readable"
import { Effect } from "effect"

export class Feed<Row extends object> {
  readonly #pages: Pages<Row>
  #rows: Array<Row> = []
  #taken = 0
  #broken: Broken | undefined
  #state: "closed" | "open" | "ended" = "closed"

  constructor(pages: Pages<Row>) {
    this.#pages = pages
  }

  /** Of those read and not taken; none: see `until`. */
  get first(): Row | undefined {
    return this.#rows[this.#taken]
  }

  take(): void {
    this.#taken++
  }

  /** Those read and not taken. */
  get left(): number {
    return this.#rows.length - this.#taken
  }

  /**
   * Reads until the last row is one that the caller does not ask for any more, or all are there, or `leftMax` of them
   * and a page at most. Answers why they cannot be read.
   */
  until(isEnough: (last: Row) => boolean, leftMax = Infinity): Checked<Broken | undefined> {
    return Effect.suspend(() => {
      const isThere =
        this.#state === "ended" ||
        (this.left > 0 && (this.left >= leftMax || isEnough(this.#rows.at(-1)!)))
      return isThere
        ? Effect.succeed(this.#broken)
        : Effect.andThen(this.#readOn, this.until(isEnough, leftMax))
    })
  }

  /** A page, if there are less rows than that. */
  get ahead(): Checked<void> {
    return Effect.suspend(() =>
      this.#state === "ended" || this.left >= pageMax ? Effect.void : this.#readOn
    )
  }

  /** Whether there is none that was not taken. */
  get isAtEnd(): Checked<boolean> {
    return Effect.map(
      this.until(() => true),
      (unreadable) => unreadable === undefined && this.first === undefined
    )
  }

  get #readOn(): Checked<void> {
    return Effect.map(readable(this.#read), (answer) => {
      if (answer._tag === "Read") return
      this.#state = "ended"
      this.#broken = answer.broken
    })
  }

  get #read(): Checked<void> {
    const { open, next, close } = this.#pages
    return Effect.gen({ self: this }, function* () {
      if (this.#state === "closed") yield* open
      this.#state = "open"
      const page = yield* next
      this.#rows = [...this.#rows.slice(this.#taken), ...page]
      this.#taken = 0
      if (page.length > 0) return
      this.#state = "ended"
      yield* close
    })
  }
}
