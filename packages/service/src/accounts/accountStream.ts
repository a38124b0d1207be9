/** Decisions about an account, as events in its stream `account-<account>`. */
import { CurrentAccount } from "@rcpt/api/Authentication"
import * as Account from "@rcpt/domain/Account"
import type { AccountEvent } from "@rcpt/domain/Account"
import type { Author } from "@rcpt/domain/powers"
import * as EventCodec from "@rcpt/store/EventCodec"
import { EventStore, VersionConflict } from "@rcpt/store/EventStore"
import type { Append, StoredEvent } from "@rcpt/store/EventStore"
import { foldStream } from "@rcpt/store/foldStream"
import { Effect } from "effect"

import { originOf } from "./security/requestOrigin.ts"

/**
 * Decides on the current state and appends the events; returns the state after them. They are stored with the
 * request that caused them. It reads again when another writer was faster. An event of a request is a line of the log as well.
 * Dies of `StoreUnavailable`, after which the caller's transaction may be retried (`unavailable`).
 */
export const record = <E>(
  account: string,
  decide: (state: Account.Account) => Account.Decision<E>
): Effect.Effect<Account.Account, E, EventStore> =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const stream = accountCodec.streamOf(account)
    const { state, version } = yield* foldStream(stream, evolve, { ...Account.empty, id: account })
    const decided = yield* Effect.fromResult(decide(state))
    const after = decided.reduce(Account.evolve, state)
    if (decided.length === 0) return after
    const append = (events: ReadonlyArray<AccountEvent>) =>
      Effect.asVoid(store.append(appendOf(stream, version, events)))
    const from = yield* originOf(account)
    if (from === undefined) return yield* Effect.as(append(decided), after)
    yield* append(decided.map((event) => ({ ...event, from })))
    for (const { _tag: event } of decided)
      yield* Effect.annotateLogs(Effect.logInfo("Security event"), { event, account, ...from })
    return after
  }).pipe(
    Effect.retry({ while: (error) => error instanceof VersionConflict }),
    // An append without commands cannot conflict with one.
    Effect.catchTag(["CommandAltered", "StoreUnavailable"], Effect.die)
  )

/** Who makes the changes of a request. */
export const authorOf = ({
  personId,
  keyId = ""
}: Pick<CurrentAccount["Service"], "personId" | "keyId">): Author =>
  personId === undefined ? { keyId } : { personId }

/** The person for whom a request acts that has begun without a session. */
export type Actor = Pick<
  CurrentAccount["Service"],
  "accountId" | "addressKey" | "owner" | "role"
> & {
  readonly personId: string
}

/** As `record`, in the account of the person as whom the request acts from here on. */
export const recordAs = <E>(
  { accountId, personId, addressKey, owner, role }: Actor,
  decide: (state: Account.Account) => Account.Decision<E>
): Effect.Effect<Account.Account, E, EventStore> =>
  Effect.provideService(record(accountId, decide), CurrentAccount, {
    accountId,
    personId,
    addressKey,
    owner,
    role,
    authMode: "jwt",
    scopes: []
  })

const accountCodec = EventCodec.make(Account.format)

const evolve = (state: Account.Account, event: StoredEvent): Account.Account =>
  Account.evolve(state, accountCodec.decode(event))

const appendOf = (
  stream: string,
  expectedVersion: number,
  events: ReadonlyArray<AccountEvent>
): Append => ({
  streams: [{ stream, expectedVersion, events: events.map(accountCodec.encode) }],
  commands: [],
  holds: [],
  transfers: []
})
