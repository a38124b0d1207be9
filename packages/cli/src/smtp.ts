/**
 * `rcpt smtp explain`: how a mail server's reply is read, and by which rule. It makes no network
 * requests. Without a reply it reads JSON lines, so that a whole log can be explained.
 */
import { explainReply } from "@rcpt/verifier/smtp/explainReply"
import type { ReplyExplanation, ReplyText } from "@rcpt/verifier/smtp/explainReply"
import { Console, Effect, Option, Result, Schema, Stdio, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { CommandFailed, usageCode } from "./exitCodes.ts"
import { booleanFlag } from "./serverFlags.ts"

const reply = Argument.String("reply").pipe(
  Argument.optional,
  Argument.withDescription(
    "The whole reply with its codes. Without it, JSON lines are read from stdin."
  )
)

const flags = {
  mx: Flag.String("mx").pipe(
    Flag.optional,
    Flag.withDescription("The mail server that replied. Some providers have their own rules.")
  ),
  phase: Flag.String("phase").pipe(
    Flag.withDefault("rcpt"),
    Flag.withDescription("The phase of the session: greeting, ehlo, starttls, mail or rcpt.")
  ),
  recipient: Flag.String("recipient").pipe(
    Flag.optional,
    Flag.withDescription("The recipient's address, which servers often repeat in a reply.")
  ),
  json: booleanFlag("json", "Print the result as one line of JSON.")
}

/** With the field names of the API. */
const asJson = (explained: ReplyExplanation) => ({
  phase: explained.phase,
  response_code: explained.code,
  enhanced_code: explained.enhancedCode,
  smtp_status: explained.status,
  sub_reason: explained.subReason,
  mailbox_exists:
    explained.mailboxExists === undefined ? "unknown" : explained.mailboxExists ? "yes" : "no",
  subject: explained.subject,
  predicate: explained.predicate,
  words: explained.words,
  rule: explained.rule,
  source: explained.source
})

const asText = (explained: ReplyExplanation): string => {
  const { smtp_status, sub_reason, mailbox_exists, subject, predicate, words, rule, source } =
    asJson(explained)
  const quoted = words === undefined ? "" : `, by "${words[0]}" and "${words[1]}"`
  return [
    `${smtp_status}${sub_reason === undefined ? "" : `, ${sub_reason}`}`,
    `  mailbox exists  ${mailbox_exists}`,
    `  says            ${subject}: ${predicate}${quoted}`,
    `  rule            ${rule}`,
    `  source          ${source}`
  ].join("\n")
}

/** One line of input. Reply corpora call the phase `stage`, and do not always know which one it was. */
const Line = Schema.fromJsonString(
  Schema.Struct({
    reply: Schema.String,
    mx: Schema.optional(Schema.String),
    mx_host: Schema.optional(Schema.String),
    phase: Schema.optional(Schema.String),
    stage: Schema.optional(Schema.String),
    recipient: Schema.optional(Schema.String)
  })
)

interface Defaults {
  readonly mxHost: string
  readonly phase: string
  readonly recipient: string
}

const explainLine = (line: string, defaults: Defaults): object => {
  const read = Schema.decodeUnknownResult(Line)(line)
  if (Result.isFailure(read))
    return { error: `not a JSON object with a "reply": ${line.slice(0, 80)}` }
  const { reply, mx, mx_host, stage, phase = stage, recipient } = read.success
  const replyText: ReplyText = {
    reply,
    mxHost: mx ?? mx_host ?? defaults.mxHost,
    phase: phase === "connect_or_mail" ? "mail" : (phase ?? defaults.phase),
    recipient: recipient ?? defaults.recipient
  }
  return Result.match(explainReply(replyText), {
    onSuccess: (explained) => ({ reply, ...asJson(explained) }),
    onFailure: (error) => ({ reply, error })
  })
}

const explainLines = Effect.fnUntraced(function* (defaults: Defaults) {
  const { stdin, stdinIsTerminal } = yield* Stdio.Stdio
  if (yield* stdinIsTerminal) {
    return yield* new CommandFailed({
      sentence: 'No reply: pass one, or pipe in JSON lines such as {"reply":"550 …"}.',
      code: usageCode
    })
  }
  let isBad = false
  yield* stdin.pipe(
    Stream.decodeText,
    Stream.splitLines,
    Stream.filter((line) => line.trim() !== ""),
    Stream.runForEach((line) => {
      const explained = explainLine(line, defaults)
      isBad ||= "error" in explained
      return Console.log(JSON.stringify(explained))
    }),
    Effect.orDie
  )
  if (isBad) process.exitCode = usageCode
})

const explain = Command.make("explain", { reply, ...flags }, (args) => {
  const defaults: Defaults = {
    mxHost: Option.getOrElse(args.mx, () => ""),
    phase: args.phase,
    recipient: Option.getOrElse(args.recipient, () => "")
  }
  if (Option.isNone(args.reply)) return explainLines(defaults)
  // A shell passes "\n" as two characters.
  const text = args.reply.value.replaceAll("\\r", "").replaceAll("\\n", "\n")
  return Result.match(explainReply({ reply: text, ...defaults }), {
    onSuccess: (explained) =>
      Console.log(args.json ? JSON.stringify(asJson(explained)) : asText(explained)),
    onFailure: (sentence) => Effect.fail(new CommandFailed({ sentence, code: usageCode }))
  })
}).pipe(
  Command.withDescription(
    "Explain how a mail server's reply is read, and by which rule. Exit code: 64 if it is not a reply."
  )
)

export const smtp = Command.make("smtp").pipe(
  Command.withDescription("Explain replies of mail servers."),
  Command.withSubcommands([explain])
)
