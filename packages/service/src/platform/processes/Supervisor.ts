/**
 * The supervisor's knowledge, with which it answers its workers: their roles, the owners of shards, values that
 * they leave for each other. It serves no request.
 */
import { randomBytes } from "node:crypto"

import { isQuestion, isTold } from "./channel.ts"
import type { Questions, Role } from "./channel.ts"
import { loopback } from "./runnerSockets.ts"
import { makeTable } from "./runnerTable.ts"

/** What the supervisor tells all workers alike. */
type WorkerSettings = Omit<Role, "number" | "runnerPort" | "runnerKey">

/** A worker as its supervisor sees it. */
export interface WorkerHandle {
  readonly number: number
  readonly runnerPort: number
  readonly send: (message: object) => void
  readonly ready: (base: string) => void
}

/** Length of the key that workers prove themselves with: as long as the hash of its cipher suite. */
const keyOctets = 32

interface Asked {
  readonly send: (message: object) => void
}

/** A question that not all workers have answered yet. */
interface Gathering<Worker> {
  readonly answers: Map<Worker, unknown>
  readonly end: () => void
}

/**
 * Questions of the supervisor to all `workers`, which answer by `Siblings.answer`. The set changes as workers
 * come and go.
 */
export const gatherFromWorkers = <Worker extends Asked>(workers: ReadonlySet<Worker>) => {
  const gatherings = new Map<number, Gathering<Worker>>()
  let count = 0

  /** Ends each gathering that all workers that still run have answered. */
  const endComplete = (): void => {
    for (const { answers, end } of gatherings.values())
      if ([...workers].every((worker) => answers.has(worker))) end()
  }

  /**
   * Returns the answers that come within `waitMax` milliseconds. A worker that is starting or busy may have
   * none.
   */
  const ask = (topic: string, waitMax: number): Promise<ReadonlyArray<unknown>> =>
    new Promise((resolve) => {
      const asked = (count += 1)
      const answers = new Map<Worker, unknown>()
      const end = () => {
        clearTimeout(timer)
        gatherings.delete(asked)
        resolve([...answers.values()])
      }
      const timer = setTimeout(end, waitMax)
      gatherings.set(asked, { answers, end })
      for (const worker of workers) worker.send({ tell: topic, value: asked })
      endComplete()
    })

  const take = (worker: Worker, asked: number, value: unknown): void => {
    gatherings.get(asked)?.answers.set(worker, value)
    endComplete()
  }

  return { ask, take, endComplete }
}

export const makeSupervisor = (settings: WorkerSettings) => {
  const runnerKey = randomBytes(keyOctets).toString("base64")
  const workers = new Set<WorkerHandle>()
  const kept = new Map<string, unknown>()
  const table = makeTable()
  const drained = new Map<WorkerHandle, () => void>()
  const { ask, take, endComplete } = gatherFromWorkers(workers)
  let isStopping = false

  /**
   * Lets drained workers go on. One that stops alone need not wait; if all stop, they keep their actors while
   * another still asks them.
   */
  const release = (): void => {
    if (isStopping && [...workers].some((worker) => !drained.has(worker))) return
    for (const proceed of drained.values()) proceed()
  }

  const answersFor = (worker: WorkerHandle): Questions => ({
    ...table,
    role: () => ({
      ...settings,
      number: worker.number,
      runnerPort: worker.runnerPort,
      runnerKey
    }),
    ready: worker.ready,
    drained: () =>
      new Promise((resolve) => {
        drained.set(worker, resolve)
        release()
      }),
    keep: (name, value) => void kept.set(name, value),
    kept: (name) => kept.get(name),
    give: (asked, value) => take(worker, asked, value)
  })

  return {
    join: (worker: WorkerHandle): void => void workers.add(worker),

    /** Tells that a worker is dead: its shards are free from now on. */
    leave: (worker: WorkerHandle): void => {
      workers.delete(worker)
      drained.delete(worker)
      release()
      const address = `${loopback}:${worker.runnerPort}`
      table.unregister(address)
      table.releaseAll(address)
      endComplete()
    },

    ask,

    /** Lets the workers stop together from now on. */
    stop: (): void => void (isStopping = true),

    hear: async (worker: WorkerHandle, message: unknown): Promise<void> => {
      if (isTold(message)) for (const other of workers) if (other !== worker) other.send(message)
      if (!isQuestion(message)) return
      const answer = answersFor(worker)[message.ask] as (...details: Array<unknown>) => unknown
      // JSON has no undefined.
      worker.send({ answers: message.id, value: (await answer(...message.details)) ?? null })
    }
  }
}

export type Supervisor = ReturnType<typeof makeSupervisor>
