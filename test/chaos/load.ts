/**
 * Clients that ask many nodes for all sorts of things at once, again and with other amounts too, and
 * that ask until they are answered. What they were told, and when, is kept for `judge.ts`.
 */
import { Effect } from "effect"

import * as Dice from "../simulation/Dice.ts"
import { orderOf, refusalOf } from "../support/model/asked.ts"
import type { Answer, Command } from "../support/model/LedgerModel.ts"
import type { Node } from "./nodes.ts"

/** One command, sent once. Times are epoch milliseconds of this machine. */
export interface Told {
  readonly account: string
  readonly command: Command
  readonly sentAt: number
  /** Undefined: it never was, or only that nobody knows. */
  readonly answer: { readonly says: Answer; readonly at: number } | undefined
}

export interface Options {
  readonly nodes: ReadonlyArray<Node>
  readonly accounts: ReadonlyArray<string>
  /** Asked before each command, with how many were sent. */
  readonly goesOn: (sent: number) => boolean
  readonly clients: number
  readonly seed: number
  readonly onAnswer?: () => void
}

interface Books {
  readonly told: Array<Told>
  readonly asked: ReadonlyMap<string, Array<Command>>
  /** Holds that nobody has settled yet, as far as the clients know. */
  readonly open: ReadonlyMap<string, Array<Command & { readonly do: "hold" }>>
  again: number
}

export interface History {
  readonly told: ReadonlyArray<Told>
  /** How many commands were sent under an id that had been used before. */
  readonly again: number
}

/** A command is asked again while it is new: in the middle of what happens to the first one. */
const recentMax = 40
/** Logical time of holds and of those who let them expire. */
const timeMax = 1_000
/** Percent, as the issue of replays goes: half of them altered. */
const againPercent = 20

export const run = ({ nodes, accounts, goesOn, clients, seed, onAnswer }: Options) =>
  Effect.gen(function* () {
    const books: Books = {
      told: [],
      asked: new Map(accounts.map((account) => [account, []])),
      open: new Map(accounts.map((account) => [account, []])),
      again: 0
    }
    let sent = 0
    const client = (dice: Dice.Dice) =>
      Effect.gen(function* () {
        while (goesOn(sent++)) {
          const account = dice.pick(accounts)
          const command = next(books, account, dice)
          books.asked.get(account)!.push(command)
          yield* insist(books, nodes, account, command, dice)
          onAnswer?.()
        }
      })
    const dice = Dice.make(seed)
    yield* Effect.all(
      Array.from({ length: clients }, () => client(dice.fork())),
      { concurrency: clients, discard: true }
    )
    return { told: books.told, again: books.again } satisfies History
  })

/** Through whichever node, until one of them answers. */
const insist = (
  books: Books,
  nodes: ReadonlyArray<Node>,
  account: string,
  command: Command,
  dice: Dice.Dice
) =>
  Effect.suspend(() => {
    const sent = { account, command, sentAt: Date.now(), answer: undefined }
    const index = books.told.push(sent) - 1
    const answered = (says: Answer) =>
      Effect.sync(() => {
        books.told[index] = { ...sent, answer: { says, at: Date.now() } }
        return true
      })
    return dice
      .pick(nodes)
      .ledger.submit(account, orderOf(command))
      .pipe(
        Effect.matchEffect({
          onSuccess: () => answered("done"),
          onFailure: (refusal) =>
            refusal._tag === "LedgerUnavailable"
              ? Effect.succeed(false)
              : answered(refusalOf(refusal))
        })
      )
  }).pipe(Effect.repeat({ until: (isAnswered) => isAnswered }))

const next = (books: Books, account: string, dice: Dice.Dice): Command => {
  const recent = books.asked.get(account)!.slice(-recentMax)
  if (recent.length > 0 && dice.chance(againPercent)) {
    books.again++
    const before = dice.pick(recent)
    return dice.chance(50) ? before : altered(before, dice)
  }
  const open = books.open.get(account)!
  const what = dice.weighted({ grant: 8, adjust: 6, hold: 44, close: 42 })
  if (what === "grant") return { do: "grant", id: dice.uuid(), credits: dice.between(1, 40) }
  if (what === "adjust") return { do: "adjust", id: dice.uuid(), credits: dice.between(-9, 9) }
  if (what === "close" && open.length > 0) {
    const [hold] = open.splice(dice.between(0, open.length - 1), 1)
    return close(hold!, dice)
  }
  const until = dice.chance(20) ? null : dice.between(1, timeMax)
  const hold = { do: "hold", id: dice.uuid(), credits: dice.between(1, 9), until } as const
  open.push(hold)
  return hold
}

const close = ({ id, credits }: Command & { do: "hold" }, dice: Dice.Dice): Command => {
  switch (dice.weighted({ settle: 70, refund: 10, expire: 12, withdraw: 8 })) {
    case "settle":
      return { do: "settle", id, charge: dice.pick([0, 1, credits, credits, credits + 1]) }
    case "refund":
      return { do: "refund", id }
    case "expire":
      return { do: "expire", id, now: dice.between(1, timeMax) }
    case "withdraw":
      return { do: "withdraw", id }
  }
}

/** The same id, and something else. */
const altered = (command: Command, dice: Dice.Dice): Command => {
  switch (command.do) {
    case "grant":
    case "hold":
      return { ...command, credits: command.credits + dice.between(1, 3) }
    case "adjust":
      return { ...command, credits: command.credits - dice.between(1, 3) }
    case "settle":
      return { ...command, charge: command.charge + 1 }
    default:
      return { do: "settle", id: command.id, charge: 1 }
  }
}
