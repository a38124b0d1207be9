/**
 * `rcpt login` keeps the server and the API key, in `$XDG_CONFIG_HOME/rcpt/config.json`, for this
 * user's eyes alone.
 */
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"

import { Config, Effect, Schema } from "effect"

import { misused } from "./exitCodes.ts"
import type { CommandFailed } from "./exitCodes.ts"

const OwnConfig = Schema.Struct({ url: Schema.String, apiKey: Schema.String })
type OwnConfig = typeof OwnConfig.Type

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(OwnConfig))

/** Owner alone: the file holds a key. */
const fileMode = 0o600
const folderMode = 0o700

const configHome = Config.String("XDG_CONFIG_HOME").pipe(
  Effect.map((home) => (home === "" ? join(homedir(), ".config") : home)),
  Effect.orElseSucceed(() => join(homedir(), ".config"))
)

const ownConfigFile = Effect.map(configHome, (home) => join(home, "rcpt", "config.json"))

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT"

/** `undefined`: nobody has logged in. */
export const ownConfig: Effect.Effect<OwnConfig | undefined, CommandFailed> = Effect.gen(
  function* () {
    const file = yield* ownConfigFile
    const text = yield* Effect.try({
      try: () => readFileSync(file, "utf8"),
      catch: (error) => error
    }).pipe(
      Effect.catchIf(isMissing, () => Effect.undefined),
      Effect.mapError(() => misused(`${file} cannot be read.`))
    )
    if (text === undefined) return undefined
    return yield* Effect.mapError(decode(text), () =>
      misused(`${file} is not what rcpt login writes. Run rcpt login again.`)
    )
  }
)

/** Renamed into place: a command that runs meanwhile reads the old file or the new one. */
export const keepOwnConfig = (config: OwnConfig): Effect.Effect<string, CommandFailed> =>
  Effect.gen(function* () {
    const file = yield* ownConfigFile
    yield* Effect.try({
      try: () => {
        mkdirSync(dirname(file), { recursive: true, mode: folderMode })
        const part = `${file}.${process.pid}.part`
        writeFileSync(part, `${JSON.stringify(config, undefined, 2)}\n`, { mode: fileMode })
        chmodSync(part, fileMode)
        renameSync(part, file)
      },
      catch: () => misused(`${file} cannot be written.`)
    })
    return file
  })
