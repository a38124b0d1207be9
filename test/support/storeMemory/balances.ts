/**
 * The ledger's part of an append: the balances and holds that follow from its transfers, with the
 * CHECKs of the tables and the arithmetic of `es.append` (functions/writeFunctions.ts).
 */
import type { Append, Transfer } from "@rcpt/store/EventStore"

import { check, checkKey, integer, text, uuid } from "./checks.ts"
import type { StoredHold, Tables } from "./Tables.ts"

/** The new rows, which replace the current ones. */
export interface Balances {
  readonly transfers: ReadonlyArray<Transfer>
  readonly accounts: ReadonlyMap<string, number>
  readonly holds: ReadonlyMap<string, StoredHold>
}

/** Throws when a CHECK would be broken. Changes nothing: the caller stores the rows. */
export const balancesAfter = (tables: Tables, append: Append): Balances => {
  // As on Postgres: without transfers the holds are ignored.
  if (append.transfers.length === 0) return { transfers: [], accounts: new Map(), holds: new Map() }
  const transfers = append.transfers.map(checkTransfer)
  if (append.streams.some(({ expectedVersion }) => expectedVersion === "any"))
    checkCovered(tables, transfers)
  return {
    transfers,
    accounts: accountsAfter(tables, transfers),
    holds: holdsAfter(tables, append, transfers)
  }
}

/** As `es.debit_of` and `es.credit_of` name the accounts. */
const postings: ReadonlyArray<(account: string, hold: string) => readonly [string, string]> = [
  (account) => ["sys:issued", `avail:${account}`],
  (account) => ["sys:adjusted", `avail:${account}`],
  (account) => [`avail:${account}`, "sys:adjusted"],
  (account, hold) => [`avail:${account}`, `hold:${hold}`],
  (account, hold) => [`hold:${hold}`, `sys:usage:${account}`],
  (account, hold) => [`hold:${hold}`, `avail:${account}`],
  (account) => [`sys:usage:${account}`, `avail:${account}`]
]

const isPosting = ({ debit, credit }: Transfer, holdId: string | null): boolean => {
  const [, account] = /(?:avail|sys:usage):(\S+)/.exec(`${text(debit)} ${text(credit)}`) ?? []
  if (account === undefined) return false
  return postings.some((posting) => {
    const [from, to] = posting(uuid(account), holdId ?? "none")
    return from === debit && to === credit
  })
}

const checkTransfer = (transfer: Transfer): Transfer => {
  check(integer(transfer.amount) > 0, "amount > 0")
  const holdId = transfer.holdId === null ? null : uuid(transfer.holdId)
  check(isPosting(transfer, holdId), "one of the seven postings")
  return { ...transfer, eventIdx: integer(transfer.eventIdx), holdId }
}

const availablePrefix = "avail:"

/** Net per account: within one append a balance may be below zero, as within one SQL statement. */
const accountsAfter = (tables: Tables, transfers: ReadonlyArray<Transfer>) => {
  const after = new Map<string, number>()
  const move = (name: string, delta: number) => {
    if (!name.startsWith(availablePrefix)) return
    const id = uuid(name.slice(availablePrefix.length))
    after.set(id, (after.get(id) ?? tables.accounts.get(id) ?? 0) + delta)
  }
  for (const { debit, credit, amount } of transfers) {
    move(debit, -amount)
    move(credit, amount)
  }
  for (const available of after.values()) check(available >= 0, "available >= 0")
  return after
}

/** At any version it is not known which credits come first: each balance must cover all its debits. */
const checkCovered = (tables: Tables, transfers: ReadonlyArray<Transfer>): void => {
  const debits = transfers.filter(({ debit }) => debit.startsWith(availablePrefix))
  accountsAfter(
    tables,
    debits.map((transfer) => ({ ...transfer, credit: "sys:elsewhere" }))
  )
}

const usagePrefix = "sys:usage:"

const chargedBy = ({ debit, credit, amount }: Transfer): number =>
  credit.startsWith(usagePrefix) ? amount : debit.startsWith(usagePrefix) ? -amount : 0

const refundedBy = ({ credit, amount }: Transfer): number =>
  credit.startsWith(availablePrefix) ? amount : 0

/** New holds come first: one append may open and settle a hold. Throws if a hold does not exist. */
const holdsAfter = (tables: Tables, append: Append, transfers: ReadonlyArray<Transfer>) => {
  const after = new Map<string, StoredHold>()
  for (const { holdId, accountId, credits, expiresAt } of append.holds) {
    const id = uuid(holdId)
    checkKey(!tables.holds.has(id) && !after.has(id), "hold_pkey")
    check(integer(credits) > 0, "credits > 0")
    const expiry = expiresAt === null ? null : integer(expiresAt)
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
