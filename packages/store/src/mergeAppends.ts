/**
 * Merges several appends into one, to share the cost of a commit. They get one commit and consecutive
 * event numbers; each caller's result is the same as if its append had been written alone.
 */
import type { Append, Transfer } from "./EventStore.ts"

/** The streams and commands of an append. Two appends that share one must be written one by one. */
const touchedBy = ({ streams, commands }: Append): ReadonlyArray<string> => [
  ...streams.map(({ stream }) => `stream ${stream}`),
  ...commands.map(({ commandId }) => `command ${commandId}`)
]

/** As few rounds as possible, in order, so that no two appends of a round touch the same thing. */
export const disjointRounds = <A extends { readonly append: Append }>(
  all: ReadonlyArray<A>
): ReadonlyArray<ReadonlyArray<A>> => {
  const rounds: Array<Array<A>> = []
  const lastRound = new Map<string, number>()
  for (const one of all) {
    const touched = touchedBy(one.append)
    const round = Math.max(0, ...touched.map((name) => (lastRound.get(name) ?? -1) + 1))
    for (const name of touched) lastRound.set(name, round)
    ;(rounds[round] ??= []).push(one)
  }
  return rounds
}

export const mergeAppends = (appends: ReadonlyArray<Append>): Append => {
  const transfers: Array<Transfer> = []
  let eventsBefore = 0
  for (const append of appends) {
    for (const transfer of append.transfers)
      transfers.push({ ...transfer, eventIdx: transfer.eventIdx + eventsBefore })
    eventsBefore += append.streams.reduce((sum, { events }) => sum + events.length, 0)
  }
  return {
    streams: appends.flatMap(({ streams }) => streams),
    commands: appends.flatMap(({ commands }) => commands),
    holds: appends.flatMap(({ holds }) => holds),
    transfers,
    flushLater: appends.every((append) => append.flushLater === true)
  }
}
