/**
 * What became of mail, out of what a mail program keeps: a message that came back, an mbox, a Maildir, a mail log, or a CSV.
 * Nothing is kept in memory but one message: a log may have gigabytes.
 */
import { createReadStream } from "node:fs"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Readable } from "node:stream"

import { ReportedOutcome } from "@rcpt/domain/Feedback"
import { parse } from "csv-parse"
import { Schema } from "effect"

import { outcomeInLine } from "./mailLog.ts"
import { messageOctetsMax, readReturnedMail } from "./returnedMail.ts"
import type { Outcome } from "./returnedMail.ts"

/** A message, a line or a row, and what it says: nothing where it is about something else. */
export type Reading = ReadonlyArray<Outcome>

/** Octets as characters, so that a message keeps those of its own encoding. */
const octets = "latin1"

type Lines = AsyncIterable<string>

async function* mbox(lines: Lines): AsyncGenerator<Reading> {
  let message: Array<string> = []
  let size = 0
  let isAfterBlank = true
  const read = () => readReturnedMail(Buffer.from(message.join("\n"), octets))
  for await (const line of lines) {
    // RFC 4155: a message begins with its postmark, and before the next one is a blank line.
    if (isAfterBlank && /^From \S/.test(line)) {
      if (message.length > 0) yield await read()
      message = []
      size = 0
    } else if (size < messageOctetsMax) {
      message.push(line.replace(/^>(?=>*From )/, ""))
      size += line.length
    }
    isAfterBlank = line === ""
  }
  if (message.length > 0) yield await read()
}

async function* log(lines: Lines): AsyncGenerator<Reading> {
  const now = Date.now()
  for await (const line of lines) {
    const outcome = outcomeInLine(Buffer.from(line, octets).toString("utf8"), now)
    // Most lines of a log are about other things than the end of a delivery.
    if (outcome !== undefined) yield [outcome]
  }
}

interface Row {
  readonly email?: string
  readonly outcome?: string
  readonly smtp_response?: string
  readonly occurred_at?: string
}

const isOutcome = Schema.is(ReportedOutcome)

const fromRow = ({
  email = "",
  outcome = "bounced",
  smtp_response: reply,
  occurred_at: at
}: Row): Reading =>
  email === "" || !isOutcome(outcome)
    ? []
    : [
        {
          email,
          outcome,
          ...(reply && { smtp_response: reply }),
          ...(at && { occurred_at: at })
        }
      ]

async function* csv(lines: Lines): AsyncGenerator<Reading> {
  async function* bytes() {
    for await (const line of lines) yield Buffer.from(`${line}\n`, octets)
  }
  const rows = Readable.from(bytes()).pipe(
    parse({
      bom: true,
      columns: (names: ReadonlyArray<string>) => names.map((name) => name.trim().toLowerCase()),
      delimiter: [",", ";", "\t"],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true
    })
  )
  for await (const row of rows) yield fromRow(row as Row)
}

interface Kind {
  readonly begins: RegExp
  readonly read: (lines: Lines) => AsyncGenerator<Reading>
}

/** By the first line of a file; any other is a log. */
const kinds: ReadonlyArray<Kind> = [
  { begins: /^From \S/, read: mbox },
  // RFC 5322 §2.2: a header field. It is an mbox of one message without a postmark.
  { begins: /^[!-9;-~]+:(?:\s|$)/, read: mbox },
  { begins: /^(?:\u00ef\u00bb\u00bf)?(?:[^,;\t]*[,;\t])*"?email"?(?:[,;\t]|$)/i, read: csv }
]

async function* withFirst(first: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

const readLines = async function* (input: NodeJS.ReadableStream): AsyncGenerator<Reading> {
  const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.done) return
  const kind = kinds.find(({ begins }) => begins.test(first.value))
  yield* (kind?.read ?? log)(withFirst(first.value, lines))
}

/** Files of a folder: a Maildir's messages, or all of another's. */
const filesIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  const entries = await readdir(folder, { withFileTypes: true })
  const isMaildir = entries.some((entry) => entry.isDirectory() && entry.name === "cur")
  if (!isMaildir)
    return entries.flatMap((entry) => (entry.isFile() ? [join(folder, entry.name)] : [])).sort()
  const parts = ["new", "cur"].map((part) => filesIn(join(folder, part)))
  return (await Promise.all(parts)).flat()
}

/** `path`: a file, a folder, or `-` for standard input. Fails as `node:fs` does. */
export const readOutcomes = async function* (path: string): AsyncGenerator<Reading> {
  if (path === "-") return yield* readLines(process.stdin.setEncoding(octets))
  const files = (await stat(path)).isDirectory() ? await filesIn(path) : [path]
  for (const file of files) yield* readLines(createReadStream(file, { encoding: octets }))
}
