/** The help of `rcpt` itself. It loads no command, so that it is there at once. */
import { nearest } from "@rcpt/service/platform/config/nearest"

import { commandNames, commandTable } from "./commandTable.ts"

const examples = [
  ["rcpt start --lab", "a service to try on this machine"],
  ["rcpt verify ann@example.com", "one address; the exit code is the verdict"],
  ["rcpt bulk list.csv -o out.csv", "a list: price, progress, results"]
] as const

const width = Math.max(...commandNames.map(({ length }) => length))
const exampleWidth = Math.max(...examples.map(([{ length }]) => length))

export const overview = (): string =>
  [
    "rcpt: email verification with a ledger that anyone can audit.",
    "",
    "Usage: rcpt <command> [flags]",
    "",
    "Commands",
    ...commandNames.map((name) => `  ${name.padEnd(width)}  ${commandTable[name].means}`),
    "",
    "Examples",
    ...examples.map(([command, means]) => `  ${command.padEnd(exampleWidth)}  ${means}`),
    "",
    "rcpt <command> --help shows the flags of a command; rcpt --version the version.",
    ""
  ].join("\n")

/** For a word that is no command. */
export const unknownCommand = (word: string): string => {
  const guess = nearest(word, commandNames)
  const hint = guess === undefined ? "rcpt --help lists the commands." : `Did you mean ${guess}?`
  return `${hint} ${JSON.stringify(word)} is not a command of rcpt.\n`
}
