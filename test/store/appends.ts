/** Appends for tests, with nothing in them but what the test is about. */
import { createHash } from "node:crypto"

import { EventStore } from "@rcpt/store/EventStore"
import type { Append, CommandOutcome, Keys, NewEvent, View } from "@rcpt/store/EventStore"
import { Effect, Result } from "effect"

export const noKeys: Keys = { streams: [], accounts: [], holds: [], commands: [] }

const noAppend: Append = { streams: [], commands: [], holds: [], transfers: [] }

export const appendOf = (parts: Partial<Append>): Append => ({ ...noAppend, ...parts })

export const fact = (n: number): NewEvent => ({ type: "Counted", v: 1, data: `{"n":${n}}` })

export const counted = (stream: string, expectedVersion: number, ...ns: ReadonlyArray<number>) =>
  appendOf({ streams: [{ stream, expectedVersion, events: ns.map(fact) }] })

/** A command that asks for `asked`, and is answered `outcome`. */
export const command = (
  commandId: string,
  asked: string,
  outcome: unknown = { asked }
): CommandOutcome => ({
  commandId,
  requestHash: createHash("sha256").update(asked).digest("hex"),
  outcome
})

/** What stands under these keys. */
export const look = (keys: Partial<Keys>) =>
  EventStore.use((store) =>
    store.transact({ ...noKeys, ...keys }, (view) =>
      Result.succeed({ append: undefined, outcome: view })
    )
  )

/** Appends one fact to a stream, with whatever else belongs to it. */
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

/** Seals until nothing is left to seal, and reads the whole log. */
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
