/**
 * Several appends as one, to share the price of a commit. They are kept in one commit and numbered
 * together; for each caller it is as if his had been alone.
 */
import type { Append, Transfer } from "./EventStore.ts"

/** Streams and commands that an append touches: two that share one must come after each other. */
const touchedBy = ({ streams, commands }: Append): ReadonlyArray<string> => [
  ...streams.map(({ stream }) => `stream ${stream}`),
  ...commands.map(({ commandId }) => `command ${commandId}`)
]

/** In order, as few rounds as it takes for no two of a round to touch the same. */
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
