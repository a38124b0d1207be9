/**
 * The messages between workers and their supervisor, over the IPC channel of Node, as JSON. Workers ask and are
 * answered; the supervisor passes news of one on to the others.
 *
 * Text on the same channel is a signal (parentWatch.ts of the command line).
 */
import type { RunnerTable } from "./runnerTable.ts"

/** The settings of one worker, which its supervisor decides. */
export interface Role {
  /** The number of the worker, from 1. A worker that takes the place of a dead one has the same. */
  readonly number: number
  readonly count: number
  readonly connectionsMax: number
  /** The worker's own port for messages between actors, and the key of all workers in base64. */
  readonly runnerPort: number
  readonly runnerKey: string
  readonly databaseUrl: string
  /** Settings of what a lab has started. They take precedence over the environment. */
  readonly environment: Readonly<Record<string, string>>
  /** The port of HTTP, the same for all. */
  readonly port: number
  readonly dashboard: string | null
}

/** The questions that the supervisor answers, besides those about the table of runners. */
export interface Questions extends RunnerTable {
  readonly role: () => Role
  /** Tells that the worker serves requests. `base` is the address of the service for people. */
  readonly ready: (base: string) => void
  /** Is answered when no worker that stops with this one serves a request any more. */
  readonly drained: () => void | Promise<void>
  readonly keep: (name: string, value: unknown) => void
  readonly kept: (name: string) => unknown
  /** Gives a worker's answer to a `Told` of the supervisor, whose value was this number. */
  readonly give: (asked: number, value: unknown) => void
}

interface Question {
  readonly ask: keyof Questions
  readonly id: number
  readonly details: ReadonlyArray<unknown>
}

interface Told {
  readonly tell: string
  readonly value: unknown
}

export interface Answer {
  readonly answers: number
  readonly value: unknown
}

const has =
  <A>(key: keyof A & string) =>
  (message: unknown): message is A =>
    typeof message === "object" && message !== null && key in message

export const isQuestion = has<Question>("ask")
export const isTold = has<Told>("tell")
export const isAnswer = has<Answer>("answers")
