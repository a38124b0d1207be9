/**
 * Reads zone files: the master-file syntax (RFC 1035 §5) plus `$RULE` lines (FaultRule.ts).
 *
 * One file may contain many domains; `$ORIGIN` starts as the root. The README has the grammar.
 */
import { readFile } from "node:fs/promises"

import { Effect, Result, Schema } from "effect"

import { readRule, type FaultRule } from "./FaultRule.ts"
import {
  absoluteName,
  isRecordType,
  readers,
  secondsOf,
  type Head,
  type ResourceRecord
} from "./ResourceRecord.ts"
import * as Zone from "./Zone.ts"
import { entriesOf, ZoneTextError, type Entry, type Token } from "./ZoneText.ts"

class ZoneFileError extends Schema.TaggedError<ZoneFileError>()("ZoneFileError", {
  file: Schema.String,
  line: Schema.Int,
  problem: Schema.String
}) {
  override get message(): string {
    return `${this.file}:${this.line}: ${this.problem}`
  }
}

/** The TTL of records without one in a file without `$TTL`. It is short, so that caches forget the lab soon. */
const ttlDefault = 60

/** Rejects a name that has a CNAME and other records (RFC 2181 §10.1). */
const rejectCnameConflict = (records: ReadonlyArray<ResourceRecord>, line: number) => {
  const last = records.at(-1)
  const others = records.filter((record) => record.name === last?.name && record !== last)
  const aliased = last?.type === "CNAME" || others[0]?.type === "CNAME"
  if (others.length > 0 && aliased)
    throw new ZoneTextError(line, `"${last?.name}" has a CNAME and other records (RFC 2181 §10.1)`)
}

/** The state of reading one file, from entry to entry. */
class ZoneReader {
  origin = "."
  ttl = ttlDefault
  owner: string | undefined = undefined
  readonly records: Array<ResourceRecord> = []
  readonly rules: Array<FaultRule> = []

  directive({ first, rest }: Entry): void {
    const [argument] = rest
    switch (first.text) {
      case "$ORIGIN":
        if (!argument || rest.length > 1) throw new ZoneTextError(first.line, "$ORIGIN name")
        this.origin = absoluteName(argument, this.origin)
        return
      case "$TTL": {
        const ttl = secondsOf(argument?.text ?? "")
        if (ttl === undefined || rest.length > 1)
          throw new ZoneTextError(first.line, "$TTL seconds")
        this.ttl = ttl
        return
      }
      case "$RULE":
        this.rules.push(readRule(rest, this.origin, first.line))
        return
      default:
        throw new ZoneTextError(
          first.line,
          `"${first.text}" is not a directive; there are $ORIGIN, $TTL and $RULE`
        )
    }
  }

  /** Reads `[owner] [ttl] [IN] type data`, with TTL and class in either order. */
  record({ indented, first, rest }: Entry): void {
    if (!indented) this.owner = absoluteName(first, this.origin)
    if (this.owner === undefined)
      throw new ZoneTextError(first.line, "the first record needs a name")
    const words: Array<Token> = indented ? [first, ...rest] : [...rest]
    let ttl = this.ttl
    for (let word = words[0]; word !== undefined; word = words[0]) {
      const seconds = secondsOf(word.text)
      if (seconds === undefined && word.text.toUpperCase() !== "IN") break
      ttl = seconds ?? ttl
      words.shift()
    }
    const [type, ...data] = words
    this.records.push(this.typed({ name: this.owner, ttl }, type ?? first, data))
    rejectCnameConflict(this.records, first.line)
  }

  private typed(head: Head, type: Token, tokens: ReadonlyArray<Token>): ResourceRecord {
    const name = type.text.toUpperCase()
    if (!isRecordType(name))
      throw new ZoneTextError(
        type.line,
        `"${type.text}" is not a record type; there are ${Object.keys(readers).join(", ")}`
      )
    const { fields, read } = readers[name]
    const fieldCount = fields.split(" ").length
    if (fields.endsWith("…") ? tokens.length < fieldCount : tokens.length !== fieldCount)
      throw new ZoneTextError(type.line, `${name} takes ${fields}`)
    return read(head, tokens, this.origin)
  }
}

/** Parses a zone file. `file` is only for error messages. */
export const parse = (text: string, file: string): Result.Result<Zone.Zone, ZoneFileError> =>
  Result.try({
    try: () => {
      const reader = new ZoneReader()
      for (const entry of entriesOf(text)) {
        if (entry.first.text.startsWith("$") && !entry.first.quoted) reader.directive(entry)
        else reader.record(entry)
      }
      return Zone.make(reader.records, reader.rules)
    },
    catch: (thrown) => {
      if (!(thrown instanceof ZoneTextError)) throw thrown
      return new ZoneFileError({ file, line: thrown.line, problem: thrown.message })
    }
  })

export const read = (path: string): Effect.Effect<Zone.Zone, ZoneFileError> =>
  Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: (thrown) => new ZoneFileError({ file: path, line: 0, problem: String(thrown) })
  }).pipe(Effect.flatMap((text) => Effect.fromResult(parse(text, path))))
