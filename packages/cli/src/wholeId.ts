/**
 * Ids by their beginning, as git takes commits: tables show ids cut off, and a person copies what is shown. A
 * whole id is used as it is, without a request.
 */
import { uuid } from "@rcpt/domain/limits"
import { Effect } from "effect"

import { misused } from "./exitCodes.ts"
import type { CommandFailed } from "./exitCodes.ts"
import { printable } from "./report.ts"

export interface Listed {
  readonly id: string
  /** What a person knows it by, such as the name of a file. */
  readonly label: string
}

/** More are no help to choose from. */
const candidatesShown = 10

const beginning = /^[0-9a-f-]{1,36}$/i

const severalText = (noun: string, start: string, found: ReadonlyArray<Listed>): string => {
  const shown = found
    .slice(0, candidatesShown)
    .map(({ id, label }) => `  ${id}  ${printable(label)}`)
  const more = found.length - shown.length
  return [
    `Several ids of ${noun}s begin with ${start}. Type more of one:`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : [])
  ].join("\n")
}

/** `listed`: those that the server lists, the newest of many. */
export const wholeId = <E>(
  given: string,
  noun: string,
  listed: Effect.Effect<ReadonlyArray<Listed>, E>
): Effect.Effect<string, E | CommandFailed> =>
  Effect.gen(function* () {
    // A table marks an id that it has cut off.
    const start = given.trim().replace(/…$/, "").toLowerCase()
    // The server knows best what is wrong with any other text.
    if (uuid.test(start) || !beginning.test(start)) return given
    const found = (yield* listed).filter(({ id }) => id.startsWith(start))
    const [first, second] = found
    if (first === undefined)
      return yield* misused(`No id of a ${noun} begins with ${start}. List the ids, and copy one.`)
    if (second !== undefined) return yield* misused(severalText(noun, start, found))
    return first.id
  })
