/**
 * The answer of DNS to one question. A failed look-up is kept apart from "no such record": only the
 * latter is a fact about the domain.
 */
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact, Unanswered } from "@rcpt/domain/Fact"

export type Answer<Record> =
  /** `records` is never empty. */
  | { readonly _tag: "Found"; readonly records: ReadonlyArray<Record> }
  /** The name exists, a record of this type does not (RFC 2308 §2.2, NODATA). */
  | { readonly _tag: "NoData" }
  /** The name does not exist (NXDOMAIN), and neither does anything below it (RFC 8020). */
  | { readonly _tag: "NoDomain" }
  | Unanswered

export const noData = { _tag: "NoData" } as const
export const noDomain = { _tag: "NoDomain" } as const

export const found = <Record>(records: ReadonlyArray<Record>): Answer<Record> =>
  records.length === 0 ? noData : { _tag: "Found", records }

/** Makes one fact from the records of an answer. The fact is absent when `choose` finds nothing. */
export const toFact = <Record, A>(
  answer: Answer<Record>,
  choose: (records: ReadonlyArray<Record>) => A | undefined
): Fact<A> => {
  if (answer._tag === "Unanswered") return unanswered(answer.why)
  const chosen = answer._tag === "Found" ? choose(answer.records) : undefined
  return chosen === undefined ? absent : present(chosen)
}
