/** Builders of minimal appends for tests. */
import { createHash } from "node:crypto"

import { EventStore } from "@rcpt/store/EventStore"
import type { Append, CommandOutcome, Keys, NewEvent, View } from "@rcpt/store/EventStore"
import { Effect, Result } from "effect"

export const noKeys: Keys = { streams: [], accounts: [], holds: [], commands: [] }

const noAppend: Append = { streams: [], commands: [], holds: [], transfers: [] }

export const appendOf = (parts: Partial<Append>): Append => ({ ...noAppend, ...parts })

export const eventOf = (n: number): NewEvent => ({ type: "Counted", v: 1, data: `{"n":${n}}` })

export const counted = (stream: string, expectedVersion: number, ...ns: ReadonlyArray<number>) =>
  appendOf({ streams: [{ stream, expectedVersion, events: ns.map(eventOf) }] })

/** A command with its outcome. */
export const command = (
  commandId: string,
  request: string,
  outcome: unknown = { request }
): CommandOutcome => ({
  commandId,
  requestHash: createHash("sha256").update(request).digest("hex"),
  outcome
})

/** The state under these keys. */
export const viewOf = (keys: Partial<Keys>) =>
  EventStore.use((store) =>
    store.transact({ ...noKeys, ...keys }, (view) =>
      Result.succeed({ append: undefined, outcome: view })
    )
  )

/** Appends one event to a stream, with other parts of an append. */
export const post = (stream: string, parts: (view: View) => Partial<Append>) =>
  EventStore.use((store) =>
    store.transact({ ...noKeys, streams: [stream] }, (view) => {
      const expectedVersion = view.versions[stream]!
      const append = appendOf({
        ...counted(stream, expectedVersion, expectedVersion),
        ...parts(view)
      })
      return Result.succeed({ append, outcome: expectedVersion })
    })
  )

export const postOne = (stream: string): Effect.Effect<number, unknown, EventStore> =>
  post(stream, () => ({}))

/** Seals all commits and reads the whole log. */
export const wholeLog = (limit?: number) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    yield* Effect.repeat(store.seal, { until: ({ sealed, gaps }) => sealed + gaps === 0 })
    const log: Array<Effect.Success<ReturnType<typeof store.readLog>>[number]> = []
    while (true) {
      const after = log.at(-1)?.seq ?? 0
      const page = yield* store.readLog({ after, ...(limit !== undefined && { limit }) })
      if (page.length === 0) return log
      log.push(...page)
    }
  })
