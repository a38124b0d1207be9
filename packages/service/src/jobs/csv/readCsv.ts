/**
 * An upload, octet by octet, to its rows: encoding, delimiter, header, records, repeats. Streams:
 * it holds a slice, a chunk and the distinct addresses, and stops at the first thing that is wrong.
 *
 * That there is no row is known only at the end: whoever stores the parts does it in a transaction.
 */
import type { Stream } from "effect"

import type { CsvPart } from "./CsvPart.ts"
import type { CsvRefused } from "./CsvRefused.ts"
import { cutSlices } from "./cutSlices.ts"
import { parseRecords } from "./parseRecords.ts"
import { through } from "./Stage.ts"
import { toParts } from "./toParts.ts"
import { toUtf8 } from "./toUtf8.ts"

export const readCsv = <E, R>(
  file: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<CsvPart, E | CsvRefused, R> =>
  file.pipe(through(cutSlices), through(toUtf8), through(parseRecords), through(toParts))
