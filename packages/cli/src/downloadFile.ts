/** Downloads a file of the API: it is written under another name and renamed once it is whole. */
import { createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"

import { Effect, Redacted, Schema } from "effect"

import { failed, unavailableCode, usageCode } from "./exitCodes.ts"
import type { CommandFailed } from "./exitCodes.ts"
import { printable } from "./report.ts"
import type { Server } from "./requestServer.ts"
import { withoutSlash } from "./serverFlags.ts"

export interface Download {
  /** The part after `/api/v1`. */
  readonly path: string
  readonly file: string
  /** The sentences for refusals of the API, by status. */
  readonly sentences: Readonly<Record<number, string>>
}

const open = ({ url, apiKey }: Server, path: string, signal: AbortSignal) =>
  fetch(`${withoutSlash(url)}/api/v1${path}`, {
    signal,
    headers: { "x-api-key": Redacted.value(apiKey) }
  })

const writeTo = async (file: string, response: Response, signal: AbortSignal): Promise<void> => {
  const part = `${file}.${process.pid}.part`
  try {
    // The answer of fetch is a web stream, whose type Node declares a second time.
    const body = Readable.from(response.body ?? [])
    await pipeline(body, createWriteStream(part, { flags: "wx" }), { signal })
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
  }
}

const unauthorized = "The server does not accept this API key."

const isProblem = Schema.is(Schema.Struct({ error: Schema.String }))

/** What the API says about a request that it refuses. */
const problemOf = async (response: Response): Promise<string | undefined> => {
  try {
    const problem: unknown = await response.json()
    return isProblem(problem) ? `The server says: ${printable(problem.error)}.` : undefined
  } catch {
    return undefined
  }
}

export const downloadFile = (
  server: Server,
  { path, file, sentences }: Download
): Effect.Effect<void, CommandFailed> =>
  Effect.gen(function* () {
    const response = yield* Effect.tryPromise({
      try: (signal) => open(server, path, signal),
      catch: () => failed(unavailableCode, `No response from ${server.url}. Is it running?`)
    })
    if (!response.ok) {
      const { status } = response
      const sentence =
        status === 401
          ? unauthorized
          : (sentences[status] ?? (yield* Effect.promise(() => problemOf(response))))
      return yield* sentence === undefined
        ? failed(unavailableCode, `The server refused the file (${status}).`)
        : failed(usageCode, sentence)
    }
    yield* Effect.tryPromise({
      try: (signal) => writeTo(file, response, signal),
      catch: (cause) =>
        failed(unavailableCode, `${file} could not be written: ${String(Object(cause).message)}.`)
    })
  })
