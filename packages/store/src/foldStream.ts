/** Folds all events of a stream into a state, with the version of the last one. */
import { Effect } from "effect"

import { EventStore } from "./EventStore.ts"
import type { StoredEvent, StoreUnavailable } from "./EventStore.ts"

interface Folded<State> {
  readonly state: State
  readonly version: number
}

/** Reads page by page: a long stream costs time, never memory. */
export const foldStream = <State>(
  stream: string,
  evolve: (state: State, event: StoredEvent) => State,
  empty: State
): Effect.Effect<Folded<State>, StoreUnavailable, EventStore> =>
  Effect.gen(function* () {
    const store = yield* EventStore
    let state = empty
    let version = 0
    let commit = 0
    while (true) {
      const events = yield* store.read(stream, { after: version, afterCommit: commit })
      if (events.length === 0) return { state, version }
      state = events.reduce(evolve, state)
      version = events.at(-1)!.version
      commit = events.at(-1)!.commitId
    }
  })
