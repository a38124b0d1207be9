/**
 * The exit codes of a command, and its last error message. 0 to 3 are verdicts, so failures use the
 * numbers of sysexits.h: a script must never take "no server" for "risky".
 */
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Cause, Exit, Runtime, Schema } from "effect"
import { CliError } from "effect/cli"

export const verdictCodes: Readonly<Record<VerifyResult["status"], number>> = {
  valid: 0,
  risky: 1,
  invalid: 2,
  unknown: 3
}

/** EX_USAGE: the same command would fail again. */
export const usageCode = 64
/** EX_UNAVAILABLE: the command is right, but something that it needs is not available. */
export const unavailableCode = 69
/** EX_SOFTWARE: a bug in rcpt. */
const bugCode = 70
/** 128 + SIGINT: what a shell reports for an interrupted command. */
export const interruptedCode = 130

/** A failure that the operator can act on: one sentence for standard error. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", {
  sentence: Schema.String,
  code: Schema.Int
}) {
  override readonly [Runtime.errorExitCode] = this.code
  override get message(): string {
    return this.sentence
  }
}

export const failed = (code: number, sentence: string) => new CommandFailed({ code, sentence })

/** What the operator has to type otherwise. */
export const misused = (sentence: string) => failed(usageCode, sentence)

/** The help was printed already, and with it what was wrong with the command line. */
const isHelp = (error: unknown): error is CliError.ShowHelp =>
  CliError.isCliError(error) && error._tag === "ShowHelp"

/** The last words of a command: the sentence of a failure, or the stack trace of a bug. */
export const errorText = (cause: Cause.Cause<unknown>): string | undefined => {
  if (Cause.hasInterruptsOnly(cause)) return undefined
  const failure = cause.reasons.find((reason) => reason._tag === "Fail")
  if (isHelp(failure?.error)) return undefined
  return failure?.error instanceof Error ? failure.error.message : Cause.pretty(cause)
}

/**
 * A graceful stop is not a failure, whatever signal asked for it. A command for which it is one sets
 * `process.exitCode` itself.
 */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) {
    return Number(process.exitCode ?? 0)
  }
  const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  if (failure === undefined) return bugCode
  if (isHelp(failure.error)) return failure.error.errors.length > 0 ? usageCode : 0
  return Runtime.getErrorExitCode(failure.error)
}
