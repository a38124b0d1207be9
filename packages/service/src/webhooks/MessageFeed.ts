/**
 * The messages of accounts, for the clients of this node that follow them. One query serves all of them:
 * when a hint says that events were sealed, at most four times a second, and once a second without hints.
 * A client reads its messages when it is ready for them, so none are queued for it.
 */
import { uuid } from "@rcpt/domain/limits"
import { Hints } from "@rcpt/store/Hints"
import { Context, Duration, Effect, Latch, Layer } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"

import { Config } from "../platform/Config.ts"
import { WriteSql } from "../platform/Database.ts"
import { lookFirst, messagesAfter, newestOf, numberOf } from "./messageRows.ts"
import type { Message } from "./messageRows.ts"

/** The minimum between two queries. */
const lookEvery = Duration.millis(250)

/** Hints may be lost, and `credits.low` is written behind one. */
const pollInterval = Duration.seconds(1)

/** Per account and node. Each is a connection and some kilobytes, and is under no other limit. */
export const followersMax = 100

/** The last message that a client has seen: a stream goes on behind it. */
export interface Position {
  readonly number: number
  /** The id of that message; `undefined`: there is none, or none any more. */
  readonly id: string | undefined
}

interface Following {
  /** Messages behind this number, the oldest first; none: there were none within `timeout`. */
  readonly after: (
    number: number,
    timeout: Duration.Duration
  ) => Effect.Effect<ReadonlyArray<Message>>
}

export class MessageFeed extends Context.Service<
  MessageFeed,
  {
    /** Now, or behind the message with this id. */
    readonly positionOf: (account: string, lastId?: string) => Effect.Effect<Position>
    /** Follows until the scope closes. */
    readonly follow: (account: string) => Effect.Effect<Following, never, Scope.Scope>
    /** Whether the account has `followersMax` followers on this node. */
    readonly isCrowded: (account: string) => boolean
  }
>()("@rcpt/service/webhooks/MessageFeed") {}

interface FollowedAccount {
  newest: number
  followers: number
  /** Opened and replaced when there are messages. */
  news: Latch.Latch
}

const publish = (followed: FollowedAccount, newest: number): void => {
  if (newest <= followed.newest) return
  followed.newest = newest
  followed.news.openUnsafe()
  followed.news = Latch.makeUnsafe()
}

/** Old messages are deleted: then there are none behind a number that is lower than the newest. */
const readAfter = (account: string, followed: FollowedAccount, number: number) => {
  const next = (seen: number): Effect.Effect<ReadonlyArray<Message>, never, SqlClient.SqlClient> =>
    Effect.gen(function* () {
      const { newest, news } = followed
      if (newest <= seen) {
        yield* news.await
        return yield* next(seen)
      }
      const found = yield* messagesAfter(account, number)
      return found.length > 0 ? found : yield* next(newest)
    })
  return next(number)
}

/** The position from which a client begins that has seen this message, or none. */
const positionOf = (account: string, lastId: string | undefined) =>
  Effect.gen(function* () {
    if (lastId !== undefined) {
      const number = uuid.test(lastId) ? yield* numberOf(account, lastId) : undefined
      return number === undefined ? { number: 0, id: undefined } : { number, id: lastId }
    }
    const newest = (yield* newestOf([account])).get(account) ?? 0
    const [last] = yield* messagesAfter(account, newest - 1)
    return { number: newest, id: last?.number === newest ? last.id : undefined }
  })

type Followed = Map<string, FollowedAccount>

/** Follows the account until the scope closes. */
const join = (accounts: Followed, hasFollowers: Latch.Latch, account: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const followed = accounts.get(account) ?? {
        newest: 0,
        followers: 0,
        news: Latch.makeUnsafe()
      }
      followed.followers++
      accounts.set(account, followed)
      hasFollowers.openUnsafe()
      return followed
    }),
    (followed) =>
      Effect.sync(() => {
        followed.followers--
        if (followed.followers === 0) accounts.delete(account)
        if (accounts.size === 0) hasFollowers.closeUnsafe()
      })
  )

/** Looks for messages for ever, while there are followers. */
const keepLooking = (accounts: Followed, hasFollowers: Latch.Latch) =>
  Effect.gen(function* () {
    const waitForHint = (yield* Hints).listen("sealed")
    const look = Effect.gen(function* () {
      yield* hasFollowers.await
      yield* waitForHint(pollInterval)
      const newest = yield* newestOf([...accounts.keys()])
      for (const [account, number] of newest) {
        const followed = accounts.get(account)
        if (followed !== undefined) publish(followed, number)
      }
      yield* Effect.sleep(lookEvery)
    }).pipe(
      Effect.catchCause((cause) =>
        Effect.logWarning("Messages of accounts could not be read", cause)
      )
    )
    return yield* Effect.forever(look)
  })

const make = Effect.gen(function* () {
  const read = yield* SqlClient.SqlClient
  const write = yield* WriteSql
  const { creditsLow } = yield* Config
  const accounts: Followed = new Map()
  const hasFollowers = Latch.makeUnsafe()
  const reading = Effect.provideService(SqlClient.SqlClient, read)
  yield* Effect.forkScoped(keepLooking(accounts, hasFollowers))

  return MessageFeed.of({
    positionOf: (account, lastId) =>
      lookFirst([account], creditsLow).pipe(
        Effect.provideService(SqlClient.SqlClient, write),
        Effect.andThen(reading(positionOf(account, lastId)))
      ),
    follow: (account) =>
      Effect.map(join(accounts, hasFollowers, account), (followed) => ({
        after: (number, timeout) =>
          Effect.timeoutOrElse(reading(readAfter(account, followed, number)), {
            duration: timeout,
            orElse: () => Effect.succeed([])
          })
      })),
    isCrowded: (account) => (accounts.get(account)?.followers ?? 0) >= followersMax
  })
})

export const layer: Layer.Layer<
  MessageFeed,
  never,
  Config | Hints | SqlClient.SqlClient | WriteSql
> = Layer.effect(MessageFeed, make)
