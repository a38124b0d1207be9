/** What is decided about an account, kept in its stream `account-<account>`. */
import * as Account from "@rcpt/domain/Account"
import type { AccountEvent } from "@rcpt/domain/Account"
import { EventStore, VersionConflict } from "@rcpt/store/EventStore"
import type { Append, StoredEvent, StoreUnavailable } from "@rcpt/store/EventStore"
import { foldStream } from "@rcpt/store/foldStream"
import { Effect, Schema } from "effect"

/** Decides on what stands; somebody who was faster makes us look again. */
export const record = <E>(
  account: string,
  decide: (state: Account.Account) => Account.Decision<E>
): Effect.Effect<void, E | StoreUnavailable, EventStore> =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const stream = `account-${account}`
    const { state, version } = yield* foldStream(stream, evolve, Account.empty)
    const events = yield* Effect.fromResult(decide(state))
    if (events.length > 0) yield* store.append(appendOf(stream, version, events))
  }).pipe(
    Effect.retry({ while: (error) => error instanceof VersionConflict }),
    // An append without commands has none that could be altered.
    Effect.catchTag("CommandAltered", Effect.die)
  )

const encode = Schema.encodeSync(Account.AccountEvent)
const decode = Schema.decodeUnknownSync(Account.AccountEvent)

const evolve = (state: Account.Account, { type, data }: StoredEvent): Account.Account =>
  Account.evolve(state, decode({ _tag: type, ...(JSON.parse(data) as object) }))

const appendOf = (
  stream: string,
  expectedVersion: number,
  events: ReadonlyArray<AccountEvent>
): Append => ({
  streams: [
    {
      stream,
      expectedVersion,
      events: events.map((event) => {
        const { _tag, ...data } = encode(event)
        return { type: _tag, v: 1, data: JSON.stringify(data) }
      })
    }
  ],
  commands: [],
  holds: [],
  transfers: []
})
