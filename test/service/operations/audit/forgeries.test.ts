/**
 * Histories that nobody can tell from their rows: events, hashes, transfers, balances and holds agree
 * with each other. Only the price list contradicts them.
 */
import { randomUUIDv7 } from "node:crypto"

import { CreditsEvent } from "@rcpt/domain/Credits"
import type { Receipt } from "@rcpt/domain/Credits"
import { heldFor } from "@rcpt/domain/prices"
import type { Mode } from "@rcpt/domain/Verdict"
import * as commands from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { audit } from "@rcpt/service/operations/audit/audit"
import { Effect, Layer, Result } from "effect"

import { storeLayer } from "../../../support/storeDatabase.ts"
import { expect, it } from "../../../support/vitest.ts"

const { CreditsCharged, CreditsRefunded } = CreditsEvent.cases

const account = randomUUIDv7()
const holdId = randomUUIDv7()
const valid = { status: "valid", score: 100 } as const

/** A hold whose check was settled by an insider, through the front door of the store. */
const forge = (mode: Mode, events: ReadonlyArray<CreditsEvent>) =>
  Effect.gen(function* () {
    const { submit } = yield* Ledger.Ledger
    const purpose = { kind: "verification", mode } as const
    const expiresAt = Date.now() + 600_000
    const order = (command: commands.LedgerCommand) => submit(account, command)
    yield* order(commands.grant({ grantId: randomUUIDv7(), credits: 10, reason: "top-up" }))
    yield* order(commands.hold({ holdId, credits: heldFor[mode], expiresAt, purpose }))
    const decide = () => Result.succeed(events)
    yield* order({ holds: [holdId], opens: [], postings: [], decide })
    const broken = (yield* audit({})).filter((finding) => finding.broken !== undefined)
    return broken.map(({ id, broken }) => [id, broken?.found])
  }).pipe(Effect.provide(Ledger.layer.pipe(Layer.provideMerge(storeLayer))))

const refunded = (credits: number, reason: "unknown" | "failed" | "remainder", receipt?: Receipt) =>
  CreditsRefunded.make({ holdId, credits, reason, ...(receipt && { receipt }) })

const charged = (credits: number, receipt: Receipt) =>
  CreditsCharged.make({ holdId, credits, receipt })

const refused = { status: "invalid", subStatus: "mailbox_not_found", score: 0 } as const
const misspelt = { status: "invalid", subStatus: "failed_syntax_check", score: 0 } as const

const forgeries: ReadonlyArray<
  readonly [name: string, mode: Mode, ReadonlyArray<CreditsEvent>, finds: RegExp]
> = [
  [
    "a valid check is free",
    "fast",
    [refunded(1, "unknown", valid)],
    /refunded 1 of 1 as unknown for an answer that is valid/
  ],
  [
    "a check is free that says nothing about its answer",
    "fast",
    [refunded(1, "unknown")],
    /an answer that is not there/
  ],
  [
    "a check has failed and has an answer",
    "fast",
    [refunded(1, "failed", valid)],
    /it has an answer/
  ],
  ["a valid check leaves a remainder", "fast", [refunded(1, "remainder")], /a remainder of 1/],
  [
    "a deep check that found the mailbox missing costs 1",
    "deep",
    [charged(1, refused), refunded(4, "remainder")],
    /charged 1 in deep mode for invalid mailbox_not_found/
  ],
  [
    "a malformed address costs 5",
    "deep",
    [charged(5, misspelt)],
    /charged 5 in deep mode for invalid failed_syntax_check/
  ],
  [
    "a deep check costs 2",
    "deep",
    [charged(2, valid), refunded(3, "remainder")],
    /charged 2 in deep mode for valid/
  ],
  ["a deep check is charged and not closed", "deep", [charged(1, valid)], /settled with 1 of 5/],
  [
    "an unknown answer is charged",
    "fast",
    [charged(1, { ...valid, status: "unknown" })],
    /charged 1 for an answer that is unknown/
  ]
]

for (const [name, mode, events, finds] of forgeries)
  it.live(`An audit finds a history in which ${name}, and nothing else in it`, function* () {
    expect(yield* forge(mode, events)).toEqual([["I6", expect.stringMatching(finds)]])
  })
