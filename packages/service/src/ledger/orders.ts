/** What can be asked of the ledger: a decision, with the ids that it must be shown to decide. */
import * as Credits from "@rcpt/domain/Credits"
import type { Decision } from "@rcpt/domain/Credits"

export interface Order {
  /** Ids of holds that exist, if all is as it seems. */
  readonly holds: ReadonlyArray<string>
  /** Id of a hold that is not there yet, unless the order is sent again. */
  readonly opens?: string
  /** Ids of grants and adjustments. */
  readonly postings: ReadonlyArray<string>
  readonly decide: (state: Credits.Credits) => Decision
}

const onHold =
  <A extends { readonly holdId: string }>(decide: (order: A) => Order["decide"]) =>
  (order: A): Order => ({ holds: [order.holdId], postings: [], decide: decide(order) })

export const hold = (order: Parameters<typeof Credits.hold>[0]): Order => ({
  holds: [],
  opens: order.holdId,
  postings: [],
  decide: Credits.hold(order)
})

export const settle = onHold(Credits.settle)
export const refund = onHold(Credits.refund)
export const withdraw = onHold(Credits.withdraw)
export const expire = onHold(Credits.expire)

export const grant = (order: Parameters<typeof Credits.grant>[0]): Order => ({
  holds: [],
  postings: [order.grantId],
  decide: Credits.grant(order)
})

export const adjust = (order: Parameters<typeof Credits.adjust>[0]): Order => ({
  holds: [],
  postings: [order.adjustmentId],
  decide: Credits.adjust(order)
})
