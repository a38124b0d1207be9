/**
 * The log goes to standard error: readable on a terminal, else one JSON object per line. Standard output
 * is for the result of a command.
 */
import { Effect, Layer, Logger, References } from "effect"
import type { LogLevel } from "effect"

import { Config } from "./Config.ts"
import { processes } from "./processes/Processes.ts"

const levels = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  none: "None"
} satisfies Record<Config["Service"]["log"], LogLevel.LogLevel>

const logger = Logger.withConsoleError(
  process.stderr.isTTY ? Logger.formatLogFmt : Logger.formatJson
)

/** With several processes each says which one it is, from 1. */
const annotations = Layer.effect(
  References.CurrentLogAnnotations,
  Effect.map(processes, ({ number, siblings }) =>
    siblings === undefined ? {} : { process: number }
  )
)

export const layer: Layer.Layer<never, never, Config> = Layer.unwrap(
  Effect.map(Config, ({ log }) =>
    Layer.mergeAll(
      Logger.layer([logger]),
      Layer.succeed(References.MinimumLogLevel, levels[log]),
      annotations
    )
  )
)
