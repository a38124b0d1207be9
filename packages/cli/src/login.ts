/** `rcpt login`: checks an API key with its server and keeps both for the commands that follow. */
import { text } from "node:stream/consumers"

import { Account } from "@rcpt/api/Account"
import { Console, Duration, Effect, Option, Redacted, Schema } from "effect"
import { Command, Prompt } from "effect/cli"

import { interruptedCode, misused } from "./exitCodes.ts"
import { keepOwnConfig } from "./ownConfig.ts"
import { creditsText } from "./report.ts"
import { requestServer } from "./requestServer.ts"
import { booleanFlag, defaultUrl, serverFlags } from "./serverFlags.ts"

/** The server takes 5 s at most. */
const timeout = Duration.seconds(15)

const isAccount = Schema.is(Account)

const keyStdin = booleanFlag(
  "key-stdin",
  "Read the API key from standard input instead of asking for it."
)

const fromStdin = Effect.map(
  Effect.promise(() => text(process.stdin)),
  (line) => Redacted.make(line.trim())
)

/** Nothing that is typed is shown. */
const fromPrompt = Prompt.run(Prompt.Hidden({ message: "API key" })).pipe(
  Effect.catchTag("QuitError", () => Effect.interrupt)
)

const askKey = (isPiped: boolean) => {
  if (isPiped) return fromStdin
  return process.stdin.isTTY
    ? fromPrompt
    : Effect.fail(misused("No terminal to ask for the API key: pipe it in with --key-stdin."))
}

export const login = Command.make("login", { keyStdin, url: serverFlags.url }, (args) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const url = Option.getOrElse(args.url, () => defaultUrl)
    const apiKey = yield* askKey(args.keyStdin)
    const key = Redacted.value(apiKey)
    if (!/^[\x21-\x7e]+$/.test(key))
      return yield* misused("The API key must be visible ASCII characters, without spaces.")
    const request = { method: "GET", path: "/account", isResponse: isAccount, timeout } as const
    const { credits } = yield* requestServer({ url, apiKey }, request)
    const file = yield* keepOwnConfig({ url, apiKey: key })
    yield* Console.log(`Signed in to ${url}: ${creditsText(credits)}. Kept in ${file}.`)
    process.exitCode = 0
  })
).pipe(Command.withDescription("Check an API key and keep it for the commands that follow."))
