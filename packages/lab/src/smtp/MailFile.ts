/**
 * Reads mail files, and resolves the names, profiles and servers of several files into self-contained servers.
 *
 * The rules of a server come first, then those of its profiles, then those of `base` (`baseProfile`),
 * independent of the files and their order.
 */
import { readFile } from "node:fs/promises"

import { Effect, Result, Schema } from "effect"

import type { Rule, ServerScript } from "./MailScript.ts"
import { MailTextError, statementsOf, type Statement, wordsOf } from "./MailText.ts"
import { millisOf, readRule, type Names } from "./readRule.ts"

/** The profile that every server of the lab has below its own script: polite, and without mailboxes. */
const baseProfile = {
  file: "base",
  text: `
profile base
  on greeting   220 {host} ESMTP
  on ehlo       250-{host}
                250-PIPELINING
                250-SIZE 10240000
                250-8BITMIME
                250 ENHANCEDSTATUSCODES
  on helo       250 {host}
  on starttls   502 5.5.1 Error: command not implemented
  on mail       250 2.1.0 Ok
  on rcpt       550 5.1.1 <{rcpt}>: Recipient address rejected: User unknown
  on data       554 5.5.1 Error: no valid recipients
  on rset       250 2.0.0 Ok
  on noop       250 2.0.0 Ok
  on quit       221 2.0.0 Bye
                close
  on other      502 5.5.2 Error: command not recognized
`
}

class MailFileError extends Schema.TaggedError<MailFileError>()("MailFileError", {
  file: Schema.String,
  line: Schema.Int,
  problem: Schema.String
}) {
  override get message(): string {
    return `${this.file}:${this.line}: ${this.problem}`
  }
}

/** A mail file. `file` is only for error messages. */
export interface MailFile {
  readonly file: string
  readonly text: string
}

/** A statement and its file. */
type FileStatement = Statement & { readonly file: string }

const failAt = ({ file, line }: FileStatement, problem: string): never => {
  throw new MailFileError({ file, line, problem })
}

/** Runs a reader of one statement and adds the file name to its errors. */
const inFile = <A>(file: string, read: () => A): A => {
  try {
    return read()
  } catch (thrown) {
    if (!(thrown instanceof MailTextError)) throw thrown
    throw new MailFileError({ file, line: thrown.line, problem: thrown.message })
  }
}

interface Block {
  readonly head: FileStatement
  readonly subjects: ReadonlyArray<string>
  readonly likes: ReadonlyArray<string>
  readonly rules: Array<Rule>
  delayMillis?: number
}

const blockOf = (head: FileStatement): Block => {
  const [before = "", after, ...more] = head.text.split(/\blike\b/)
  const subjects = wordsOf(before)
  const likes = wordsOf(after ?? "")
  const usage =
    head.keyword === "server" ? "server host… [like profile…]" : "profile name [like profile…]"
  const wrong =
    subjects.length === 0 ||
    (head.keyword === "profile" && subjects.length > 1) ||
    (after !== undefined && likes.length === 0) ||
    more.length > 0
  return wrong ? failAt(head, usage) : { head, subjects, likes, rules: [] }
}

const namesOf = (statements: ReadonlyArray<FileStatement>): Names => {
  const names = new Map<string, ReadonlyArray<string>>()
  for (const statement of statements.filter(({ keyword }) => keyword === "names")) {
    const [name, ...globs] = wordsOf(statement.text)
    if (name === undefined || globs.length === 0) failAt(statement, "names name pattern…")
    else if (names.has(name)) failAt(statement, `"${name}" has been named before`)
    else names.set(name, globs)
  }
  return names
}

const blocksOf = (statements: ReadonlyArray<FileStatement>, names: Names): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  let file: string | undefined
  for (const statement of statements) {
    const { keyword, text, line } = statement
    if (keyword === "names") continue
    const block = file === statement.file ? blocks.at(-1) : undefined
    if (keyword === "profile" || keyword === "server") blocks.push(blockOf(statement))
    else if (block === undefined) failAt(statement, `"${keyword}" belongs to a profile or a server`)
    else if (keyword === "on")
      block.rules.push(inFile(statement.file, () => readRule(statement, names)))
    else block.delayMillis = inFile(statement.file, () => millisOf(keyword, text, line))
    file = statement.file
  }
  return blocks
}

/** A block and all profiles that it is like, nearest first. */
const lineageOf = (
  block: Block,
  profiles: ReadonlyMap<string, Block>,
  above: ReadonlyArray<Block> = []
): ReadonlyArray<Block> => {
  const likes = block.likes.flatMap((name) => {
    const profile = profiles.get(name) ?? failAt(block.head, `there is no profile "${name}"`)
    return above.includes(profile) || profile === block
      ? failAt(block.head, `profile "${name}" is like itself`)
      : lineageOf(profile, profiles, [...above, block])
  })
  return [block, ...likes]
}

/** The hosts of a pattern: `mx[0-63].lab.test` is 64 hosts. */
const hostsOf = (pattern: string): ReadonlyArray<string> => {
  const [, before = "", from, to, after = ""] =
    /^(.*)\[(\d{1,3})-(\d{1,3})\](.*)$/.exec(pattern) ?? []
  if (from === undefined) return [pattern.toLowerCase()]
  const count = Math.max(0, Number(to) - Number(from) + 1)
  return Array.from({ length: count }, (_, index) => `${before}${Number(from) + index}${after}`)
}

const resolve = (files: ReadonlyArray<MailFile>): ReadonlyArray<ServerScript> => {
  const statements = [baseProfile, ...files].flatMap(({ file, text }) =>
    inFile(file, () => statementsOf(text)).map((statement) => ({ ...statement, file }))
  )
  const blocks = blocksOf(statements, namesOf(statements))
  const profiles = new Map<string, Block>()
  for (const block of blocks.filter(({ head }) => head.keyword === "profile")) {
    const [name = ""] = block.subjects
    if (profiles.has(name)) failAt(block.head, `there is a profile "${name}" already`)
    profiles.set(name, block)
  }
  const base = profiles.get("base")?.rules ?? []
  // Profiles that no server uses are checked too.
  for (const profile of profiles.values()) lineageOf(profile, profiles)
  const taken = new Set<string>()
  return blocks
    .filter(({ head }) => head.keyword === "server")
    .map((block) => {
      const hosts = block.subjects.flatMap(hostsOf)
      for (const host of hosts)
        if (taken.has(host)) failAt(block.head, `"${host}" has a server already`)
        else taken.add(host)
      const at = `${block.head.file}:${block.head.line}`
      const lineage = lineageOf(block, profiles)
      const rules = [...lineage.flatMap((each) => each.rules), ...base]
      const far = lineage.find((each) => each.delayMillis !== undefined)
      return { hosts, rules, delayMillis: far?.delayMillis ?? 0, at }
    })
}

/** Parses all files together, because a file may use names and profiles of another. */
export const parse = (
  files: ReadonlyArray<MailFile>
): Result.Result<ReadonlyArray<ServerScript>, MailFileError> =>
  Result.try({
    try: () => resolve(files),
    catch: (thrown) => {
      if (!(thrown instanceof MailFileError)) throw thrown
      return thrown
    }
  })

export const read = (path: string): Effect.Effect<MailFile, MailFileError> =>
  Effect.tryPromise({
    try: async () => ({ file: path, text: await readFile(path, "utf8") }),
    catch: (thrown) => new MailFileError({ file: path, line: 0, problem: String(thrown) })
  })
