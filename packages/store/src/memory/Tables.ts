/** The rows of the store in memory: what the tables of schema `es` are to Postgres. */
import type {
  CommandOutcome,
  HoldRow,
  SealedCommit,
  StoredEvent,
  Transfer,
  View
} from "../EventStore.ts"
import { uuid } from "./checks.ts"

export interface KeptHold extends HoldRow {
  readonly accountId: string
}

export interface KeptTransfer extends Transfer {
  readonly commitId: number
}

export interface Tables {
  /** The last number drawn. An append that breaks a check has drawn one in vain, as a sequence does. */
  lastCommitId: number
  readonly streams: Map<string, Array<StoredEvent>>
  readonly commits: Array<Omit<SealedCommit, "seq">>
  readonly sealed: Array<SealedCommit>
  readonly commands: Map<string, CommandOutcome>
  readonly transfers: Array<KeptTransfer>
  readonly accounts: Map<string, number>
  readonly holds: Map<string, KeptHold>
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

/** Those of the ids that have a row, each once. */
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

export const knownCommands = (tables: Tables, ids: ReadonlyArray<string>): View["commands"] =>
  rowsOf(tables.commands, ids).map(([, command]) => command)
