/**
 * Clients that send random commands to several nodes at once, some repeated or altered, and retry
 * until they get an outcome. All attempts with their times are recorded for `judge.ts`.
 */
import { Effect } from "effect"

import * as Dice from "../simulation/Dice.ts"
import { outcomeOf, toLedgerCommand } from "../support/model/asked.ts"
import type { Command, Outcome } from "../support/model/LedgerModel.ts"
import type { Node } from "./nodes.ts"

/** One command, sent once. Times are epoch milliseconds of this machine. */
export interface SentCommand {
  readonly account: string
  readonly command: Command
  readonly sentAt: number
  /** `undefined`: no reply, or only that the outcome is unknown. */
  readonly reply: { readonly outcome: Outcome; readonly at: number } | undefined
}

export interface Options {
  readonly nodes: ReadonlyArray<Node>
  readonly accounts: ReadonlyArray<string>
  /** Called before each command with the number of commands sent so far. */
  readonly goesOn: (sent: number) => boolean
  readonly clients: number
  readonly seed: number
  readonly onReply?: () => void
}

interface LoadState {
  readonly commands: Array<SentCommand>
  /** By account. */
  readonly chosen: ReadonlyMap<string, Array<Command>>
  /** Holds that the clients have not closed, by account. */
  readonly open: ReadonlyMap<string, Array<Command & { readonly do: "hold" }>>
  repeats: number
}

export interface History {
  readonly commands: ReadonlyArray<SentCommand>
  /** Commands that used the id of an earlier one. */
  readonly repeats: number
}

/** Only recent commands are repeated, because they may still be in progress. */
const recentMax = 40
/** Logical time, for the expiry of holds. */
const timeMax = 1_000
/** Half of the repeats are altered. */
const repeatPercent = 20

export const run = ({ nodes, accounts, goesOn, clients, seed, onReply }: Options) =>
  Effect.gen(function* () {
    const state: LoadState = {
      commands: [],
      chosen: new Map(accounts.map((account) => [account, []])),
      open: new Map(accounts.map((account) => [account, []])),
      repeats: 0
    }
    let sent = 0
    const client = (dice: Dice.Dice) =>
      Effect.gen(function* () {
        while (goesOn(sent++)) {
          const account = dice.pick(accounts)
          const command = next(state, account, dice)
          state.chosen.get(account)!.push(command)
          yield* sendUntilReply(state, nodes, account, command, dice)
          onReply?.()
        }
      })
    const dice = Dice.make(seed)
    yield* Effect.all(
      Array.from({ length: clients }, () => client(dice.fork())),
      { concurrency: clients, discard: true }
    )
    return { commands: state.commands, repeats: state.repeats } satisfies History
  })

/** Sends a command to random nodes until one of them returns its outcome. */
const sendUntilReply = (
  state: LoadState,
  nodes: ReadonlyArray<Node>,
  account: string,
  command: Command,
  dice: Dice.Dice
) =>
  Effect.suspend(() => {
    const sent = { account, command, sentAt: Date.now(), reply: undefined }
    const index = state.commands.push(sent) - 1
    const record = (outcome: Outcome) =>
      Effect.sync(() => {
        state.commands[index] = { ...sent, reply: { outcome, at: Date.now() } }
        return true
      })
    return dice
      .pick(nodes)
      .ledger.submit(account, toLedgerCommand(command))
      .pipe(
        Effect.matchEffect({
          onSuccess: () => record("done"),
          onFailure: (error) =>
            error._tag === "LedgerUnavailable" ? Effect.succeed(false) : record(outcomeOf(error))
        })
      )
  }).pipe(Effect.repeat({ until: (hasReply) => hasReply }))

const next = (state: LoadState, account: string, dice: Dice.Dice): Command => {
  const recent = state.chosen.get(account)!.slice(-recentMax)
  if (recent.length > 0 && dice.chance(repeatPercent)) {
    state.repeats++
    const repeated = dice.pick(recent)
    return dice.chance(50) ? repeated : altered(repeated, dice)
  }
  const open = state.open.get(account)!
  const kind = dice.weighted({ grant: 8, adjust: 6, hold: 44, close: 42 })
  if (kind === "grant") return { do: "grant", id: dice.uuid(), credits: dice.between(1, 40) }
  if (kind === "adjust") return { do: "adjust", id: dice.uuid(), credits: dice.between(-9, 9) }
  if (kind === "close" && open.length > 0) {
    const [hold] = open.splice(dice.between(0, open.length - 1), 1)
    return close(hold!, dice)
  }
  const expiresAt = dice.chance(20) ? null : dice.between(1, timeMax)
  const hold = { do: "hold", id: dice.uuid(), credits: dice.between(1, 9), expiresAt } as const
  open.push(hold)
  return hold
}

const close = ({ id, credits }: Command & { do: "hold" }, dice: Dice.Dice): Command => {
  switch (dice.weighted({ settle: 70, refund: 10, expire: 12, reverse: 8 })) {
    case "settle":
      return { do: "settle", id, charge: dice.pick([0, 1, credits, credits, credits + 1]) }
    case "refund":
      return { do: "refund", id }
    case "expire":
      return { do: "expire", id, now: dice.between(1, timeMax) }
    case "reverse":
      return { do: "reverse", id }
  }
}

/** Another command with the same id. */
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
