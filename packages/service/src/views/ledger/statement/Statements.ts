/**
 * Statements of an account's months. A month is read from end to end, some 20 µs per entry, and kept: it
 * is read again only if it got new entries.
 */
import { createHash } from "node:crypto"

import type { StatementLine } from "@rcpt/api/LedgerStatement"
import type { MonthTotals } from "@rcpt/api/LedgerTotals"
import { Context, Effect, Layer, Stream, Struct } from "effect"

import * as BoundedMap from "../../../platform/BoundedMap.ts"
import { awaitAccount } from "../../awaitAccount.ts"
import type { ViewReader } from "../../awaitAccount.ts"
import { csvHeader, csvLines, entryPages } from "../exportEntries.ts"
import { ledgerView } from "../ledgerView.ts"
import { monthTotals } from "../monthTotals.ts"
import * as statementLines from "./statementLines.ts"

export interface MonthRead {
  readonly totals: MonthTotals
  readonly lines: ReadonlyArray<StatementLine>
  /** SHA-256 of the very bytes that `GET /ledger.csv?month=` has, in hex. */
  readonly digest: string
  /** Place in the log of its last entry; null: it has none. */
  readonly lastSeq: string | null
}

/** Months kept by each process, of some 100 kB at most. */
const monthsKept = 256

/** A parked commit may come to an earlier place while a month is read: it is read again then. */
const readingsMax = 3

/** Only the entries that the totals are of: later ones are left to the next reading. */
const readEntries = Effect.fnUntraced(function* (account: string, month: string, upTo: string) {
  const hash = createHash("sha256").update(csvHeader)
  const summed = statementLines.make()
  const pages = yield* entryPages(account, { month, upTo })
  yield* Stream.runForEach(pages, (entries) =>
    Effect.sync(() => {
      hash.update(csvLines(entries))
      summed.add(entries)
    })
  )
  return { digest: hash.digest("hex"), lines: summed.lines() }
}, Effect.orDie)

const readMonth = Effect.fnUntraced(function* (account: string, month: string) {
  for (let reading = 1; reading <= readingsMax; reading++) {
    const { shown: totals, lastSeq } = yield* monthTotals(account, month)
    const found = yield* readEntries(account, month, lastSeq ?? "0")
    if (statementLines.isWhole(found.lines, totals)) return { totals, lastSeq, ...found }
  }
  return yield* Effect.die(new Error("The entries of a month are not what its totals say"))
})

const isSame = (one: MonthTotals, other: MonthTotals): boolean =>
  Struct.keys(one).every((key) => one[key] === other[key])

export class Statements extends Context.Service<
  Statements,
  {
    /** What a month has; a month that goes on: up to now. */
    readonly read: (account: string, month: string) => Effect.Effect<MonthRead, never, ViewReader>
  }
>()("@rcpt/service/views/ledger/statement/Statements") {
  static readonly layer: Layer.Layer<Statements> = Layer.sync(Statements, () => {
    const kept = BoundedMap.make<string, MonthRead>(monthsKept)
    return Statements.of({
      read: Effect.fnUntraced(function* (account, month) {
        yield* awaitAccount(ledgerView, account)
        const key = `${account} ${month}`
        const known = kept.get(key)
        // Every entry adds to these, also one that was parked and stands before others.
        const { shown, lastSeq } = yield* monthTotals(account, month)
        if (known !== undefined && known.lastSeq === lastSeq && isSame(known.totals, shown))
          return known
        const read = yield* readMonth(account, month)
        kept.set(key, read)
        return read
      })
    })
  })
}
