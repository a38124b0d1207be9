/**
 * The price of a list, and how much of it deep mode cannot prove, from the file and our own tables
 * alone. No DNS or mail server is asked, and nothing is stored.
 *
 * A domain may not exist or may accept any address. Since neither is known here, the more expensive case
 * is assumed: the list costs what is expected here, or less.
 */
import { heldFor } from "@rcpt/domain/prices"
import type { Mode } from "@rcpt/domain/Verdict"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { providerRules } from "@rcpt/verifier/address/providers"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Effect, Result, Stream } from "effect"

import { rowsToVerify } from "./csv/CsvPart.ts"
import type { CsvChunk, CsvPart, CsvTotals } from "./csv/CsvPart.ts"
import type { KnownResults } from "./knownResults.ts"

export interface Price {
  readonly mode: Mode
  /** Rows with an address. */
  readonly rows: number
  /** Different addresses: these are verified and charged. */
  readonly distinct: number
  /** Rows that are no data, and cells with more than one address. */
  readonly noData: number
  readonly several: CsvTotals["several"]
  /** Credits that submitting would hold. Those held for repeats are refunded at the end. */
  readonly reserved: number
  readonly expected: number
  readonly maximum: number
  /** Different addresses with an earlier result, which is free; `expected` and `maximum` are without them. */
  readonly known: number
  /** Those with a verdict of another service. */
  readonly imported: number
  /** What those would be expected to cost. */
  readonly saved: number
  /** Different addresses whose mailbox no server will confirm. 0 in fast mode. */
  readonly unprovable: number
}

/** Mailbox providers whose acceptance proves nothing, by policy `conceals`. */
const concealing: ReadonlySet<string> = new Set(["Yahoo", "Proton Mail"])

const concealingDomains: ReadonlySet<string> = new Set(
  providerRules.filter(({ provider }) => concealing.has(provider)).flatMap(({ domains }) => domains)
)

type DeepOutcome = "noConversation" | "unprovable" | "provable"

const expectedOutcome =
  (lists: Lists["Service"]) =>
  (email: string): DeepOutcome => {
    const parsed = parseAddress(email)
    if (Result.isFailure(parsed)) return "noConversation"
    const { domain, smtputf8 } = parsed.success
    if (smtputf8 || concealingDomains.has(domain)) return "unprovable"
    return lists.consult(parsed.success).disposable === undefined ? "provable" : "noConversation"
  }

/** The addresses among some with an earlier result that is given again. */
type LookUp<R> = (
  emails: ReadonlyArray<string>,
  chunk: CsvChunk
) => Effect.Effect<KnownResults, never, R>

const noneKnown: LookUp<never> = () => Effect.succeed(new Map())

/** Prices a list in one pass; memory use does not grow with the file. */
export const priceUpload = <E, R, RK = never>(
  parts: Stream.Stream<CsvPart, E, R>,
  mode: Mode,
  lookUp: LookUp<R | RK> = noneKnown
): Effect.Effect<Price, E, R | RK | Lists> =>
  Effect.gen(function* () {
    const outcomeOf = expectedOutcome(yield* Lists)
    let rows = 0
    let distinct = 0
    let noData = 0
    let several: CsvTotals["several"] = { cells: 0, addresses: 0 }
    let provable = 0
    let unprovable = 0
    let known = 0
    let imported = 0
    let saved = 0
    yield* Stream.runForEach(parts, (part) =>
      Effect.gen(function* () {
        if (part._tag === "Totals") ({ rows, distinct, noData, several } = part)
        if (part._tag !== "Chunk") return
        const emails = rowsToVerify(part).map(([, email]) => email)
        const knownHere = yield* lookUp(emails, part)
        known += knownHere.size
        for (const { row } of knownHere.values()) if (row.importedFrom) imported += 1
        for (const email of emails) {
          const outcome = mode === "fast" ? "noConversation" : outcomeOf(email)
          const isKnown = knownHere.has(email)
          if (outcome === "unprovable") unprovable += 1
          if (isKnown) saved += outcome === "provable" ? heldFor.deep : heldFor.fast
          else if (outcome === "provable") provable += 1
        }
      })
    )
    const verified = distinct - known
    const maximum = verified * heldFor[mode]
    return {
      mode,
      rows,
      distinct,
      noData,
      several,
      reserved: rows * heldFor[mode],
      expected: provable * heldFor.deep + (verified - provable) * heldFor.fast,
      maximum,
      known,
      imported,
      saved,
      unprovable
    }
  })
