/** Maps the ledger's events and state to the rows of the store, and back. */
import * as Credits from "@rcpt/domain/Credits"
import { isOf } from "@rcpt/domain/creditsEvents"
import type { JobEvent } from "@rcpt/domain/Job"
import { postingOf } from "@rcpt/domain/postings"
import * as EventCodec from "@rcpt/store/EventCodec"
import type { Append, CommandOutcome, NewHold, StreamAppend, View } from "@rcpt/store/EventStore"
import { HashMap, Schema } from "effect"

import type { Reply } from "./commands.ts"

export const creditsCodec = EventCodec.make(Credits.format)

export const ledgerStream = creditsCodec.streamOf

/**
 * Outcome of a command in the store: the credits that it posted, and to which account. Grants and
 * adjustments are such commands. So is a command with a reply, which posts nothing: 0 credits.
 */
const Posted = Schema.Struct({ account: Schema.String, credits: Schema.Int })
const decodePosted = Schema.decodeUnknownSync(Posted)

/** Ids are unique over all accounts. One that another account used posted 0 here, and is taken. */
const postedTo = (account: string, outcome: unknown): number => {
  const posted = decodePosted(outcome)
  return posted.account === account ? posted.credits : 0
}

export const toState = (account: string, view: View): Credits.Credits => ({
  available: view.available[account] ?? 0,
  holds: HashMap.fromIterable(view.holds.map(({ holdId, ...hold }) => [holdId, hold])),
  postings: HashMap.fromIterable(
    view.commands.map(({ commandId, outcome }) => [commandId, postedTo(account, outcome)])
  )
})

/** The transfers that the events of an append post, each with the index of its event (from 1). */
export const transfersOf = (
  account: string,
  events: ReadonlyArray<Credits.CreditsEvent | JobEvent>
): Append["transfers"] =>
  events.flatMap((event, index) => {
    const posting = postingOf(account, event)
    return posting === undefined ? [] : [{ eventIdx: index + 1, ...posting }]
  })

/** The events of one batch as one append to the account's stream, with their transfers. */
export const toAppend = (
  account: string,
  expectedVersion: StreamAppend["expectedVersion"],
  events: ReadonlyArray<Credits.CreditsEvent>,
  hash: (text: string) => string,
  replies: ReadonlyArray<Reply> = []
): Append => ({
  streams: [
    {
      stream: ledgerStream(account),
      expectedVersion,
      events: events.map(creditsCodec.encode)
    }
  ],
  // A hold may be lost in a crash: its request has no reply yet, and a charge flushes its hold too.
  flushLater: events.every((event) => isOf("opens", event) && event.expiresAt !== null),
  transfers: transfersOf(account, events),
  holds: events.flatMap((event): ReadonlyArray<NewHold> =>
    isOf("opens", event)
      ? [
          {
            holdId: event.holdId,
            accountId: account,
            credits: event.credits,
            expiresAt: event.expiresAt
          }
        ]
      : []
  ),
  commands: [
    ...events.flatMap((event): ReadonlyArray<CommandOutcome> => {
      const id = Credits.postingIdOf(event)
      if (id === undefined) return []
      const { credits } = event
      return [
        {
          commandId: id,
          requestHash: hash(`${account} ${event._tag} ${credits}`),
          outcome: { account, credits }
        }
      ]
    }),
    ...replies.map(({ commandId, requestHash, body }) => ({
      commandId,
      requestHash,
      outcome: { account, credits: 0 },
      reply: body
    }))
  ]
})
