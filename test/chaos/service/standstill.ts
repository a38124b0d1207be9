/** How long nothing went on: between two times at which a job's counter had grown. */

/** Times are epoch milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface Progress {
  readonly at: number
  readonly settled: number
}

export interface Standstill extends Span {
  /** Milliseconds, less those in which the job could not go on: Postgres was away. */
  readonly millis: number
}

/** Milliseconds of `span` that are in one of `others`, which may overlap each other. */
export const overlap = (span: Span, others: ReadonlyArray<Span>): number => {
  let covered = 0
  let until = span.from
  for (const { from, to } of others.toSorted((a, b) => a.from - b.from)) {
    const [begin, end] = [Math.max(from, until), Math.min(to, span.to)]
    if (end <= begin) continue
    covered += end - begin
    until = end
  }
  return covered
}

/** The longest of a job; `undefined` when it was seen once at most. */
export const longestStandstill = (
  progress: ReadonlyArray<Progress>,
  outages: ReadonlyArray<Span>
): Standstill | undefined =>
  progress
    .slice(1)
    .map(({ at }, index): Standstill => {
      const span = { from: progress[index]!.at, to: at }
      return { ...span, millis: span.to - span.from - overlap(span, outages) }
    })
    .toSorted((a, b) => b.millis - a.millis)[0]
