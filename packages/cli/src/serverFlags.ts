/** Flags of the commands that use a server: its URL, the API key, and JSON output. */
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import { Config, Effect, Option, Redacted } from "effect"
import { Flag } from "effect/cli"

import { CommandFailed, usageCode } from "./exitCodes.ts"
import { ownConfig } from "./ownConfig.ts"
import type { Server } from "./requestServer.ts"

export const defaultUrl = "http://localhost:8080"

/** A flag that is off unless it is given. */
export const booleanFlag = (name: string, says: string) =>
  Flag.Boolean(name).pipe(Flag.withDefault(false), Flag.withDescription(says))

export const json = booleanFlag("json", "Print the API response as one line of JSON.")

/** Of each command that verifies. */
export const modeFlags = {
  mode: Flag.Literals("mode", ["fast", "deep"]).pipe(
    Flag.optional,
    Flag.withDescription(
      `deep: also ask the mail server, up to ${creditsOf(heldFor.deep)} each. Default: fast.`
    )
  ),
  deep: booleanFlag("deep", "The same as --mode deep.")
}

export const modeOf = ({
  mode,
  deep
}: {
  readonly mode: Option.Option<"fast" | "deep">
  readonly deep: boolean
}): Effect.Effect<"fast" | "deep", CommandFailed> =>
  deep && Option.contains(mode, "fast")
    ? Effect.fail(
        new CommandFailed({
          sentence: "--deep and --mode fast contradict each other: leave one out.",
          code: usageCode
        })
      )
    : Effect.succeed(deep ? "deep" : Option.getOrElse(mode, () => "fast" as const))

export const maxAge = Flag.String("max-age").pipe(
  Flag.optional,
  Flag.withDescription(
    "12h, 30d: reuse results of the account that are at most this old, for 0 credits."
  )
)

/** A flag takes precedence over the environment, and that over the file of `rcpt login`. */
export const serverFlags = {
  url: Flag.String("url").pipe(
    Flag.withFallbackConfig(Config.String("RCPT_URL")),
    Flag.optional,
    Flag.withDescription(`URL of the server. Default: RCPT_URL, else rcpt login's, ${defaultUrl}`)
  ),
  apiKey: Flag.Redacted("api-key").pipe(
    Flag.withFallbackConfig(Config.Redacted("RCPT_API_KEY")),
    Flag.optional,
    Flag.withDescription("API key. Default: RCPT_API_KEY, which other users cannot see.")
  )
}

export interface ServerFlags {
  readonly url: Option.Option<string>
  readonly apiKey: Option.Option<Redacted.Redacted>
}

export const withoutSlash = (url: string): string => url.replace(/\/+$/, "")

/**
 * `alternative` ends the sentence about a missing key. A key of `rcpt login` goes to the server that it
 * was given for, and to no other.
 */
export const serverOf = (
  flags: ServerFlags,
  alternative = ""
): Effect.Effect<Server, CommandFailed> =>
  Effect.gen(function* () {
    const given = {
      url: Option.getOrUndefined(flags.url),
      key: Option.getOrUndefined(flags.apiKey)
    }
    if (given.url !== undefined && given.key !== undefined)
      return { url: given.url, apiKey: given.key }
    const kept = yield* ownConfig
    const url = given.url ?? kept?.url ?? defaultUrl
    if (given.key !== undefined) return { url, apiKey: given.key }
    if (kept !== undefined && withoutSlash(kept.url) === withoutSlash(url))
      return { url, apiKey: Redacted.make(kept.apiKey) }
    const ways = "run rcpt login, set RCPT_API_KEY, or pass --api-key"
    const sentence = `No API key for ${url}: ${ways}${alternative}.`
    return yield* new CommandFailed({ sentence, code: usageCode })
  })
