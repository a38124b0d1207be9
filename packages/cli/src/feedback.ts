/** `rcpt feedback import`: returned mail and mail logs of this machine, as reports to a server. */
import { randomUUID } from "node:crypto"

import { FeedbackResponse, feedbackItemsMax } from "@rcpt/api/Feedback"
import type { FeedbackItem } from "@rcpt/api/Feedback"
import { readOutcomes } from "@rcpt/service/feedback/readOutcomes"
import { Console, Effect, Schema, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { CommandFailed, usageCode } from "./exitCodes.ts"
import { isForPeople } from "./rows.ts"
import { sendAsAccount } from "./sendAsAccount.ts"
import { json, serverFlags } from "./serverFlags.ts"
import type { ServerFlags } from "./serverFlags.ts"

const isResponse = Schema.is(FeedbackResponse)

const files = Argument.String("file").pipe(
  Argument.withDescription(
    "Returned mail or complaints, an mbox, a folder or Maildir, a log of Postfix, Exim or sendmail, or a CSV; - reads standard input."
  ),
  Argument.variadic({ min: 1 })
)

const deliveries = Flag.Boolean("deliveries").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Report deliveries too. A log's are true only if no relay stands between.")
)

const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Send nothing: print what would be reported, one line of JSON for each.")
)

interface Counts {
  /** Messages, rows and log lines about a delivery. */
  read: number
  reported: number
  accepted: number
  not_about_mailbox: number
  not_verified_by_you: number
  invalid: number
}

const report = (server: ServerFlags, counts: Counts) => (items: ReadonlyArray<FeedbackItem>) =>
  Effect.gen(function* () {
    const { results } = yield* sendAsAccount(server, {
      method: "POST",
      path: "/feedback",
      // A server that was full for a moment is asked again.
      headers: { "idempotency-key": randomUUID() },
      body: { items, search_lists: true },
      isResponse
    })
    counts.reported += items.length
    for (const { status } of results) counts[status] += 1
  })

const summary = (counts: Counts): string =>
  [
    `${counts.read} messages, lines or rows read; ${counts.reported} reports sent:`,
    `  ${counts.accepted} accepted`,
    `  ${counts.not_about_mailbox} not about the mailbox, such as a full one or a blocked sender`,
    `  ${counts.not_verified_by_you} about addresses that your account did not verify in 90 days`,
    `  ${counts.invalid} without a reply, or older than 90 days`
  ].join("\n")

const importFeedback = Command.make(
  "import",
  { files, deliveries, dryRun, json, ...serverFlags },
  (args) =>
    Effect.gen(function* () {
      const counts: Counts = {
        read: 0,
        reported: 0,
        accepted: 0,
        not_about_mailbox: 0,
        not_verified_by_you: 0,
        invalid: 0
      }
      const read = (file: string) =>
        Stream.fromAsyncIterable(readOutcomes(file), (error) => {
          const why = error instanceof Error ? error.message : String(error)
          return new CommandFailed({ sentence: `${file} cannot be read: ${why}.`, code: usageCode })
        })
      const outcomes = Stream.fromIterable(args.files).pipe(
        Stream.flatMap(read),
        Stream.tap(() => Effect.sync(() => void (counts.read += 1))),
        Stream.flatMap(Stream.fromIterable),
        Stream.filter(({ outcome }) => args.deliveries || outcome !== "delivered")
      )
      if (args.dryRun)
        return yield* Stream.runForEach(outcomes, (item) => Console.log(JSON.stringify(item)))
      yield* outcomes.pipe(
        Stream.grouped(feedbackItemsMax),
        Stream.runForEach(report(args, counts))
      )
      yield* Console.log(isForPeople(args.json) ? summary(counts) : JSON.stringify(counts))
    })
).pipe(
  Command.withDescription(
    "Report bounces and complaints out of returned mail, mail logs and CSV files. Free."
  ),
  Command.withExamples([
    { command: "rcpt feedback import /var/log/mail.log", description: "a log" },
    { command: "rcpt feedback import ~/Maildir/.Bounces", description: "a folder of mail" },
    { command: "rcpt feedback import - --dry-run < bounce.eml", description: "what one says" }
  ])
)

export const feedback = Command.make("feedback").pipe(
  Command.withDescription("Report what became of your mail."),
  Command.withSubcommands([importFeedback])
)
