/** Which server a command asks, and with which key: flags first, then the environment. */
import { Config, Effect } from "effect"
import type { Option, Redacted } from "effect"
import { Flag } from "effect/cli"

import { CommandFailed, usageCode } from "./ending.ts"
import type { Server } from "./requestServer.ts"

export const serverFlags = {
  url: Flag.String("url").pipe(
    Flag.withFallbackConfig(Config.String("RCPT_URL")),
    Flag.withDefault("http://localhost:8080"),
    Flag.withDescription("Where the server is. Default: RCPT_URL, else http://localhost:8080")
  ),
  apiKey: Flag.Redacted("api-key").pipe(
    Flag.withFallbackConfig(Config.Redacted("RCPT_API_KEY")),
    Flag.optional,
    Flag.withDescription("Default: RCPT_API_KEY, which other users of the machine cannot see.")
  )
}

export interface ServerGiven {
  readonly url: string
  readonly apiKey: Option.Option<Redacted.Redacted>
}

/** `otherwise` completes the sentence that begins with how to pass a key. */
export const serverOf = (
  { url, apiKey }: ServerGiven,
  otherwise = ""
): Effect.Effect<Server, CommandFailed> =>
  Effect.fromOption(apiKey).pipe(
    Effect.map((key) => ({ url, apiKey: key })),
    Effect.mapError(() => {
      const sentence = `No API key: set RCPT_API_KEY or pass --api-key${otherwise}.`
      return new CommandFailed({ sentence, code: usageCode })
    })
  )
