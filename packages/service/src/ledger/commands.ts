/** Commands of the ledger: a decision, and the ids of the rows that it needs to see. */
import * as Credits from "@rcpt/domain/Credits"
import type { CreditsEvent, Decision } from "@rcpt/domain/Credits"
import { HashMap, Result } from "effect"

export interface LedgerCommand {
  /** Ids of holds that should exist. */
  readonly holds: ReadonlyArray<string>
  /** Ids of holds that the command makes: they do not exist yet, unless it is submitted again. */
  readonly opens: ReadonlyArray<string>
  /** Ids of grants and adjustments, and the command id of a reply. */
  readonly postings: ReadonlyArray<string>
  readonly decide: (state: Credits.Credits) => Decision
  readonly reply?: Reply
}

/** The response body, stored in the command's own commit. A command id has one reply for ever. */
export interface Reply {
  readonly commandId: string
  /** Hash of the request, hex. */
  readonly requestHash: string
  readonly body: string
}

const onHold =
  <A extends { readonly holdId: string }>(decide: (options: A) => LedgerCommand["decide"]) =>
  (options: A): LedgerCommand => ({
    holds: [options.holdId],
    opens: [],
    postings: [],
    decide: decide(options)
  })

export const hold = (options: Parameters<typeof Credits.hold>[0]): LedgerCommand => ({
  holds: [],
  opens: [options.holdId],
  postings: [],
  decide: Credits.hold(options)
})

export const settle = onHold(Credits.settle)
export const refund = onHold(Credits.refund)
export const reverseCharge = onHold(Credits.reverseCharge)
export const expire = onHold(Credits.expire)

export const grant = (options: Parameters<typeof Credits.grant>[0]): LedgerCommand => ({
  holds: [],
  opens: [],
  postings: [options.grantId],
  decide: Credits.grant(options)
})

export const adjust = (options: Parameters<typeof Credits.adjust>[0]): LedgerCommand => ({
  holds: [],
  opens: [],
  postings: [options.adjustmentId],
  decide: Credits.adjust(options)
})

/** All commands or none. Each is decided on the state that those before it lead to. */
export const allOrNothing = (commands: ReadonlyArray<LedgerCommand>): LedgerCommand => ({
  holds: holdsBefore(commands),
  opens: commands.flatMap(({ opens }) => opens),
  postings: commands.flatMap(({ postings }) => postings),
  decide: (from) => {
    const events: Array<CreditsEvent> = []
    let state = from
    for (const { decide } of commands) {
      const decision = decide(state)
      if (Result.isFailure(decision)) return Result.fail(withAvailableOf(decision.failure, from))
      state = decision.success.reduce(Credits.evolve, state)
      events.push(...decision.success)
    }
    return Result.succeed(events)
  }
})

/** The holds that commands refer to, without those that the commands themselves open. */
const holdsBefore = (commands: ReadonlyArray<LedgerCommand>): ReadonlyArray<string> => {
  const opened = new Set(commands.flatMap(({ opens }) => opens))
  return commands.flatMap(({ holds }) => holds.filter((id) => !opened.has(id)))
}

/** None of the commands takes effect, so what was available before the first one still is. */
const withAvailableOf = (
  rejection: Credits.Rejection,
  { available }: Credits.Credits
): Credits.Rejection =>
  rejection._tag === "InsufficientCredits"
    ? new Credits.InsufficientCredits({ needed: rejection.needed, available })
    : rejection

/**
 * Stores a reply with the command. Rejected when its command id already has a reply; submitted again,
 * it changes nothing and is accepted.
 */
export const withReply = (command: LedgerCommand, reply: Reply): LedgerCommand => ({
  ...command,
  postings: [...command.postings, reply.commandId],
  reply,
  decide: (state) => {
    const decision = command.decide(state)
    const changes = Result.isSuccess(decision) && decision.success.length > 0
    return changes && HashMap.has(state.postings, reply.commandId)
      ? Result.fail(new Credits.IdReused({ id: reply.commandId }))
      : decision
  }
})
