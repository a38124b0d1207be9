/**
 * A source has the contacts of a list, and a sink takes what changed. An adapter knows one kind of either, and nothing
 * of schedules. What it is told to do may be done again after a crash.
 */
import type { Recommendation } from "@rcpt/domain/recommendation"
import type { Status } from "@rcpt/domain/Verdict"
import { Schema } from "effect"
import type { Effect, Scope, Stream } from "effect"

/**
 * Why a source or a sink did not do it. `sentence` is for people: what is wrong, and what to do. It never has a secret,
 * and no address of a contact. `mayHelp`: whether trying again can.
 */
const failure = {
  code: Schema.Literals([
    "bad_settings",
    "refused",
    "unreachable",
    "bad_answer",
    "empty",
    "too_large"
  ]),
  sentence: Schema.String,
  mayHelp: Schema.Boolean
}

export class SourceFailed extends Schema.TaggedError<SourceFailed>()("SourceFailed", failure) {}

export class SinkFailed extends Schema.TaggedError<SinkFailed>()("SinkFailed", failure) {}

/** A contact of a source. `key` names it there, and stays when its address changes. */
export interface Contact {
  readonly key: string
  readonly email: string
}

export type Contacts = Stream.Stream<ReadonlyArray<Contact>, SourceFailed>

/**
 * An empty answer, and one that is cut off, is a failure: it never means that all contacts are gone.
 * `version`: of what was read, such as an `ETag`; null: the source has none.
 */
export type SourceRead =
  | { readonly isUnchanged: true }
  | { readonly isUnchanged: false; readonly version: string | null; readonly contacts: Contacts }

export interface Source {
  /** `before`: the version that was read before; null: all is to be read. Its stream is read once, in the same scope. */
  readonly read: (before: string | null) => Effect.Effect<SourceRead, SourceFailed, Scope.Scope>
}

/** What became of a contact. `before`: its status before; null: it is new, or its address is. */
export interface Change {
  readonly key: string
  readonly email: string
  readonly status: Status
  readonly sub_status: string | null
  readonly recommendation: Recommendation
  readonly before: Status | null
  /** ISO 8601, UTC. */
  readonly checked_at: string
}

/** Changes of one write, at most. */
export const changesPerWrite = 500

/** Of whose run changes are. */
interface SinkRun {
  readonly schedule: string
  readonly name: string
  readonly run: string
}

export interface Sink {
  /** All of them or none. The same changes may come again after a crash: the result is the same. */
  readonly write: (run: SinkRun, changes: ReadonlyArray<Change>) => Effect.Effect<void, SinkFailed>
  /** Looks whether it would work, and writes nothing. Returns sentences for people: what it found. */
  readonly tryOut: Effect.Effect<ReadonlyArray<string>, SinkFailed>
  /** Takes back what was written of these contacts, if the kind can. */
  readonly takeBack?: (changes: ReadonlyArray<Change>) => Effect.Effect<void, SinkFailed>
}

/** Whose it is, with its settings and the secret in clear. */
export interface AdapterOf<Settings> {
  readonly account: string
  readonly settings: Settings
  readonly secret: string | undefined
}

/** Settings that cannot work. The sentence begins with the field, without the name of what has the settings. */
export class BadSettings extends Schema.TaggedError<BadSettings>()("BadSettings", {
  sentence: Schema.String
}) {}

interface Adapter<Settings, Opened> {
  /** Does nothing yet. */
  readonly open: (of: AdapterOf<Settings>) => Opened
  /** Looks at the settings before they are stored, beyond what their table says (`api/scheduleKinds`). */
  readonly check?: (
    settings: Settings,
    secret: string | undefined
  ) => Effect.Effect<void, BadSettings>
}

export type SourceAdapter<Settings> = Adapter<Settings, Source>
export type SinkAdapter<Settings> = Adapter<Settings, Sink>
