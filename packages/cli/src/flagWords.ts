/** A flag that takes words of a list, several with commas. */
import { nearest } from "@rcpt/service/platform/config/nearest"
import { Effect, Option } from "effect"

import { CommandFailed, usageCode } from "./exitCodes.ts"
import { printable } from "./report.ts"

const refused = (flag: string, words: ReadonlyArray<string>, given: string): CommandFailed => {
  const guess = nearest(given, words)
  const hint = guess === undefined ? "" : ` Did you mean ${guess}?`
  const quoted = JSON.stringify(printable(given))
  return new CommandFailed({
    code: usageCode,
    sentence: `--${flag} takes ${words.join(", ")}, not ${quoted}.${hint}`
  })
}

/** None for a flag that is not given. An unknown word is refused here, before a request that could cost credits. */
export const flagWords = <Word extends string>(
  flag: string,
  words: ReadonlyArray<Word>,
  given: Option.Option<string>
): Effect.Effect<ReadonlyArray<Word>, CommandFailed> =>
  Effect.forEach(
    Option.match(given, { onNone: () => [], onSome: (text) => text.split(",") }),
    (part) => {
      const plain = part.trim().toLowerCase().replaceAll("-", "_")
      const word = words.find((each) => each === plain)
      return word === undefined
        ? Effect.fail(refused(flag, words, part.trim()))
        : Effect.succeed(word)
    }
  )
