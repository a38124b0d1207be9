/** An account whose credits move by appends of any kind, for the contract of the store. */
import { randomUUIDv7 } from "node:crypto"

import type { Append, Transfer } from "@rcpt/store/EventStore"
import { Effect } from "effect"

import { post, viewOf } from "./appends.ts"

export const expiresAt = 4_000_000_000_123

/** An account with 10 credits, of which 5 are held. */
export const world = Effect.gen(function* () {
  const [account, holdId] = [randomUUIDv7(), randomUUIDv7()]
  const [avail, hold, usage] = [`avail:${account}`, `hold:${holdId}`, `sys:usage:${account}`]
  const stream = `money-${account}`
  const move = (...moves: ReadonlyArray<readonly [string, string, number]>) =>
    moves.map(([debit, credit, amount]): Transfer => {
      const ofHold = debit === hold || credit === hold || debit === usage
      return { eventIdx: 1, debit, credit, amount, holdId: ofHold ? holdId : null }
    })
  const append = (parts: Partial<Append>) => post(stream, () => parts)
  const opened = { holdId, accountId: account, credits: 5, expiresAt }
  yield* append({ transfers: move(["sys:issued", avail, 10]) })
  yield* append({ holds: [opened], transfers: move([avail, hold, 5]) })
  const balances = Effect.map(
    viewOf({ accounts: [account], holds: [holdId] }),
    ({ available, holds: [row] }) => [available[account], row?.charged, row?.refunded]
  )
  return { account, holdId, stream, avail, hold, usage, move, append, opened, balances }
})
