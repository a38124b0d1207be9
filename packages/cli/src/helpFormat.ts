/** The help of a command, wrapped between words at the width of the terminal. */
import { CliOutput } from "effect/cli"

/** Columns of a terminal that does not say its width, and of a pipe. */
const usualWidth = 80

/** Columns that a description needs beside its flag; with fewer it hangs below. */
const besideMin = 24

const hanging = "      "

/** The flag and the blanks after it, up to its description; or the indent of a paragraph. */
const left = /^(?: {2}\S.*? {2,}(?=\S)| *)/

// oxlint-disable-next-line no-control-regex -- Styles are control characters.
const styles = /\u001B\[[0-9;]*m/g

const wrapLine = (line: string, width: number): string => {
  if (CliOutput.displayWidth(line) <= width) return line
  const column = left.exec(line.replace(styles, ""))?.[0].length ?? 0
  const indent = width - column < besideMin ? hanging : " ".repeat(column)
  const lines = [""]
  for (const word of line.split(/(?<=\S)(?= )/)) {
    const longer = lines.at(-1)! + word
    if (CliOutput.displayWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(indent + word.trimStart())
  }
  return lines.join("\n")
}

export const wrapHelp = (text: string, width: number): string =>
  text
    .split("\n")
    .map((line) => wrapLine(line, width))
    .join("\n")

const plain = CliOutput.defaultFormatter()

export const helpFormat = CliOutput.layer({
  formatHelpDoc: (doc) => wrapHelp(plain.formatHelpDoc(doc), process.stdout.columns || usualWidth),
  formatCliError: (error) => plain.formatCliError(error),
  formatError: (error) => plain.formatError(error),
  formatErrors: (errors) => plain.formatErrors(errors),
  formatVersion: (name, version) => plain.formatVersion(name, version)
})
