/**
 * What workers and their supervisor say to each other, over the IPC channel of Node, as JSON. Workers
 * ask and are answered; what one tells, the supervisor passes on to the others.
 *
 * Text on the same channel is a signal (parentWatch.ts of the command line).
 */
import type { RunnerTable } from "./runnerTable.ts"

/** What a worker is to be. */
export interface Role {
  /** From 1, and the same for the worker that takes the place of a dead one. */
  readonly number: number
  readonly count: number
  readonly connectionsMax: number
  /** For messages between actors: its own port, and the key of all, base64. */
  readonly runnerPort: number
  readonly runnerKey: string
  readonly databaseUrl: string
  /** Takes precedence over the environment: what a lab has started. */
  readonly environment: Readonly<Record<string, string>>
  /** HTTP, the same for all. */
  readonly port: number
  readonly dashboard: string | null
}

/** What the supervisor answers besides questions about the table of runners. */
export interface Questions extends RunnerTable {
  readonly role: () => Role
  /** `base`: what a person reads as the address of the service. */
  readonly ready: (base: string) => void
  /** Answered when no worker that stops with this one serves a request any more. */
  readonly drained: () => void | Promise<void>
  readonly keep: (name: string, value: unknown) => void
  readonly kept: (name: string) => unknown
  /** A worker's answer to a `Told` of the supervisor, whose value was this number. */
  readonly give: (asked: number, value: unknown) => void
}

export interface Question {
  readonly ask: keyof Questions
  readonly id: number
  readonly details: ReadonlyArray<unknown>
}

export interface Told {
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
