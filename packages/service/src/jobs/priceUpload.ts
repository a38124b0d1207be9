/**
 * What a list would cost, and how much of it deep mode cannot prove: from the file and our own tables
 * alone. Nobody is asked, nothing is stored.
 *
 * What is not known of a domain (that it does not exist, that it takes any address) is taken for the
 * dear case, so the list costs what is expected here, or less.
 */
import { heldFor } from "@rcpt/domain/price"
import type { Mode } from "@rcpt/domain/Verdict"
import { Lists } from "@rcpt/verifier/Lists"
import { parseAddress } from "@rcpt/verifier/parseAddress"
import { providerRules } from "@rcpt/verifier/providers"
import { Effect, Result, Stream } from "effect"

import { rowsToVerify } from "./csv/CsvPart.ts"
import type { CsvPart } from "./csv/CsvPart.ts"

export interface Price {
  readonly mode: Mode
  /** With an address; of them different ones, which are verified and charged. */
  readonly rows: number
  readonly distinct: number
  /** What submitting would hold. What repeats save is given back at the end. */
  readonly reserved: number
  readonly expected: number
  readonly maximum: number
  /** Of the different addresses, those whose mailbox no server will confirm to us. 0 in fast mode. */
  readonly unprovable: number
}

/** Mailbox providers of which policy `conceals` says that acceptance proves nothing. */
const concealing: ReadonlySet<string> = new Set(["Yahoo", "Proton Mail"])

const concealingDomains: ReadonlySet<string> = new Set(
  providerRules.filter(({ provider }) => concealing.has(provider)).flatMap(({ domains }) => domains)
)

type Outlook = "free of talk" | "unprovable" | "open"

const outlookOf =
  (lists: Lists["Service"]) =>
  (email: string): Outlook => {
    const parsed = parseAddress(email)
    if (Result.isFailure(parsed)) return "free of talk"
    const { domain, smtputf8 } = parsed.success
    if (smtputf8 || concealingDomains.has(domain)) return "unprovable"
    return lists.consult(parsed.success).disposable === undefined ? "open" : "free of talk"
  }

/** In one pass; memory does not grow with the file. */
export const priceUpload = <E, R>(
  parts: Stream.Stream<CsvPart, E, R>,
  mode: Mode
): Effect.Effect<Price, E, R | Lists> =>
  Effect.gen(function* () {
    const outlook = outlookOf(yield* Lists)
    let rows = 0
    let distinct = 0
    let dear = 0
    let unprovable = 0
    yield* Stream.runForEach(parts, (part) =>
      Effect.sync(() => {
        if (part._tag === "Totals") ({ rows, distinct } = part)
        if (part._tag !== "Chunk" || mode === "fast") return
        for (const [, email] of rowsToVerify(part)) {
          const comes = outlook(email)
          if (comes === "open") dear += 1
          if (comes === "unprovable") unprovable += 1
        }
      })
    )
    const maximum = distinct * heldFor[mode]
    return {
      mode,
      rows,
      distinct,
      reserved: rows * heldFor[mode],
      expected: dear * heldFor.deep + (distinct - dear) * heldFor.fast,
      maximum,
      unprovable
    }
  })
