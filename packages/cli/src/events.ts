/**
 * `rcpt events`: the log as it is, from the database. `replay` prints what is there and ends, `tail` goes on
 * with what comes. With `--json` the lines are the messages of the stream on NATS: a system that missed some
 * can take them from here.
 */
import type { EventMessage } from "@rcpt/service/relay/eventMessage"
import { eventsAfter, headOfLog } from "@rcpt/service/relay/eventMessage"
import { Console, Duration, Effect, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import type { SqlClient, SqlError } from "effect/sql"

import { interruptedCode } from "./exitCodes.ts"
import { lost, withDatabase } from "./readDatabase.ts"
import { booleanFlag } from "./serverFlags.ts"

/** Sealing takes a tenth of a second. */
const pollInterval = Duration.millis(500)

/** Commits that `tail` begins with. */
const lastDefault = 10

const shown = {
  json: booleanFlag("json", "Print each event as one line of JSON, as it is published to NATS."),
  type: Flag.String("type").pipe(
    Flag.withDefault(""),
    Flag.withDescription("Only events of this type, such as CreditsHeld.")
  ),
  stream: Flag.String("stream").pipe(
    Flag.withDefault(""),
    Flag.withDescription("Only events of this stream, such as ledger-0198…")
  )
}

interface Shown {
  readonly json: boolean
  readonly type: string
  readonly stream: string
}

interface Parsed {
  readonly at: string
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly data: unknown
}

/** `12.1  2026-11-23T08:00:00.123456Z  CreditsHeld  ledger-…@7  {…}` */
const line = ({ seq, idx }: EventMessage, { at, stream, version, type, data }: Parsed): string =>
  [`${seq}.${idx}`, at, type, `${stream}@${version}`, JSON.stringify(data)].join("  ")

const print = (message: EventMessage, wanted: Shown) => {
  const parsed = JSON.parse(message.body) as Parsed
  const isOther = (asked: string, is: string) => asked !== "" && asked !== is
  if (isOther(wanted.type, parsed.type) || isOther(wanted.stream, parsed.stream)) return Effect.void
  return Console.log(wanted.json ? message.body : line(message, parsed))
}

/** Prints what follows `after`, at most up to `until`. Returns the last position that it saw. */
const printAfter = (after: number, until: number, wanted: Shown) =>
  Effect.gen(function* () {
    let seen = after
    while (seen < until) {
      const events = yield* eventsAfter(seen, until)
      const last = events.at(-1)
      if (last === undefined) break
      yield* Effect.forEach(events, (event) => print(event, wanted))
      seen = last.seq
    }
    return seen
  })

const onLog = <A>(work: Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>) =>
  Effect.catchTag(withDatabase(work), "SqlError", lost)

const commits = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** A number of commits, or of one. */
const commitFlag = (name: string, fallback: number, means: string) =>
  Flag.Int(name).pipe(
    Flag.withSchema(commits),
    Flag.withDefault(fallback),
    Flag.withDescription(means)
  )

const replay = Command.make(
  "replay",
  {
    ...shown,
    after: commitFlag("after", 0, "The commit (seq) after which to begin; 0: the first one."),
    until: commitFlag(
      "until",
      Number.MAX_SAFE_INTEGER,
      "The last commit (seq) to print. Default: the newest."
    )
  },
  ({ after, until, ...wanted }) =>
    Effect.gen(function* () {
      process.exitCode = interruptedCode
      const head = Effect.map(headOfLog, (seq) => Math.min(seq, until))
      yield* onLog(Effect.flatMap(head, (last) => printAfter(after, last, wanted)))
      process.exitCode = 0
    })
).pipe(Command.withDescription("Print the events of the log, the oldest first, and end."))

const tail = Command.make(
  "tail",
  {
    ...shown,
    last: commitFlag("last", lastDefault, "How many commits of the past to begin with.")
  },
  ({ last, ...wanted }) =>
    onLog(
      Effect.gen(function* () {
        let seen = Math.max(0, (yield* headOfLog) - last)
        while (true) {
          seen = yield* printAfter(seen, Number.MAX_SAFE_INTEGER, wanted)
          yield* Effect.sleep(pollInterval)
        }
      })
    )
).pipe(Command.withDescription("Print the last events of the log, and each new one until stopped."))

export const events = Command.make("events").pipe(
  Command.withDescription("Read the log of events, in its order."),
  Command.withSubcommands([tail, replay])
)
