/**
 * The processes of a node, as one of them knows them. `rcpt start` with several processes has a supervisor
 * (supervise.ts) and workers, which ask it over their IPC channel; a process alone has no supervisor.
 */
import { availableParallelism } from "node:os"

import { Context, Effect } from "effect"
import type { Redacted } from "effect"

import type { AskTable } from "./runnerTable.ts"

/**
 * The port on which a worker listens for messages of its siblings' actors, and the key by which they prove
 * themselves.
 */
export interface RunnerSocket {
  readonly port: number
  /** The key: 32 octets, the same in all workers of one supervisor, and nowhere else. */
  readonly key: Redacted.Redacted<Uint8Array>
}

export interface Processes {
  /** The number of this process, from 1. */
  readonly number: number
  /** The number of processes of this node. */
  readonly count: number
  /** The number of connections to Postgres that this process may open for its pools. */
  readonly connectionsMax: number
  /** The other processes; `undefined` if this one is alone. */
  readonly siblings: Siblings | undefined
}

/** News among the workers of a node. Values must survive JSON. */
export interface Broadcast {
  /** Tells all other workers that run. It waits for none, and those that do not run never hear it. */
  readonly tell: (topic: string, value: unknown) => void
  readonly hear: (topic: string, listener: (value: unknown) => void) => void
}

export interface Siblings extends Broadcast {
  readonly socket: RunnerSocket
  readonly askTable: AskTable
  /** Leaves a value with the supervisor, for all workers, also for those that start later. */
  readonly keep: (name: string, value: unknown) => Effect.Effect<void>
  readonly kept: (name: string) => Effect.Effect<unknown>
  /** Sets this worker's answer when the supervisor asks all of them about a topic. */
  readonly answer: (topic: string, value: Effect.Effect<unknown>) => void
}

/**
 * Pools of a process that need not share: 12 writers, 4 readers and 2 listeners (Database.ts). Each
 * connection is a process of Postgres with some megabytes. Those above the floor are opened when they are needed.
 */
export const connectionsWanted = 18

/** Pools of one of several processes: 8 writers, 2 readers and 2 listeners. */
export const connectionsMin = 12

/**
 * Pools of a node of a cluster: 5 writers, of which four commit batches of the ledger, 2 readers and 2 listeners.
 * A check costs the same as with 18, on one node and on three (test/bench/README.md), and with the three of its
 * cluster a node has 12 in all.
 */
export const connectionsInCluster = 9

/** Connections left to operators, the doctor and `rcpt ledger verify` while all of ours are open. */
export const connectionsSpare = 8

/** A node has at most so many processes: all commit to one Postgres, which then has 312 connections of ours. */
export const processesMax = 16

/** A node has a process for each core but one, which is left for Postgres. */
export const processesDefault = Math.min(processesMax, Math.max(1, availableParallelism() - 1))

/** Returns how many processes fit into a Postgres with room for so many connections, and how many each gets. */
export const fit = (
  processes: number,
  room: number
): { readonly count: number; readonly connectionsMax: number } => {
  const ours = Math.max(connectionsMin, room - connectionsSpare)
  const count = Math.max(1, Math.min(processes, Math.floor(ours / connectionsMin)))
  return { count, connectionsMax: Math.min(connectionsWanted, Math.floor(ours / count)) }
}

/** Returns the part of this process in a limit of its node: at least one. */
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

/** Reads what this process knows of its node. */
export const processes: Effect.Effect<Processes> = Effect.service(Processes)
