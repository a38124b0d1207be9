import * as Credits from "@rcpt/domain/Credits"
import * as orders from "@rcpt/service/ledger/commands"
import type { LedgerCommand } from "@rcpt/service/ledger/commands"
import { HashMap, Result } from "effect"

import { describe, expect, it } from "../../support/vitest.ts"

const purpose = { kind: "batch", mode: "fast" } as const
const hold = (holdId: string, credits = 5) =>
  orders.hold({ holdId, credits, expiresAt: null, purpose })
const settle = (holdId: string, charge: number) => orders.settle({ holdId, charge })

const with12 = { ...Credits.empty, available: 12 }

const after = (state: Credits.Credits, order: LedgerCommand) =>
  Result.getOrThrow(order.decide(state)).reduce(Credits.evolve, state)

const refusalOf = (state: Credits.Credits, order: LedgerCommand) =>
  Result.getOrThrow(Result.flip(order.decide(state)))

describe("Orders that are given together", () => {
  const two = orders.allOrNothing([hold("a"), hold("b")])

  it("are carried out one upon the other", () => {
    const held = after(with12, two)
    expect(held.available).toBe(2)
    const settled = after(held, orders.allOrNothing([settle("a", 1), settle("b", 5)]))
    expect(settled.available).toBe(6)
  })

  it("are refused as one, and say what was there before the first of them", () => {
    const three = orders.allOrNothing([hold("a"), hold("b"), hold("c")])
    expect(refusalOf(with12, three)).toMatchObject({ _tag: "InsufficientCredits", available: 12 })
  })

  it("show the ledger all that each of them must be shown", () => {
    const mixed = orders.allOrNothing([hold("a"), settle("b", 1)])
    expect([mixed.opens, mixed.holds, mixed.postings]).toEqual([["a"], ["b"], []])
  })
})

describe("An order with a reply", () => {
  const commandId = "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d"
  const paid = orders.withReply(settle("a", 1), { commandId, requestHash: "00", body: "{}" })
  const held = after(with12, hold("a"))
  const told = (state: Credits.Credits) => ({
    ...state,
    postings: HashMap.set(state.postings, commandId, 0)
  })

  it("is carried out when nothing was told before", () =>
    expect(after(held, paid).available).toBe(11))

  it("is refused when something else was, and nothing is charged", () =>
    expect(refusalOf(told(held), paid)).toMatchObject({ _tag: "IdReused", id: commandId }))

  it("has nothing new to say when it is sent again", () =>
    expect(Result.getOrThrow(paid.decide(told(after(held, settle("a", 1)))))).toEqual([]))
})
