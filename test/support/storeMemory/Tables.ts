/** The rows of the store in memory, like the tables of schema `es` on Postgres. */
import type {
  CommandOutcome,
  HoldRow,
  SealedCommit,
  StoredEvent,
  Transfer,
  View
} from "@rcpt/store/EventStore"

import { uuid } from "./checks.ts"

export interface StoredHold extends HoldRow {
  readonly accountId: string
}

export interface StoredTransfer extends Transfer {
  readonly commitId: number
}

export interface Tables {
  /** The last number drawn. As with a sequence, an append that breaks a check leaves a gap. */
  lastCommitId: number
  readonly streams: Map<string, Array<StoredEvent>>
  readonly commits: Array<Omit<SealedCommit, "seq">>
  readonly sealed: Array<SealedCommit>
  readonly commands: Map<string, CommandOutcome>
  readonly transfers: Array<StoredTransfer>
  readonly accounts: Map<string, number>
  readonly holds: Map<string, StoredHold>
}

export const make = (): Tables => ({
  lastCommitId: 0,
  streams: new Map(),
  commits: [],
  sealed: [],
  commands: new Map(),
  transfers: [],
  accounts: new Map(),
  holds: new Map()
})

/** The rows with these ids, each once. */
export const rowsOf = <Row>(
  table: ReadonlyMap<string, Row>,
  ids: ReadonlyArray<string>
): ReadonlyArray<readonly [string, Row]> =>
  [...new Set(ids.map(uuid))].flatMap((id) => {
    const row = table.get(id)
    return row === undefined ? [] : [[id, row] as const]
  })

export const versionOf = (tables: Tables, stream: string): number =>
  tables.streams.get(stream)?.length ?? 0

export const storedCommands = (tables: Tables, ids: ReadonlyArray<string>): View["commands"] =>
  rowsOf(tables.commands, ids).map(([, command]) => command)
