/**
 * The event store: streams of events, and the ledger rows of the events that move credits.
 *
 * A write is one transaction of three steps: lock the streams, pass their state to a pure decision,
 * append the resulting events. Under the lock no other writer can change what the decision saw. The
 * store does not interpret its events.
 */
import { Context, Schema } from "effect"
import type { Effect, Result } from "effect"

/** An event to append. `data` is canonical JSON text: exactly these bytes are stored and hashed. */
export interface NewEvent {
  readonly type: string
  /** Version of the event's schema, from 1; only grows. */
  readonly v: number
  readonly data: string
}

export interface StreamAppend {
  readonly stream: string
  /**
   * "any" is any version of a stream that exists, whatever others have appended to it. It may be used only where
   * the rows that the append changes refuse a wrong append: a hold that exists already, one that is settled or
   * gone, a balance that does not cover all debits of the append.
   */
  readonly expectedVersion: number | "any"
  readonly events: ReadonlyArray<NewEvent>
}

/**
 * One double-entry row. Accounts with a balance are `avail:<account id>` and `hold:<hold id>`; system
 * accounts start with `sys:` and have no balance row. `es.append` refuses every transfer that is not one of the
 * ledger's seven postings.
 */
export interface Transfer {
  /** Index of the event that causes it: from 1, over all streams of the append in order. */
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

/** A command whose outcome is stored together with its events. */
export interface CommandOutcome {
  readonly commandId: string
  /** SHA-256 of the request, hex: the same id with another request is refused. */
  readonly requestHash: string
  readonly outcome: unknown
  /**
   * The reply to the caller, byte for byte. It may hold personal data, so no hash covers it and its
   * row may be deleted (`replies.ts`). Absent: none was stored, or it was deleted.
   */
  readonly reply?: string
}

export interface Append {
  readonly streams: ReadonlyArray<StreamAppend>
  readonly commands: ReadonlyArray<CommandOutcome>
  readonly holds: ReadonlyArray<NewHold>
  readonly transfers: ReadonlyArray<Transfer>
  /**
   * True: the call returns before the append is on disk. A crash may lose it, but only together with all later
   * appends, because Postgres writes its WAL in order: an append that survives keeps all before it.
   */
  readonly flushLater?: boolean
}

/**
 * The rows to lock and to read. Only streams are locked: the lock of its stream also protects an
 * account and its holds. Holds of other accounts are left out, so that no account can settle them.
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

/** State read under lock. Unknown accounts, holds and commands are left out. New streams: version 0. */
export interface View {
  readonly versions: Readonly<Record<string, number>>
  readonly available: Readonly<Record<string, number>>
  readonly holds: ReadonlyArray<HoldRow>
  readonly commands: ReadonlyArray<CommandOutcome>
}

/** The result of a decision: what to append (`undefined`: nothing), and the outcome for its caller. */
export interface DecisionResult<A> {
  readonly append: Append | undefined
  readonly outcome: A
}

export interface StoredEvent extends NewEvent {
  readonly stream: string
  /** Position in the stream, from 1 without gaps. */
  readonly version: number
  readonly commitId: number
  /** When its commit was written, in microseconds since the epoch by the database's clock. */
  readonly atMicros: number
  /** SHA-256 over the previous event's hash and this event, 32 bytes: see `chain.ts`. */
  readonly hash: Uint8Array
}

export interface Appended {
  /** True: these commands were executed before, and nothing was written now. */
  readonly replayed: boolean
  /** One per command of the append, in its order. */
  readonly outcomes: ReadonlyArray<unknown>
  /** Balances of the accounts that its transfers moved, after the append; empty when replayed. */
  readonly available: Readonly<Record<string, number>>
}

/** All events of one append. `seq`: its position in the log, from 1 without gaps. */
export interface SealedCommit {
  readonly seq: number
  readonly commitId: number
  readonly events: ReadonlyArray<StoredEvent>
}

export interface Sealed {
  /** Commits that this round sealed. */
  readonly sealed: number
  /** The last position assigned so far. */
  readonly seq: number
  /** Skipped commit numbers that may still appear, because their transactions may be open. */
  readonly gaps: number
}

/** Longer streams are read in pages; 1,000 events are about 300 kB. */
export const eventsPerReadMax = 1_000

/** Commits per read of the log: enough to share the cost of a round. */
export const commitsPerReadMax = 500

/**
 * A read of the log ends with the commit that reaches this number: one commit of a batch has hundreds
 * of events. 5,000 are about 1.5 MB, and are folded in some 50 ms.
 */
export const eventsPerLogReadMax = 5_000

/** Another writer appended first, or the stream does not exist. Cannot happen to a decision under lock. */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()("VersionConflict", {
  stream: Schema.String,
  expected: Schema.Union([Schema.Int, Schema.Literal("any")]),
  actual: Schema.Int
}) {}

/** The id of this command was used before for another request. Nothing was written. */
export class CommandAltered extends Schema.TaggedError<CommandAltered>()("CommandAltered", {
  commandId: Schema.String
}) {}

/**
 * The database did not answer. Whether the write took place is *unknown*: retry with the same ids;
 * every decision is safe to repeat.
 */
export class StoreUnavailable extends Schema.TaggedError<StoreUnavailable>()("StoreUnavailable", {
  cause: Schema.Defect()
}) {}

/** Another writer has locked the stream. Nothing was written. The cause of a `StoreUnavailable`. */
export class StreamLocked extends Schema.TaggedError<StreamLocked>()("StreamLocked", {
  streams: Schema.Array(Schema.String)
}) {}

/**
 * How long to wait for a lock that another writer holds. "none": not at all. "brief": 100 ms, during
 * which it is next in Postgres' queue for the lock. "full": as long as the connection permits.
 */
export type LockWait = "none" | "brief" | "full"

export class EventStore extends Context.Service<
  EventStore,
  {
    /** Locks, reads, decides and appends in one transaction. A failed decision writes nothing. */
    readonly transact: <A, E>(
      keys: Keys,
      decide: (view: View) => Result.Result<DecisionResult<A>, E>,
      /** Default "full". */
      lockWait?: LockWait
    ) => Effect.Effect<A, E | StoreUnavailable>

    /**
     * Appends without reading first; the expected versions guard it. When its commands were executed
     * before, nothing is written and their stored outcomes are returned.
     */
    readonly append: (
      append: Append,
      /** Default "full". */
      lockWait?: LockWait
    ) => Effect.Effect<Appended, VersionConflict | CommandAltered | StoreUnavailable>

    /**
     * The events of one stream in order, after a version, at most `limit`. With the commit of that
     * version, older partitions of the log are left alone.
     */
    readonly read: (
      stream: string,
      options?: { readonly after?: number; readonly afterCommit?: number; readonly limit?: number }
    ) => Effect.Effect<ReadonlyArray<StoredEvent>, StoreUnavailable>

    /**
     * Commits of the whole log in sealed order, after a `seq`, at most `limit` and some
     * `eventsPerLogReadMax` events. No commit ever appears at or below a `seq` that was returned.
     */
    readonly readLog: (options: {
      readonly after: number
      readonly limit?: number
    }) => Effect.Effect<ReadonlyArray<SealedCommit>, StoreUnavailable>

    /** Assigns committed appends their positions in the log. Safe on several nodes at once. */
    readonly seal: Effect.Effect<Sealed, StoreUnavailable>
  }
>()("@rcpt/store/EventStore") {}
