/**
 * Another writer for the rows of a download than those for CSV and workbooks: the interfaces of other services
 * (dropin/) give the same rows in their own columns. Everything else about a download stays as it is.
 */
import { Context } from "effect"
import type { Stream } from "effect"

import type { ResultsRow, ResultsTable } from "../csv/writeCsv.ts"

export type OwnWriter = (
  table: ResultsTable & { readonly emailColumn: number }
) => <E, R>(rows: Stream.Stream<ResultsRow, E, R>) => Stream.Stream<Uint8Array, E, R>

export const CurrentWriter = Context.Reference<OwnWriter | undefined>(
  "@rcpt/service/jobs/results/CurrentWriter",
  { defaultValue: () => undefined }
)
