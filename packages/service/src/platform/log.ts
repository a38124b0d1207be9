/**
 * The log goes to standard error: lines for people on a terminal, else one JSON object per line. Standard
 * output is for the result of a command.
 *
 * A line that belongs to a request has its id, and that of its trace if there is one. They lead from the collector
 * of traces to the log and back.
 */
import { Effect, Formatter, Layer, Logger, References } from "effect"
import type { LogLevel } from "effect"

import { Config } from "./Config.ts"
import { processes } from "./processes/Processes.ts"
import { currentSpan } from "./spans.ts"

const levels = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  none: "None"
} satisfies Record<Config["Service"]["log"], LogLevel.LogLevel>

/** Effect's id of the trace of a stage that nobody traces. */
const untraced = "noop"

/** Adds the id of the trace of the stage that logs, which may belong to no request. */
const structured = Logger.make((options: Logger.Options<unknown>) => {
  const line = Logger.formatStructured.log(options)
  const traceId = currentSpan(options.fiber)?.traceId
  return traceId === undefined || traceId === untraced
    ? line
    : { ...line, annotations: { ...line.annotations, traceId } }
})

const json = Logger.map(structured, Formatter.formatJson)

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : Formatter.formatJson(value)

/** The length of the longest level. */
const levelChars = "ERROR".length

/** Formats a line as `12:34:56.789 WARN  What happened  key=value`, with the cause below it. */
const lineForPeople = Logger.map(
  structured,
  ({ timestamp, level, message, annotations, cause }) => {
    const time = timestamp.slice("2026-11-22T".length, -"Z".length)
    const text = [message].flat().map(textOf).join(" ")
    const about = Object.entries(annotations).map(([name, value]) => `${name}=${textOf(value)}`)
    const line = [`${time} ${level.padEnd(levelChars)} ${text}`, ...about].join("  ")
    return cause === undefined ? line : `${line}\n${cause}`
  }
)

export const formatFor = (isTerminal: boolean): Logger.Logger<unknown, string> =>
  isTerminal ? lineForPeople : json

/** Each of several processes adds its number, from 1. */
const annotations = Layer.effect(
  References.CurrentLogAnnotations,
  Effect.map(processes, ({ number, siblings }) =>
    siblings === undefined ? {} : { process: number }
  )
)

export const layer: Layer.Layer<never, never, Config> = Layer.unwrap(
  Effect.map(Config, ({ log }) =>
    Layer.mergeAll(
      Logger.layer([Logger.withConsoleError(formatFor(process.stderr.isTTY))]),
      Layer.succeed(References.MinimumLogLevel, levels[log]),
      annotations
    )
  )
)
