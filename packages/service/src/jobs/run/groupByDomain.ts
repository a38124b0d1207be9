/** The rows of a chunk, by domain: the first of each waits for DNS, the others find its answer. */
import type { Claim } from "../Chunks.ts"

type Row = Claim["rows"][number]

/** A slice of rows is one piece of work: a millisecond of them, where DNS has answered before. */
export const rowsOfSliceMax = 50

/** Only to have neighbours together: what a domain is, the verifier says. */
const domainOf = ([, email]: Row): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase()

const slices = (rows: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<Row>> =>
  Array.from({ length: Math.ceil(rows.length / rowsOfSliceMax) }, (_, at) =>
    rows.slice(at * rowsOfSliceMax, (at + 1) * rowsOfSliceMax)
  )

/** Of each domain its slices, in the order in which the file has them. */
export const groupByDomain = (
  rows: ReadonlyArray<Row>
): ReadonlyArray<ReadonlyArray<ReadonlyArray<Row>>> =>
  [...Map.groupBy(rows, domainOf).values()].map(slices)
