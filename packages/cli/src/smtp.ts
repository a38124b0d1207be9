/**
 * `rcpt smtp explain`: how a reply of a mail server is read, and by which rule. Asks nobody. Without
 * a reply it reads JSON lines, so that a whole log can be looked through.
 */
import { explainReply } from "@rcpt/verifier/smtp/explainReply"
import type { Explained, ReplyText } from "@rcpt/verifier/smtp/explainReply"
import { Console, Effect, Option, Result, Schema, Stdio, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { CommandFailed, usageCode } from "./ending.ts"

const reply = Argument.String("reply").pipe(
  Argument.optional,
  Argument.withDescription("What the server said, codes included, lines apart; none: JSON lines.")
)

const flags = {
  mx: Flag.String("mx").pipe(
    Flag.optional,
    Flag.withDescription("The mail host; some providers have words of their own.")
  ),
  phase: Flag.String("phase").pipe(
    Flag.withDefault("rcpt"),
    Flag.withDescription("Where it was said: greeting, ehlo, starttls, mail or rcpt.")
  ),
  recipient: Flag.String("recipient").pipe(
    Flag.optional,
    Flag.withDescription("The address that was asked about; servers repeat it in their words.")
  ),
  json: Flag.Boolean("json").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Print one line of JSON.")
  )
}

/** The words of the API. */
const asJson = (explained: Explained) => ({
  phase: explained.phase,
  response_code: explained.code,
  enhanced_code: explained.enhancedCode,
  smtp_status: explained.status,
  sub_reason: explained.subReason,
  mailbox_exists:
    explained.mailboxExists === undefined ? "unknown" : explained.mailboxExists ? "yes" : "no",
  rule: explained.rule,
  source: explained.source
})

const asText = (explained: Explained): string => {
  const { smtp_status, sub_reason, mailbox_exists, rule, source } = asJson(explained)
  return [
    `${smtp_status}${sub_reason === undefined ? "" : `, ${sub_reason}`}`,
    `  mailbox exists  ${mailbox_exists}`,
    `  rule            ${rule}`,
    `  source          ${source}`
  ].join("\n")
}

/** One line of input. Corpora say `stage`, and do not always know which one it was. */
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
    return { error: `no JSON object with a "reply": ${line.slice(0, 80)}` }
  const { reply, mx, mx_host, stage, phase = stage, recipient } = read.success
  const asked: ReplyText = {
    reply,
    mxHost: mx ?? mx_host ?? defaults.mxHost,
    phase: phase === "connect_or_mail" ? "mail" : (phase ?? defaults.phase),
    recipient: recipient ?? defaults.recipient
  }
  return Result.match(explainReply(asked), {
    onSuccess: (explained) => ({ reply, ...asJson(explained) }),
    onFailure: (error) => ({ reply, error })
  })
}

const explainLines = Effect.fnUntraced(function* (defaults: Defaults) {
  const { stdin, stdinIsTerminal } = yield* Stdio.Stdio
  if (yield* stdinIsTerminal) {
    return yield* new CommandFailed({
      sentence: 'No reply: pass one, or JSON lines such as {"reply":"550 …"} on standard input.',
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

const explain = Command.make("explain", { reply, ...flags }, (given) => {
  const defaults: Defaults = {
    mxHost: Option.getOrElse(given.mx, () => ""),
    phase: given.phase,
    recipient: Option.getOrElse(given.recipient, () => "")
  }
  if (Option.isNone(given.reply)) return explainLines(defaults)
  // A shell passes "\n" as two characters.
  const text = given.reply.value.replaceAll("\\r", "").replaceAll("\\n", "\n")
  return Result.match(explainReply({ reply: text, ...defaults }), {
    onSuccess: (explained) =>
      Console.log(given.json ? JSON.stringify(asJson(explained)) : asText(explained)),
    onFailure: (sentence) => Effect.fail(new CommandFailed({ sentence, code: usageCode }))
  })
}).pipe(
  Command.withDescription(
    "How a reply of a mail server is read, and by which rule. Exit code: 64 when it is no reply."
  )
)

export const smtp = Command.make("smtp").pipe(
  Command.withDescription("What mail servers say."),
  Command.withSubcommands([explain])
)
