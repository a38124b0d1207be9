/** The results of a job as a file. */
import { extname } from "node:path"

import { DownloadFormat, recommendationWords } from "@rcpt/api/jobsQuery"
import { Effect, Option } from "effect"
import { Flag } from "effect/cli"

import { downloadFile } from "./downloadFile.ts"
import type { CommandFailed } from "./exitCodes.ts"
import { flagWords } from "./flagWords.ts"
import type { Server } from "./requestServer.ts"

const sentences = { 404: "There is no such job." }

export const format = Flag.Literals("format", DownloadFormat.literals).pipe(
  Flag.optional,
  Flag.withDescription(
    "xlsx: an Excel workbook. Default: xlsx for an output that ends with .xlsx, else csv."
  )
)

const formatOf = (file: string): DownloadFormat =>
  extname(file).toLowerCase() === ".xlsx" ? "xlsx" : "csv"

export const only = Flag.String("only").pipe(
  Flag.optional,
  Flag.withDescription(
    `Only rows with this recommendation, such as send: ${recommendationWords.join(", ")}. Several with commas.`
  )
)

/** The words of `--only`. */
export const onlyOf = (given: Option.Option<string>) =>
  flagWords("only", recommendationWords, given)

interface Chosen {
  readonly output: string
  readonly format: Option.Option<DownloadFormat>
  readonly only: Option.Option<string>
}

/** Of a job that is running, was cancelled or has failed, it has the rows with a result. */
export const downloadResults = (
  server: Server,
  job: string,
  { output, format, only }: Chosen
): Effect.Effect<void, CommandFailed> =>
  Effect.gen(function* () {
    const words = yield* onlyOf(only)
    const query = new URLSearchParams({
      partial: "true",
      format: Option.getOrElse(format, () => formatOf(output)),
      ...(words.length > 0 && { recommendation: words.join(",") })
    })
    const path = `/jobs/${encodeURIComponent(job)}/download?${query}`
    yield* downloadFile(server, { path, file: output, sentences })
  })
