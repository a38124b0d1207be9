/**
 * Clients that send random commands to several nodes at once, some repeated or altered, and retry
 * until they get an outcome. All attempts with their times are recorded for `judge.ts`.
 */
import { Effect } from "effect"

import * as Random from "../simulation/Random.ts"
import { outcomeOf, toLedgerCommand } from "../support/model/ledgerCommands.ts"
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
    const client = (random: Random.Random) =>
      Effect.gen(function* () {
        while (goesOn(sent++)) {
          const account = random.pick(accounts)
          const command = next(state, account, random)
          state.chosen.get(account)!.push(command)
          yield* sendUntilReply(state, nodes, account, command, random)
          onReply?.()
        }
      })
    const random = Random.make(seed)
    yield* Effect.all(
      Array.from({ length: clients }, () => client(random.fork())),
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
  random: Random.Random
) =>
  Effect.suspend(() => {
    const sent = { account, command, sentAt: Date.now(), reply: undefined }
    const index = state.commands.push(sent) - 1
    const record = (outcome: Outcome) =>
      Effect.sync(() => {
        state.commands[index] = { ...sent, reply: { outcome, at: Date.now() } }
        return true
      })
    return random
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

const next = (state: LoadState, account: string, random: Random.Random): Command => {
  const recent = state.chosen.get(account)!.slice(-recentMax)
  if (recent.length > 0 && random.chance(repeatPercent)) {
    state.repeats++
    const repeated = random.pick(recent)
    return random.chance(50) ? repeated : altered(repeated, random)
  }
  const open = state.open.get(account)!
  const kind = random.weighted({ grant: 8, adjust: 6, hold: 44, close: 42 })
  if (kind === "grant") return { do: "grant", id: random.uuid(), credits: random.between(1, 40) }
  if (kind === "adjust") return { do: "adjust", id: random.uuid(), credits: random.between(-9, 9) }
  if (kind === "close" && open.length > 0) {
    const [hold] = open.splice(random.between(0, open.length - 1), 1)
    return close(hold!, random)
  }
  const expiresAt = random.chance(20) ? null : random.between(1, timeMax)
  const hold = { do: "hold", id: random.uuid(), credits: random.between(1, 9), expiresAt } as const
  open.push(hold)
  return hold
}

const close = ({ id, credits }: Command & { do: "hold" }, random: Random.Random): Command => {
  switch (random.weighted({ settle: 70, refund: 10, expire: 12, reverse: 8 })) {
    case "settle":
      return { do: "settle", id, charge: random.pick([0, 1, credits, credits, credits + 1]) }
    case "refund":
      return { do: "refund", id }
    case "expire":
      return { do: "expire", id, now: random.between(1, timeMax) }
    case "reverse":
      return { do: "reverse", id }
  }
}

/** Another command with the same id. */
const altered = (command: Command, random: Random.Random): Command => {
  switch (command.do) {
    case "grant":
    case "hold":
      return { ...command, credits: command.credits + random.between(1, 3) }
    case "adjust":
      return { ...command, credits: command.credits - random.between(1, 3) }
    case "settle":
      return { ...command, charge: command.charge + 1 }
    default:
      return { do: "settle", id: command.id, charge: 1 }
  }
}
