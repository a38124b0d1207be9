/**
 * The ledger's share of an append: the balances and holds that its transfers add up to, with the
 * CHECKs of migrations/0001 and the arithmetic of `es.transact` (migrations/0002).
 */
import type { Append, Transfer } from "../EventStore.ts"
import { check, checkKey, text, uuid, whole } from "./checks.ts"
import type { KeptHold, Tables } from "./Tables.ts"

/** Rows that are to take the place of those before them. */
export interface Balances {
  readonly transfers: ReadonlyArray<Transfer>
  readonly accounts: ReadonlyMap<string, number>
  readonly holds: ReadonlyMap<string, KeptHold>
}

/** Throws when a CHECK would be broken. Changes nothing: whoever asked puts the rows in place. */
export const balancesAfter = (tables: Tables, append: Append): Balances => {
  // As in Postgres: without a transfer there is nothing to do, whatever the holds say.
  if (append.transfers.length === 0) return { transfers: [], accounts: new Map(), holds: new Map() }
  const transfers = append.transfers.map(checked)
  return {
    transfers,
    accounts: accountsAfter(tables, transfers),
    holds: holdsAfter(tables, append, transfers)
  }
}

const checked = (transfer: Transfer): Transfer => {
  check(whole(transfer.amount) > 0, "amount > 0")
  check(text(transfer.debit) !== text(transfer.credit), "debit <> credit")
  return {
    ...transfer,
    eventIdx: whole(transfer.eventIdx),
    holdId: transfer.holdId === null ? null : uuid(transfer.holdId)
  }
}

const bounded = "avail:"

/** Net per account: within one append a balance may pass below zero, as it may in one statement. */
const accountsAfter = (tables: Tables, transfers: ReadonlyArray<Transfer>) => {
  const after = new Map<string, number>()
  const move = (name: string, delta: number) => {
    if (!name.startsWith(bounded)) return
    const id = uuid(name.slice(bounded.length))
    after.set(id, (after.get(id) ?? tables.accounts.get(id) ?? 0) + delta)
  }
  for (const { debit, credit, amount } of transfers) {
    move(debit, -amount)
    move(credit, amount)
  }
  for (const available of after.values()) check(available >= 0, "available >= 0")
  return after
}

const used = "sys:usage:"

const chargedBy = ({ debit, credit, amount }: Transfer): number =>
  credit.startsWith(used) ? amount : debit.startsWith(used) ? -amount : 0

const refundedBy = ({ credit, amount }: Transfer): number =>
  credit.startsWith(bounded) ? amount : 0

/** Opened first: one append may open a hold and settle it. A hold that is not there pays nothing. */
const holdsAfter = (tables: Tables, append: Append, transfers: ReadonlyArray<Transfer>) => {
  const after = new Map<string, KeptHold>()
  for (const { holdId, accountId, credits, expiresAt } of append.holds) {
    const id = uuid(holdId)
    checkKey(!tables.holds.has(id) && !after.has(id), "hold_pkey")
    check(whole(credits) > 0, "credits > 0")
    const expiry = expiresAt === null ? null : whole(expiresAt)
    const hold = { holdId: id, credits, charged: 0, refunded: 0, expiresAt: expiry }
    after.set(id, { ...hold, accountId: uuid(accountId) })
  }
  for (const transfer of transfers) {
    const [charge, refund] = [chargedBy(transfer), refundedBy(transfer)]
    if (transfer.holdId === null || (charge === 0 && refund === 0)) continue
    const hold = after.get(transfer.holdId) ?? tables.holds.get(transfer.holdId)
    if (hold === undefined) throw new Error(`hold ${transfer.holdId} does not exist`)
    const charged = hold.charged + charge
    const refunded = hold.refunded + refund
    after.set(hold.holdId, { ...hold, charged, refunded })
  }
  for (const { credits, charged, refunded } of after.values()) {
    check(charged >= 0 && refunded >= 0, "charged >= 0 and refunded >= 0")
    check(charged + refunded <= credits, "charged + refunded <= credits")
  }
  return after
}
