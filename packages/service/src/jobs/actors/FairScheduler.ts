/**
 * Starts tasks in turn by account, in order within each account. It starts only some tasks per turn of
 * the event loop, so that requests that have arrived are served in between, however many tasks wait.
 */
import { Effect } from "effect"

/** Read before tasks are started, so the values may change over time. */
export interface FairSchedulerOptions {
  /** Tasks running at once. */
  readonly atOnce: number
  /** Of those, tasks of one account. Less than `atOnce`, so a task of another account can start at once. */
  readonly perAccount: number
  /** Rows whose tasks start in one turn of the event loop; a task starts as a whole. */
  readonly rowsPerTick: number
}

interface Task {
  readonly account: string
  readonly rows: number
  isStarted: boolean
  start: () => void
}

export class FairScheduler {
  readonly #options: () => FairSchedulerOptions
  /** In the order of their turns: an account whose task has started moves to the end. */
  readonly #waiting = new Map<string, Array<Task>>()
  readonly #runningOf = new Map<string, number>()
  #running = 0
  #isTicking = false

  constructor(options: () => FairSchedulerOptions) {
    this.#options = options
  }

  /** Runs `work` when it is the account's turn. */
  run(
    account: string,
    rows = 1
  ): <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> {
    return (work) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const task: Task = { account, rows, isStarted: false, start: () => {} }
          this.#enqueue(task)
          return restore(Effect.andThen(untilStarted(task), work)).pipe(
            Effect.ensuring(Effect.sync(() => this.#finish(task)))
          )
        })
      )
  }

  /** Other tasks may have the place of a running one while `wait` runs. It goes on when that ends. */
  lend(account: string): <A, E, R>(wait: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> {
    const change = (by: number) =>
      Effect.sync(() => {
        this.#count(account, by)
        this.#tickSoon()
      })
    return (wait) =>
      Effect.acquireUseRelease(
        change(-1),
        () => wait,
        () => change(1)
      )
  }

  /** The number of tasks running. */
  get running(): number {
    return this.#running
  }

  #enqueue(task: Task): void {
    const queue = this.#waiting.get(task.account)
    if (queue === undefined) this.#waiting.set(task.account, [task])
    else queue.push(task)
    this.#tickSoon()
  }

  #finish(task: Task): void {
    if (task.isStarted) this.#count(task.account, -1)
    else this.#dequeue(task)
    this.#tickSoon()
  }

  #dequeue(task: Task): void {
    const others = this.#waiting.get(task.account)?.filter((other) => other !== task) ?? []
    if (others.length === 0) this.#waiting.delete(task.account)
    else this.#waiting.set(task.account, others)
  }

  #count(account: string, change: number): void {
    const count = (this.#runningOf.get(account) ?? 0) + change
    if (count === 0) this.#runningOf.delete(account)
    else this.#runningOf.set(account, count)
    this.#running += change
  }

  #tickSoon(): void {
    if (this.#isTicking || this.#waiting.size === 0) return
    this.#isTicking = true
    setImmediate(() => {
      this.#isTicking = false
      // If no task could be started, the next task to finish causes the next tick.
      if (this.#tick()) this.#tickSoon()
    })
  }

  /** Whether any task was started. */
  #tick(): boolean {
    const options = this.#options()
    let rows = 0
    while (rows < options.rowsPerTick) {
      const task = this.#next(options)
      if (task === undefined) break
      rows += task.rows
      task.isStarted = true
      this.#count(task.account, 1)
      task.start()
    }
    return rows > 0
  }

  #next({ atOnce, perAccount }: FairSchedulerOptions): Task | undefined {
    if (this.#running >= atOnce) return undefined
    for (const [account, queue] of this.#waiting) {
      if ((this.#runningOf.get(account) ?? 0) >= perAccount) continue
      const task = queue.shift()
      this.#waiting.delete(account)
      if (queue.length > 0) this.#waiting.set(account, queue)
      return task
    }
    return undefined
  }
}

const untilStarted = (task: Task): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (task.isStarted) resume(Effect.void)
    else task.start = () => resume(Effect.void)
  })
