/** What can be asked of the ledger: a decision, with the ids that it must be shown to decide. */
import * as Credits from "@rcpt/domain/Credits"
import type { CreditsEvent, Decision } from "@rcpt/domain/Credits"
import { HashMap, Result } from "effect"

export interface Order {
  /** Ids of holds that exist, if all is as it seems. */
  readonly holds: ReadonlyArray<string>
  /** Ids of holds that are not there yet, unless the order is sent again. */
  readonly opens: ReadonlyArray<string>
  /** Ids of grants and adjustments, and of what has a reply. */
  readonly postings: ReadonlyArray<string>
  readonly decide: (state: Credits.Credits) => Decision
  readonly reply?: Reply
}

/** What the caller is told, kept with what the order does, and under an id that has one reply for ever. */
export interface Reply {
  readonly commandId: string
  /** Of what was asked: hex. */
  readonly requestHash: string
  readonly body: string
}

const onHold =
  <A extends { readonly holdId: string }>(decide: (order: A) => Order["decide"]) =>
  (order: A): Order => ({ holds: [order.holdId], opens: [], postings: [], decide: decide(order) })

export const hold = (order: Parameters<typeof Credits.hold>[0]): Order => ({
  holds: [],
  opens: [order.holdId],
  postings: [],
  decide: Credits.hold(order)
})

export const settle = onHold(Credits.settle)
export const refund = onHold(Credits.refund)
export const withdraw = onHold(Credits.withdraw)
export const expire = onHold(Credits.expire)

export const grant = (order: Parameters<typeof Credits.grant>[0]): Order => ({
  holds: [],
  opens: [],
  postings: [order.grantId],
  decide: Credits.grant(order)
})

export const adjust = (order: Parameters<typeof Credits.adjust>[0]): Order => ({
  holds: [],
  opens: [],
  postings: [order.adjustmentId],
  decide: Credits.adjust(order)
})

/** All of them or none, each upon what those before it decided. */
export const together = (orders: ReadonlyArray<Order>): Order => ({
  holds: orders.flatMap(({ holds }) => holds),
  opens: orders.flatMap(({ opens }) => opens),
  postings: orders.flatMap(({ postings }) => postings),
  decide: (from) => {
    const events: Array<CreditsEvent> = []
    let state = from
    for (const { decide } of orders) {
      const decision = decide(state)
      if (Result.isFailure(decision)) return Result.fail(asIfNone(decision.failure, from))
      state = decision.success.reduce(Credits.evolve, state)
      events.push(...decision.success)
    }
    return Result.succeed(events)
  }
})

/** None of them is carried out, so what was available still is. */
const asIfNone = (refusal: Credits.Rejection, { available }: Credits.Credits): Credits.Rejection =>
  refusal._tag === "InsufficientCredits"
    ? new Credits.InsufficientCredits({ needed: refusal.needed, available })
    : refusal

/** Refused when another reply was given under its id; sent again, it has nothing new to say. */
export const withReply = (order: Order, reply: Reply): Order => ({
  ...order,
  postings: [...order.postings, reply.commandId],
  reply,
  decide: (state) => {
    const decision = order.decide(state)
    const isNews = Result.isSuccess(decision) && decision.success.length > 0
    return isNews && HashMap.has(state.postings, reply.commandId)
      ? Result.fail(new Credits.OrderAltered({ id: reply.commandId }))
      : decision
  }
})
