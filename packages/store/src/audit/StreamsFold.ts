/**
 * Checks all events in the order of their commits: versions without gaps, the hash chain, and the order in
 * the log. It keeps the head of every stream, some 250 octets each.
 */
import { genesis, linkOf } from "../chain.ts"
import { hex } from "./AuditFinding.ts"
import type { AuditFinding, Broken } from "./AuditFinding.ts"
import type { LoggedEvent } from "./readLog.ts"

/** The last event of a stream so far, or its start. It changes as the stream is read. */
interface Head {
  version: number
  /** In hexadecimal. */
  hash: string
  commitId: bigint
  seq: bigint | null
}

const start = (): Head => ({ version: 0, hash: hex(genesis), commitId: 0n, seq: 0n })

const moveTo = (head: Head, { version, hash, commitId, seq }: LoggedEvent): void => {
  head.version = Number(version)
  head.hash = hash
  head.commitId = commitId
  head.seq = seq
}

const placeOf = ({ stream, version, commitId }: LoggedEvent) => ({
  stream,
  version: Number(version),
  commitId: Number(commitId)
})

const checkVersion = (before: Readonly<Head>, row: LoggedEvent): Broken | undefined =>
  Number(row.version) === before.version + 1
    ? undefined
    : {
        ...placeOf(row),
        field: "version",
        expected: `version ${before.version + 1}`,
        found: `version ${row.version}`
      }

const checkHash = (
  before: Readonly<Head>,
  row: LoggedEvent,
  atMicros: number | undefined
): Broken | undefined => {
  if (atMicros === undefined)
    return { ...placeOf(row), expected: "its commit, whose time is hashed", found: "none" }
  const { stream, type, v, data } = row
  const version = Number(row.version)
  const expected = linkOf(before.hash, { stream, version, type, v, data, atMicros })
  return expected === row.hash
    ? undefined
    : {
        ...placeOf(row),
        field: "hash",
        expected: `hash ${expected}`,
        found: `hash ${row.hash}`
      }
}

/** Commits of one stream have log positions in the stream's order; the last may not have one yet. */
const checkOrder = (before: Readonly<Head>, row: LoggedEvent): Broken | undefined => {
  if (row.seq === null || (before.seq !== null && row.seq >= before.seq)) return undefined
  const place = { ...placeOf(row), seq: Number(row.seq), field: "seq" }
  return before.seq === null
    ? { ...place, expected: `a number for commit ${before.commitId} first`, found: "none" }
    : { ...place, expected: `a number from ${before.seq} on`, found: String(row.seq) }
}

const says = {
  versions: "The versions of a stream are 1, 2, 3 …, none left out.",
  chain: "Every event carries the hash of all that came before it.",
  order: "The log keeps every stream in its own order."
} as const

type CheckId = keyof typeof says

export class StreamsFold {
  readonly #heads = new Map<string, Head>()
  readonly #broken: Record<CheckId, Broken | undefined> = {
    versions: undefined,
    chain: undefined,
    order: undefined
  }
  #events = 0

  knows(stream: string): boolean {
    return this.#heads.has(stream)
  }

  /** Goes on from an event that was checked before. */
  startAt(row: LoggedEvent): void {
    moveTo(this.#headOf(row.stream), row)
  }

  /** `atMicros` is the time of its commit; `undefined`: the commit is missing. */
  add(row: LoggedEvent, atMicros: number | undefined): void {
    this.#events++
    const before = this.#headOf(row.stream)
    const broken = this.#broken
    broken.versions ??= checkVersion(before, row)
    broken.chain ??= checkHash(before, row, atMicros)
    broken.order ??= checkOrder(before, row)
    moveTo(before, row)
  }

  #headOf(stream: string): Head {
    const known = this.#heads.get(stream)
    if (known !== undefined) return known
    const head = start()
    this.#heads.set(stream, head)
    return head
  }

  /** Ends the checks: the rest of the log cannot be read. */
  endAt(broken: Broken): void {
    for (const id of ["versions", "chain", "order"] as const) this.#broken[id] ??= broken
  }

  get findings(): ReadonlyArray<AuditFinding> {
    return (["versions", "chain", "order"] as const).map((id) => {
      return { id, says: says[id], examined: this.#events, broken: this.#broken[id] }
    })
  }
}
