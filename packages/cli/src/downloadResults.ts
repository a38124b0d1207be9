/** The results of a job as a file. */
import { extname } from "node:path"

import { DownloadFormat } from "@rcpt/api/jobsQuery"
import { Option } from "effect"
import type { Effect } from "effect"
import { Flag } from "effect/cli"

import { downloadFile } from "./downloadFile.ts"
import type { CommandFailed } from "./exitCodes.ts"
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

/** Of a job that is running, was cancelled or has failed, it has the rows with a result. */
export const downloadResults = (
  server: Server,
  job: string,
  file: string,
  chosen: Option.Option<DownloadFormat>
): Effect.Effect<void, CommandFailed> => {
  const query = new URLSearchParams({
    partial: "true",
    format: Option.getOrElse(chosen, () => formatOf(file))
  })
  return downloadFile(server, {
    path: `/jobs/${encodeURIComponent(job)}/download?${query}`,
    file,
    sentences
  })
}
