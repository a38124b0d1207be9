/** Checks that each commit has all its events, in order, and that its leaf hash matches them. */
import { hash } from "node:crypto"

import type { AuditFinding, Broken } from "./AuditFinding.ts"
import type { LoggedEvent } from "./readLog.ts"

/** SHA-256(0x00 ‖ hashes of the events): a leaf as in RFC 6962 §2.1. All in hexadecimal. */
const leafOf = (events: ReadonlyArray<LoggedEvent>): string =>
  hash("sha256", Buffer.from(`00${events.map((event) => event.hash).join("")}`, "hex"))

/** Of a commit that is there: the events that are stored of it, by their index. */
const brokenIn = (found: ReadonlyArray<LoggedEvent>): Broken | undefined => {
  const { commitId, events, leaf } = found[0]!
  const place = { commitId: Number(commitId) }
  if (found.length !== events)
    return { ...place, field: "events", expected: `${events} events`, found: `${found.length}` }
  const [first, last] = [found[0]!.idx, found.at(-1)!.idx]
  if (first !== 1 || last !== events)
    return {
      ...place,
      field: "idx",
      expected: `events 1 to ${events}`,
      found: `events from ${first} to ${last}`
    }
  const expected = leafOf(found)
  return expected === leaf
    ? undefined
    : {
        ...place,
        field: "leaf",
        expected: `leaf ${expected}`,
        found: `leaf ${leaf ?? "none"}`
      }
}

/** The commits that have no event at all. */
export interface Bare {
  readonly count: number
  /** The first of them. */
  readonly commitId?: number
  readonly events?: number
}

export class CommitsFold {
  #examined = 0
  #broken: Broken | undefined

  /** All events that are stored of one commit. Whether there is a commit, the chain tells. */
  add(found: ReadonlyArray<LoggedEvent>): void {
    if (found[0]!.events === null) return
    this.#examined++
    this.#broken ??= brokenIn(found)
  }

  addBare({ count, commitId, events }: Bare): void {
    this.#examined += count
    if (commitId === undefined || commitId > (this.#broken?.commitId ?? Infinity)) return
    this.#broken = { commitId, field: "events", expected: `${events} events`, found: "0" }
  }

  endAt(broken: Broken): void {
    this.#broken ??= broken
  }

  get finding(): AuditFinding {
    const says = "A commit has the events that it was written with, and their leaf."
    return { id: "commits", says, examined: this.#examined, broken: this.#broken }
  }
}
