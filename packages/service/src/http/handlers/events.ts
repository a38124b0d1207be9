/**
 * The events of an account as a stream (webhooks/MessageFeed.ts). A slow client delays only itself: the next
 * messages are read when it has taken the previous ones.
 */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import { followersMax, MessageFeed } from "../../webhooks/MessageFeed.ts"
import type { Position } from "../../webhooks/MessageFeed.ts"
import type { Message } from "../../webhooks/messageRows.ts"
import {
  crowded,
  eventStream,
  keepAliveComment,
  keepAliveEvery,
  reconnectAfter
} from "../eventStream.ts"
import { GracefulShutdown } from "../gracefulShutdown.ts"

/** Behind it there are all messages that are kept: the id of none. */
const beforeAll = "0"

/**
 * Browsers keep the id of an event without data and do not show it: a client that is cut off goes on from
 * here.
 */
const opening = ({ id = beforeAll }: Position): string =>
  `retry: ${reconnectAfter}\nevent: begun\nid: ${id}\n\n`

/** JSON has no line breaks outside of strings, and inside it escapes them: one line is the whole body. */
const eventOf = ({ id, body }: Message): string => `id: ${id}\ndata: ${body}\n\n`

const textOf = (messages: ReadonlyArray<Message>): string =>
  messages.length === 0 ? keepAliveComment : messages.map(eventOf).join("")

const eventsOf = (account: string, from: Position) =>
  Effect.gen(function* () {
    const { draining } = yield* GracefulShutdown
    const { after } = yield* MessageFeed.use(({ follow }) => follow(account))
    const nextOf = (number: number) =>
      Effect.gen(function* () {
        const news = yield* Effect.raceFirst(
          after(number, keepAliveEvery),
          Effect.as(draining, "closing" as const)
        )
        if (news === "closing") return undefined
        return [textOf(news), news.at(-1)?.number ?? number] as const
      })
    return Stream.concat(Stream.make(opening(from)), Stream.unfold(from.number, nextOf))
  }).pipe(Stream.unwrap)

export const eventsHandlers = HttpApiBuilder.group(Api, "Events", (handlers) =>
  handlers.handleRaw("stream", ({ headers }) =>
    Effect.gen(function* () {
      const { accountId } = yield* CurrentAccount
      const { isCrowded, positionOf } = yield* MessageFeed
      if (isCrowded(accountId)) return yield* Effect.fail(crowded(followersMax))
      const from = yield* positionOf(accountId, headers["last-event-id"]).pipe(
        readTimeout(readWaitMax)
      )
      return yield* eventStream(eventsOf(accountId, from))
    })
  )
)
