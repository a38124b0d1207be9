/**
 * What a process knows of the others of its node. `rcpt start` with several processes has a supervisor
 * (supervise.ts) and workers, which ask it over their IPC channel; a process alone has no supervisor.
 */
import { availableParallelism } from "node:os"

import { Context, Effect } from "effect"
import type { Redacted } from "effect"

import type { AskTable } from "./runnerTable.ts"

/** Where a worker listens for messages from the actors of its siblings, and how they prove who they are. */
export interface RunnerSocket {
  readonly port: number
  /** 32 octets, the same in all workers of one supervisor, and nowhere else. */
  readonly key: Redacted.Redacted<Uint8Array>
}

export interface Processes {
  /** From 1. */
  readonly number: number
  /** Of this node. */
  readonly count: number
  /** How many connections to Postgres this process may open for its pools. */
  readonly connectionsMax: number
  /** `undefined`: alone. */
  readonly siblings: Siblings | undefined
}

/** Values must survive JSON. */
export interface Broadcast {
  /** To all other workers that run; not awaited, and lost on those that do not. */
  readonly tell: (topic: string, value: unknown) => void
  readonly hear: (topic: string, listener: (value: unknown) => void) => void
}

export interface Siblings extends Broadcast {
  readonly socket: RunnerSocket
  readonly askTable: AskTable
  /** Leaves a value with the supervisor, for all workers, also for those that start later. */
  readonly keep: (name: string, value: unknown) => Effect.Effect<void>
  readonly kept: (name: string) => Effect.Effect<unknown>
  /** What this worker answers when the supervisor asks all of them about a topic. */
  readonly answer: (topic: string, value: Effect.Effect<unknown>) => void
}

/**
 * Pools of a process that need not share: 12 writers, 4 readers and 2 listeners (Database.ts). Each
 * connection is a process of Postgres with some megabytes, opened when it is needed.
 */
export const connectionsWanted = 18

/** Of several processes: 8 writers, 2 readers and 2 listeners. */
export const connectionsMin = 12

/**
 * Of a node that others share the work with: 5 writers, of which four commit batches of the ledger, 2 readers
 * and 2 listeners. A check costs the same as with 18, on one node and on three (test/bench/README.md), and
 * with the three of its cluster a node has 12 in all.
 */
export const connectionsInCluster = 9

/** Left to operators, to the doctor and to `rcpt ledger verify` while all of ours are open. */
export const connectionsSpare = 8

/** All of them commit to one Postgres, which then has 312 connections of ours. */
export const processesMax = 16

/** One core is left for Postgres; a process of ours uses one. */
export const processesDefault = Math.min(processesMax, Math.max(1, availableParallelism() - 1))

/** How many processes fit into a Postgres with room for so many connections, and what each gets. */
export const fit = (
  processes: number,
  room: number
): { readonly count: number; readonly connectionsMax: number } => {
  const ours = Math.max(connectionsMin, room - connectionsSpare)
  const count = Math.max(1, Math.min(processes, Math.floor(ours / connectionsMin)))
  return { count, connectionsMax: Math.min(connectionsWanted, Math.floor(ours / count)) }
}

/** The part of this process in a limit of its node: at least one. */
export const partOf = (limit: number, { count }: Pick<Processes, "count">): number =>
  Math.max(1, Math.floor(limit / count))

export const alone: Processes = {
  number: 1,
  count: 1,
  connectionsMax: connectionsWanted,
  siblings: undefined
}

export const Processes = Context.Reference<Processes>(
  "@rcpt/service/platform/processes/Processes",
  { defaultValue: () => alone }
)

/** Reads what is known of this process. */
export const processes: Effect.Effect<Processes> = Effect.service(Processes)
