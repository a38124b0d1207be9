/** The results of a job as a file: written under another name and renamed once it is whole. */
import { createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"

import { Effect, Redacted } from "effect"

import { CommandFailed, unavailableCode, usageCode } from "./exitCodes.ts"
import type { Server } from "./requestServer.ts"
import { withoutSlash } from "./serverFlags.ts"

const failed = (code: number, sentence: string) => new CommandFailed({ code, sentence })

/** Statuses with a sentence of their own. */
const sentences: Readonly<Record<number, string>> = {
  400: "The job has not ended: its results are there once it has.",
  401: "The server does not accept this API key.",
  404: "There is no such job."
}

const open = ({ url, apiKey }: Server, job: string, signal: AbortSignal) => {
  const path = `${withoutSlash(url)}/api/v1/jobs/${encodeURIComponent(job)}/download?partial=true`
  return fetch(path, { signal, headers: { "x-api-key": Redacted.value(apiKey) } })
}

const writeTo = async (file: string, response: Response, signal: AbortSignal): Promise<void> => {
  const part = `${file}.${process.pid}.part`
  try {
    // What was asked for by fetch is a web stream, whose type Node declares a second time.
    const body = Readable.from(response.body ?? [])
    await pipeline(body, createWriteStream(part, { flags: "wx" }), { signal })
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
  }
}

/** Rows without a result are in it too, for a job that was cancelled. */
export const downloadResults = (
  server: Server,
  job: string,
  file: string
): Effect.Effect<void, CommandFailed> =>
  Effect.gen(function* () {
    const response = yield* Effect.tryPromise({
      try: (signal) => open(server, job, signal),
      catch: () => failed(unavailableCode, `No response from ${server.url}. Is it running?`)
    })
    if (!response.ok) {
      const sentence = sentences[response.status]
      return yield* sentence === undefined
        ? failed(unavailableCode, `The server refused the results (${response.status}).`)
        : failed(usageCode, sentence)
    }
    yield* Effect.tryPromise({
      try: (signal) => writeTo(file, response, signal),
      catch: (cause) =>
        failed(unavailableCode, `${file} could not be written: ${String(Object(cause).message)}.`)
    })
  })
