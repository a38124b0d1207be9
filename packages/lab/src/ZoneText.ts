/**
 * The lexer of zone files, which turns text into entries (RFC 1035 §5.1). It handles quotes, comments and
 * parentheses, not the meaning of the words.
 */

export interface Token {
  readonly text: string
  readonly quoted: boolean
  /** The line, counted from 1. Inside parentheses it differs from the line where the entry began. */
  readonly line: number
}

export interface Entry {
  /** Whether the line began with white space, so that the entry has the owner name of the entry before. */
  readonly indented: boolean
  readonly first: Token
  readonly rest: ReadonlyArray<Token>
}

/** A line of a zone file and its fault. The error is thrown inside the parser, and is data outside of it. */
export class ZoneTextError extends Error {
  readonly line: number
  constructor(line: number, problem: string) {
    super(problem)
    this.line = line
  }
}

// One pattern per kind of token, tried in this order at every position. Each is linear.
const blank = /[ \t\r]+/y
const comment = /;[^\n]*/y
const quoted = /"((?:[^"\\\n]|\\[^\n])*)"/y
const word = /(?:[^\s";()\\]|\\[^\n])+/y

const take = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Replaces escapes: `\DDD` is an octet in decimal, `\X` stands for X (RFC 1035 §5.1). */
const unescape = (text: string): string =>
  text.replace(/\\(\d{3}|.)/g, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCodePoint(Number(escaped)) : escaped
  )

interface OpenEntry {
  indented: boolean
  tokens: Array<Token>
}

export const entriesOf = (text: string): ReadonlyArray<Entry> => {
  const entries: Array<Entry> = []
  let entry: OpenEntry = { indented: false, tokens: [] }
  let openedAt = 0 // the line of the open parenthesis, 0 when none is open
  let line = 1
  let at = 0

  const finish = () => {
    const [first, ...rest] = entry.tokens
    if (first) entries.push({ indented: entry.indented, first, rest })
    entry = { indented: false, tokens: [] }
  }

  while (at < text.length) {
    const char = text[at]
    let match: RegExpExecArray | null
    if (char === "\n") {
      if (openedAt === 0) finish()
      line += 1
      at += 1
    } else if ((match = take(blank, text, at))) {
      if (at === 0 || text[at - 1] === "\n") entry.indented ||= entry.tokens.length === 0
      at += match[0].length
    } else if ((match = take(comment, text, at))) {
      at += match[0].length
    } else if (char === "(" || char === ")") {
      if ((char === "(") !== (openedAt === 0)) throw new ZoneTextError(line, `stray "${char}"`)
      openedAt = char === "(" ? line : 0
      at += 1
    } else if ((match = take(quoted, text, at))) {
      entry.tokens.push({ text: unescape(match[1] ?? ""), quoted: true, line })
      at += match[0].length
    } else if ((match = take(word, text, at))) {
      entry.tokens.push({ text: unescape(match[0]), quoted: false, line })
      at += match[0].length
    } else {
      throw new ZoneTextError(line, char === '"' ? "unclosed quote" : `stray "${char}"`)
    }
  }
  if (openedAt > 0) throw new ZoneTextError(openedAt, "unclosed parenthesis")
  finish()
  return entries
}
