/**
 * Limits bulk work on this node: a fair share for each account, however many jobs it has, and less for
 * all of them while real-time requests are in flight.
 */
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Context, Duration, Effect, Layer, Semaphore } from "effect"

// Starts tasks in turn by account, in order within each account. It starts only some tasks per turn of
// the event loop, so that requests that have arrived are served in between, however many tasks wait.

/** Read before tasks are started, so the values may change over time. */
interface FairSchedulerOptions {
  /** The number of tasks that run at once. */
  readonly atOnce: number
  /**
   * So many of those may be of one account. Less than `atOnce`, so a task of another account can start at
   * once.
   */
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
  /**
   * Waiting tasks by account, in the order of their turns: an account whose task has started moves to the
   * end.
   */
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

/**
 * A task is at most 50 rows of one domain, or some 10 rows of several (ChunkWork.ts), and waits for
 * DNS most of the time, for one domain at once. Cached rows take 25 µs each (measured): 200 are 5 ms of
 * each turn of the event loop.
 */
const rowLimits: FairSchedulerOptions = { atOnce: 128, perAccount: 96, rowsPerTick: 200 }

/** These tasks ask about as many DNS questions as are asked at once (`questionsAtOnceMax`). */
const reducedRowLimits: FairSchedulerOptions = { atOnce: 32, perAccount: 24, rowsPerTick: 10 }

/** Requests often come one after the other, so the reduced limits stay for a while after the last. */
const reducedAfterRequest = Duration.toMillis("50 millis")

/** Four chunks supply enough rows for `rowLimits`; the rest make up for chunks that are being stored. */
const chunkLimits: FairSchedulerOptions = { atOnce: 8, perAccount: 6, rowsPerTick: Infinity }

/** Transactions of all chunks together: the other connections are for requests. */
const transactionsAtOnce = 2

type Throttled = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export class BulkThrottle extends Context.Service<
  BulkThrottle,
  {
    /** Runs the verification of `rows` rows when it is the account's turn. */
    readonly ofRows: (account: string, rows: number) => Throttled
    /** Runs the work on a chunk when it is the account's turn. */
    readonly ofChunk: (account: string) => Throttled
    /** Lets other chunks have the turn of a running one, which waits for others and has no work. */
    readonly whileChunkWaits: (account: string) => Throttled
    /** Runs a transaction that stores results of a chunk. */
    readonly ofTransaction: Throttled
    /** Runs a real-time request: at once, and bulk work is reduced meanwhile. */
    readonly realTime: Throttled
  }
>()("@rcpt/service/jobs/actors/BulkThrottle") {}

export const layer: Layer.Layer<BulkThrottle> = Layer.effect(
  BulkThrottle,
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const transactions = Semaphore.makeUnsafe(transactionsAtOnce)
    let requests = 0
    let lastRequestAt = -Infinity

    const isReduced = () =>
      requests > 0 || clock.currentTimeMillisUnsafe() - lastRequestAt < reducedAfterRequest
    const rows = new FairScheduler(() => (isReduced() ? reducedRowLimits : rowLimits))
    const chunks = new FairScheduler(() => chunkLimits)

    return BulkThrottle.of({
      ofRows: (account, count) => rows.run(account, count),
      ofChunk: (account) => chunks.run(account),
      whileChunkWaits: (account) => chunks.lend(account),
      ofTransaction: (work) => transactions.withPermit(work),
      realTime: (work) =>
        Effect.suspend(() => {
          requests += 1
          return Effect.ensuring(
            work,
            Effect.sync(() => {
              requests -= 1
              lastRequestAt = clock.currentTimeMillisUnsafe()
            })
          )
        })
    })
  })
)

/** A Verifier that reports its calls as real-time requests, except those of urgency "bulk". */
export const realTimeFirst: Layer.Layer<Verifier, never, Verifier | BulkThrottle> = Layer.effect(
  Verifier,
  Effect.gen(function* () {
    const verifier = yield* Verifier
    const { realTime } = yield* BulkThrottle
    return {
      ...verifier,
      verify: (input, options) =>
        options?.urgency === "bulk"
          ? verifier.verify(input, options)
          : realTime(verifier.verify(input, options))
    }
  })
)
