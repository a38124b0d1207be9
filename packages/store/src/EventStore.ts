/**
 * The event store: streams of facts, and the ledger rows that some of them imply.
 *
 * Writing is one transaction of three steps: lock the streams, show a pure decision what stands,
 * append what it answers. Nothing else may write, so what a decision saw is still true when its
 * events are kept. Streams know nothing of what their events mean.
 */
import { Context, Schema } from "effect"
import type { Effect, Result } from "effect"

/** A fact to be kept. `data` is canonical JSON text: these very bytes are stored and hashed. */
export interface NewEvent {
  readonly type: string
  /** Version of the event's shape, from 1; only ever grows. */
  readonly v: number
  readonly data: string
}

export interface StreamAppend {
  readonly stream: string
  readonly expectedVersion: number
  /**
   * End of the hash chain at that version, hex, where the version was never flushed: a crash can lose
   * it, and another writer reach the same version with other events.
   */
  readonly expectedHead?: string
  readonly events: ReadonlyArray<NewEvent>
}

/**
 * One row of double entry. Bounded accounts are `avail:<account id>` and `hold:<hold id>`; those of
 * the system start with `sys:` and have no balance row.
 */
export interface Transfer {
  /** The event of this append (from 1, over all streams in order) that says so. */
  readonly eventIdx: number
  readonly debit: string
  readonly credit: string
  readonly amount: number
  readonly holdId: string | null
}

export interface NewHold {
  readonly holdId: string
  readonly accountId: string
  readonly credits: number
  /** Epoch milliseconds; null: no expiry. */
  readonly expiresAt: number | null
}

/** A command whose outcome is to be remembered with what it caused. */
export interface CommandOutcome {
  readonly commandId: string
  /** SHA-256 of what was asked, hex: the same id with another request is refused. */
  readonly requestHash: string
  readonly outcome: unknown
  /**
   * What its caller was told, word for word. No fact: it may hold personal data, so no hash covers it,
   * and it stands in a row that may be deleted (`replies.ts`). Absent: nothing was kept, or not any more.
   */
  readonly reply?: string
}

export interface Append {
  readonly streams: ReadonlyArray<StreamAppend>
  readonly commands: ReadonlyArray<CommandOutcome>
  readonly holds: ReadonlyArray<NewHold>
  readonly transfers: ReadonlyArray<Transfer>
  /**
   * True: answered before it is on disk. A crash may lose it, but only together with all that came
   * after it, for Postgres writes its log in order: whatever builds on it and is kept, keeps it.
   */
  readonly flushLater?: boolean
}

/**
 * What to lock and what to show. Holds and accounts are guarded by the stream they belong to; holds
 * are shown of the accounts that are asked for, so that nobody settles another's.
 */
export interface Keys {
  readonly streams: ReadonlyArray<string>
  readonly accounts: ReadonlyArray<string>
  readonly holds: ReadonlyArray<string>
  readonly commands: ReadonlyArray<string>
}

export interface HoldRow {
  readonly holdId: string
  readonly credits: number
  readonly charged: number
  readonly refunded: number
  readonly expiresAt: number | null
}

/** What stands, under lock. Unknown accounts, holds and commands are left out; new streams have version 0. */
export interface View {
  readonly versions: Readonly<Record<string, number>>
  readonly available: Readonly<Record<string, number>>
  readonly holds: ReadonlyArray<HoldRow>
  readonly commands: ReadonlyArray<CommandOutcome>
}

/** What a decision answers: what to keep (nothing when `undefined`), and what to tell its caller. */
export interface Decided<A> {
  readonly append: Append | undefined
  readonly outcome: A
}

export interface StoredEvent extends NewEvent {
  readonly stream: string
  /** Place in the stream, from 1 without gaps. */
  readonly version: number
  readonly commitId: number
  /** When its commit was written, microseconds since the epoch by the database's clock. */
  readonly atMicros: number
  /** SHA-256 over the event before it and this one, 32 bytes: see `chain.ts`. */
  readonly hash: Uint8Array
}

export interface Appended {
  /** True: these commands had been carried out before, and nothing was written now. */
  readonly replayed: boolean
  /** Of each command of the append, in its order. */
  readonly outcomes: ReadonlyArray<unknown>
  /** Where the hash chain of each stream of the append ends now, hex; none when replayed. */
  readonly heads: ReadonlyArray<string>
}

/** All events of one append, with its place in the log: from 1, without gaps. */
export interface SealedCommit {
  readonly seq: number
  readonly commitId: number
  readonly events: ReadonlyArray<StoredEvent>
}

export interface Sealed {
  /** How many commits this round sealed. */
  readonly sealed: number
  /** The last number given so far. */
  readonly seq: number
  /** Commit numbers that were passed and may still appear: transactions that are open. */
  readonly gaps: number
}

/** More events than this are read in several steps; 1,000 events are about 300 kB. */
export const eventsPerReadMax = 1_000

/** Commits of one read of the log; group commit makes them up to a few hundred events each. */
export const commitsPerReadMax = 500

/** Another writer was there first. Cannot happen to a decision made under lock. */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()("VersionConflict", {
  stream: Schema.String,
  expected: Schema.Int,
  actual: Schema.Int
}) {}

/** The id of this command was used before, for another request. Nothing was written. */
export class CommandAltered extends Schema.TaggedError<CommandAltered>()("CommandAltered", {
  commandId: Schema.String
}) {}

/**
 * The database did not answer. Whether the write took place is *not known*: ask again with the same
 * ids, every decision is safe to repeat.
 */
export class StoreUnavailable extends Schema.TaggedError<StoreUnavailable>()("StoreUnavailable", {
  cause: Schema.Defect()
}) {}

export class EventStore extends Context.Service<
  EventStore,
  {
    /** Lock, show, decide, append: all of it or nothing. A failed decision writes nothing. */
    readonly transact: <A, E>(
      keys: Keys,
      decide: (view: View) => Result.Result<Decided<A>, E>
    ) => Effect.Effect<A, E | StoreUnavailable>

    /**
     * Appends without asking first; the expected versions guard it. When its commands were carried
     * out before, nothing is written, and they are answered as they were then.
     */
    readonly append: (
      append: Append
    ) => Effect.Effect<Appended, VersionConflict | CommandAltered | StoreUnavailable>

    /** The events of one stream in order, after a version, at most `limit`. */
    readonly read: (
      stream: string,
      options?: { readonly after?: number; readonly limit?: number }
    ) => Effect.Effect<ReadonlyArray<StoredEvent>, StoreUnavailable>

    /**
     * The whole log in its sealed order, commit by commit: those after a `seq`, at most `limit`.
     * Nothing ever appears at or below a `seq` that was answered.
     */
    readonly readLog: (options: {
      readonly after: number
      readonly limit?: number
    }) => Effect.Effect<ReadonlyArray<SealedCommit>, StoreUnavailable>

    /** Gives committed appends their place in the log. Safe on every node at once. */
    readonly seal: Effect.Effect<Sealed, StoreUnavailable>
  }
>()("@rcpt/store/EventStore") {}
