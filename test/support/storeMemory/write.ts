/**
 * One append, as `es.append` does it: commands, versions, events, ledger. All checks
 * come before the first row is stored.
 */
import { genesis, hashOf } from "@rcpt/store/chain"
import { replayOf } from "@rcpt/store/commands"
import { VersionConflict } from "@rcpt/store/EventStore"
import type {
  Append,
  Appended,
  CommandAltered,
  CommandOutcome,
  StoredEvent
} from "@rcpt/store/EventStore"
import { Result } from "effect"

import { balancesAfter } from "./balances.ts"
import { check, checkKey, hex, integer, json, text, uuid } from "./checks.ts"
import { storedCommands, versionOf } from "./Tables.ts"
import type { Tables } from "./Tables.ts"

export const write = (
  tables: Tables,
  append: Append,
  atMicros: number
): Result.Result<Appended, VersionConflict | CommandAltered> => {
  // A round trip through JSON, as on the way to Postgres: fields that JSON drops are dropped here too.
  const sent: Append = JSON.parse(JSON.stringify(append))
  for (const { stream } of sent.streams) check(text(stream) !== "", "stream_id <> ''")
  const names = new Set(sent.streams.map(({ stream }) => stream))
  checkKey(names.size === sent.streams.length, "event_stream_version")

  // Commands are checked before versions: a repeated command expects the old versions.
  const ids = sent.commands.map(({ commandId }) => commandId)
  const stored = storedCommands(tables, ids)
  if (stored.length > 0) return replayOf(append, stored)

  for (const { stream, expectedVersion } of sent.streams) {
    const actual = versionOf(tables, stream)
    if (expectedVersion === "any" ? actual === 0 : integer(expectedVersion) !== actual)
      return Result.fail(new VersionConflict({ stream, expected: expectedVersion, actual }))
  }

  const commitId = ++tables.lastCommitId
  const events = chained(tables, sent, commitId, atMicros)
  check(events.length > 0, "events > 0")
  const commands = sent.commands.map(checkCommand)
  const uniqueIds = new Set(commands.map((command) => command.commandId))
  checkKey(uniqueIds.size === ids.length, "command_pkey")
  const balances = balancesAfter(tables, sent)

  // From here on nothing can fail.
  tables.commits.push({ commitId, events })
  for (const event of events) {
    const stream = tables.streams.get(event.stream)
    if (stream === undefined) tables.streams.set(event.stream, [event])
    else stream.push(event)
  }
  for (const command of commands) tables.commands.set(command.commandId, command)
  for (const transfer of balances.transfers) tables.transfers.push({ commitId, ...transfer })
  for (const [id, available] of balances.accounts) tables.accounts.set(id, available)
  for (const [id, hold] of balances.holds) tables.holds.set(id, hold)
  return Result.succeed({
    replayed: false,
    outcomes: append.commands.map(({ outcome }) => outcome),
    available: Object.fromEntries(balances.accounts)
  })
}

/** Largest value of a smallint. */
const eventVersionMax = 32_767

const chained = (tables: Tables, append: Append, commitId: number, atMicros: number) => {
  const heads = new Map<string, StoredEvent>()
  return append.streams.flatMap(({ stream, events }) =>
    events.map(({ type, v, data }): StoredEvent => {
      check(integer(v) > 0 && v <= eventVersionMax, "v > 0")
      const before = heads.get(stream) ?? tables.streams.get(stream)?.at(-1)
      const version = (before?.version ?? 0) + 1
      const link = { stream, version, type: text(type), v, data: json(data), atMicros }
      const event = { ...link, commitId, hash: hashOf(before?.hash ?? genesis, link) }
      heads.set(stream, event)
      return event
    })
  )
}

const checkCommand = ({ reply, ...command }: CommandOutcome): CommandOutcome => {
  check(command.outcome !== undefined, "outcome is not null")
  return {
    commandId: uuid(command.commandId),
    requestHash: hex(command.requestHash),
    outcome: command.outcome,
    ...(reply !== undefined && reply !== "" && { reply: text(reply) })
  }
}
