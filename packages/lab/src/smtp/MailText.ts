/**
 * The lexer of mail files, which turns text into statements. A statement is a line that begins with a keyword;
 * the lines below it without a keyword are its steps.
 */

export interface Line {
  readonly text: string
  /** The line, counted from 1. */
  readonly line: number
}

export interface Statement extends Line {
  readonly keyword: Keyword
  readonly steps: ReadonlyArray<Line>
}

const keywords = ["names", "profile", "server", "delay", "on"] as const
type Keyword = (typeof keywords)[number]

/** A line of a mail file and its fault. The error is thrown inside the parser, and is data outside of it. */
export class MailTextError extends Error {
  readonly line: number
  constructor(line: number, problem: string) {
    super(problem)
    this.line = line
  }
}

/** The first word, and the text after it. */
export const splitWord = (text: string): readonly [word: string, rest: string] => {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*(.*)$/s.exec(text) ?? []
  return [word, rest]
}

export const wordsOf = (text: string): ReadonlyArray<string> =>
  text.split(/\s+/).filter((word) => word !== "")

export const statementsOf = (text: string): ReadonlyArray<Statement> => {
  const statements: Array<Statement & { readonly steps: Array<Line> }> = []
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = index + 1
    const trimmed = raw.trim()
    // A comment has its own line, because replies contain ";" and "#".
    if (trimmed === "" || trimmed.startsWith(";")) continue
    const [word, rest] = splitWord(trimmed)
    const keyword = keywords.find((known) => known === word)
    if (keyword !== undefined) statements.push({ keyword, text: rest, line, steps: [] })
    else if (statements.at(-1)?.keyword === "on")
      statements.at(-1)?.steps.push({ text: trimmed, line })
    else
      throw new MailTextError(
        line,
        `"${word}" is not a statement; there are ${keywords.join(", ")}`
      )
  }
  return statements
}
