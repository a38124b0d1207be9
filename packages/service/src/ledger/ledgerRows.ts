/** Between the ledger's facts and the rows that the store keeps of them. */
import * as Credits from "@rcpt/domain/Credits"
import { postingOf } from "@rcpt/domain/postings"
import type { Append, CommandOutcome, NewHold, View } from "@rcpt/store/EventStore"
import { HashMap, Schema } from "effect"

import type { Reply } from "./orders.ts"

const streamPrefix = "ledger-"

export const ledgerStream = (account: string): string => streamPrefix + account

/** Whose ledger a stream is; `undefined`: it is no ledger. */
export const accountOf = (stream: string): string | undefined =>
  stream.startsWith(streamPrefix) ? stream.slice(streamPrefix.length) : undefined

/**
 * Grants and adjustments are commands: their outcome is the amount that they posted, and to whom. So
 * is what has a reply, which posts nothing: its amount is 0.
 */
const Posted = Schema.Struct({ account: Schema.String, credits: Schema.Int })
const decodePosted = Schema.decodeUnknownSync(Posted)

/** Ids are known over all accounts: used for another one, it posted nothing here, and is taken. */
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

const encode = Schema.encodeSync(Credits.CreditsEvent)

/** All events of one batch as one append to the account's stream, each with its posting. */
export const toAppend = (
  account: string,
  expected: { readonly version: number; readonly head?: string },
  events: ReadonlyArray<Credits.CreditsEvent>,
  hash: (text: string) => string,
  replies: ReadonlyArray<Reply> = []
): Append => ({
  streams: [
    {
      stream: ledgerStream(account),
      expectedVersion: expected.version,
      ...(expected.head !== undefined && { expectedHead: expected.head }),
      events: events.map((event) => {
        const { _tag, ...data } = encode(event)
        return { type: _tag, v: 1, data: JSON.stringify(data) }
      })
    }
  ],
  // A hold that is lost in a crash was never answered for, and a charge that is kept keeps it too.
  flushLater: events.every((event) => event._tag === "CreditsHeld" && event.expiresAt !== null),
  transfers: events.map((event, i) => ({
    eventIdx: i + 1,
    ...postingOf(account, event)
  })),
  holds: events.flatMap((event): ReadonlyArray<NewHold> =>
    event._tag === "CreditsHeld"
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
