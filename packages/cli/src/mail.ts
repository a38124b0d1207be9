/**
 * `rcpt mail test`: sends one message by the settings of this machine, and says what the mail server said. It needs no
 * service. Exit code: 0 the server has taken it, 1 it has not, 64 a wrong or missing setting.
 */
import { randomUUIDv7 } from "node:crypto"

import { composeTest, mailLanguages } from "@rcpt/service/mail/composeMail"
import { makeMailServer } from "@rcpt/service/mail/MailServer"
import { Config, load } from "@rcpt/service/platform/Config"
import { publicBaseOf } from "@rcpt/service/platform/PublicBase"
import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { CommandFailed, usageCode } from "./exitCodes.ts"

const missing = () =>
  new CommandFailed({
    sentence: "No mail is sent: RCPT_MAIL_URL and RCPT_PUBLIC_URL must both be set.",
    code: usageCode
  })

const send = (to: string, language: (typeof mailLanguages)[number]) =>
  Effect.gen(function* () {
    const server = yield* makeMailServer
    const base = publicBaseOf(yield* Config)
    if (server === undefined || base === undefined) return yield* missing()
    const message = composeTest(base, language)
    const reply = yield* Effect.mapError(
      server.send({ ...message, to, id: randomUUIDv7() }),
      ({ says }) =>
        new CommandFailed({ sentence: `The mail server has not taken it: ${says}`, code: 1 })
    )
    yield* Console.log(`The mail server has taken it: ${reply}`)
  }).pipe(Effect.scoped)

const test = Command.make(
  "test",
  {
    to: Argument.String("address").pipe(Argument.withDescription("Who gets the message.")),
    language: Flag.Literals("language", mailLanguages).pipe(
      Flag.withDefault("en"),
      Flag.withDescription("The language of the message.")
    )
  },
  ({ to, language }) =>
    Effect.gen(function* () {
      const { config } = yield* load().pipe(
        Effect.mapError(({ message }) => new CommandFailed({ sentence: message, code: usageCode }))
      )
      yield* Effect.provideService(send(to, language), Config, config)
    })
).pipe(Command.withDescription("Send one message, and show what the mail server says."))

export const mail = Command.make("mail").pipe(
  Command.withDescription("Try out the mail of this machine's settings."),
  Command.withSubcommands([test])
)
