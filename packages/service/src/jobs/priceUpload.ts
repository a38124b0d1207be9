/**
 * The price of a list, and how much of it deep mode cannot prove, from the file and our own tables
 * alone. No DNS or mail server is asked, and nothing is stored.
 *
 * A domain may not exist or may accept any address. Since neither is known here, the more expensive case
 * is assumed: the list costs what is expected here, or less.
 */
import { heldFor } from "@rcpt/domain/price"
import type { Mode } from "@rcpt/domain/Verdict"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { providerRules } from "@rcpt/verifier/address/providers"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Effect, Result, Stream } from "effect"

import { rowsToVerify } from "./csv/CsvPart.ts"
import type { CsvPart } from "./csv/CsvPart.ts"

export interface Price {
  readonly mode: Mode
  /** Rows with an address. */
  readonly rows: number
  /** Different addresses: these are verified and charged. */
  readonly distinct: number
  /** Credits that submitting would hold. Those held for repeats are refunded at the end. */
  readonly reserved: number
  readonly expected: number
  readonly maximum: number
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

/** Prices a list in one pass; memory use does not grow with the file. */
export const priceUpload = <E, R>(
  parts: Stream.Stream<CsvPart, E, R>,
  mode: Mode
): Effect.Effect<Price, E, R | Lists> =>
  Effect.gen(function* () {
    const outcomeOf = expectedOutcome(yield* Lists)
    let rows = 0
    let distinct = 0
    let provable = 0
    let unprovable = 0
    yield* Stream.runForEach(parts, (part) =>
      Effect.sync(() => {
        if (part._tag === "Totals") ({ rows, distinct } = part)
        if (part._tag !== "Chunk" || mode === "fast") return
        for (const [, email] of rowsToVerify(part)) {
          const outcome = outcomeOf(email)
          if (outcome === "provable") provable += 1
          if (outcome === "unprovable") unprovable += 1
        }
      })
    )
    const maximum = distinct * heldFor[mode]
    return {
      mode,
      rows,
      distinct,
      reserved: rows * heldFor[mode],
      expected: provable * heldFor.deep + (distinct - provable) * heldFor.fast,
      maximum,
      unprovable
    }
  })
