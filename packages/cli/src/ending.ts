/**
 * How a command ends, as a shell sees it. 0 to 3 are verdicts, so what goes wrong has numbers of
 * sysexits.h: a script must never take "no server" for "risky".
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

/** EX_USAGE: asked again in the same words, it fails again. */
export const usageCode = 64
/** EX_UNAVAILABLE: nothing is wrong with the command; what it needs is not there. */
export const unavailableCode = 69
/** EX_SOFTWARE: a bug of ours. */
const bugCode = 70
/** 128 + SIGINT: what a shell says of a command that was interrupted. */
export const interruptedCode = 130

/** One sentence for standard error. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", {
  sentence: Schema.String,
  code: Schema.Int
}) {
  override readonly [Runtime.errorExitCode] = this.code
  override get message(): string {
    return this.sentence
  }
}

/** Help was shown, and what was wrong with the command line beside it. */
const isHelp = (error: unknown): error is CliError.ShowHelp =>
  CliError.isCliError(error) && error._tag === "ShowHelp"

/** What remains to be said. What an operator can mend is a sentence; a bug shows where it is. */
export const lastWords = (cause: Cause.Cause<unknown>): string | undefined => {
  if (Cause.hasInterruptsOnly(cause)) return undefined
  const failure = cause.reasons.find((reason) => reason._tag === "Fail")
  if (isHelp(failure?.error)) return undefined
  return failure?.error instanceof Error ? failure.error.message : Cause.pretty(cause)
}

/**
 * Stopped in order is not a failure, whatever signal asked for it: a command for which it is one
 * sets `process.exitCode` itself.
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
