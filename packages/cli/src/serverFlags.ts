/** Flags of the commands that use a server: its URL, the API key, and JSON output. */
import { Config, Effect } from "effect"
import type { Option, Redacted } from "effect"
import { Flag } from "effect/cli"

import { CommandFailed, usageCode } from "./exitCodes.ts"
import type { Server } from "./requestServer.ts"

export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Print the API response as one line of JSON.")
)

/** A flag takes precedence over the environment. */
export const serverFlags = {
  url: Flag.String("url").pipe(
    Flag.withFallbackConfig(Config.String("RCPT_URL")),
    Flag.withDefault("http://localhost:8080"),
    Flag.withDescription("URL of the server. Default: RCPT_URL, else http://localhost:8080")
  ),
  apiKey: Flag.Redacted("api-key").pipe(
    Flag.withFallbackConfig(Config.Redacted("RCPT_API_KEY")),
    Flag.optional,
    Flag.withDescription("API key. Default: RCPT_API_KEY, which other users cannot see.")
  )
}

export interface ServerFlags {
  readonly url: string
  readonly apiKey: Option.Option<Redacted.Redacted>
}

/** `alternative` ends the sentence about a missing key. */
export const serverOf = (
  { url, apiKey }: ServerFlags,
  alternative = ""
): Effect.Effect<Server, CommandFailed> =>
  Effect.fromOption(apiKey).pipe(
    Effect.map((key) => ({ url, apiKey: key })),
    Effect.mapError(() => {
      const sentence = `No API key: set RCPT_API_KEY or pass --api-key${alternative}.`
      return new CommandFailed({ sentence, code: usageCode })
    })
  )
