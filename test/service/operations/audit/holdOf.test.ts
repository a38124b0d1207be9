/** Random holds, judged by the queries of I6, which are the law, and by the fold, which must not know better. */
import { randomUUIDv7 } from "node:crypto"

import { expect, layer } from "@effect/vitest"
import { CreditsEvent, RefundReason } from "@rcpt/domain/Credits"
import { checkHolds } from "@rcpt/service/operations/audit/checkHolds"
import * as holdOf from "@rcpt/service/operations/audit/ledgerFold/holdOf"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"

import { superuserStoreLayer } from "../../../support/storeDatabase.ts"

const { CreditsHeld, CreditsCharged, CreditsRefunded } = CreditsEvent.cases

const receipt = fc.record(
  {
    status: fc.constantFrom("valid", "invalid", "unknown"),
    subStatus: fc.constantFrom("mailbox_not_found", "failed_syntax_check", "dns_error"),
    score: fc.constant(0)
  },
  { requiredKeys: ["status", "score"] }
)

const credits = fc.constantFrom(1, 1, 4, 5, 5, 2)

const purpose = fc.record({
  kind: fc.constantFrom("verification", "batch", "job"),
  mode: fc.constantFrom("fast", "deep")
})

const held = fc.record({ purpose, credits, expiresAt: fc.constantFrom(null, 0, 1_700_000_000_000) })
const optional = fc.option(receipt, { nil: undefined })
const charged = fc.record({ credits, receipt: optional })
const reason = fc.constantFrom(...RefundReason.literals)
const refunded = fc.record({ credits, reason, receipt: optional })

const deepCheck = {
  purpose: { kind: "verification", mode: "deep" },
  credits: 5,
  expiresAt: 1_700_000_000_000
}
const valid = { status: "valid", score: 100 }

/** Too rare by chance: lawful but for one thing. */
const nearlyLawful: ReadonlyArray<readonly [object, ReadonlyArray<object>]> = [
  // Its price, in two charges.
  [
    deepCheck,
    [
      { credits: 1, receipt: valid },
      { credits: 4, receipt: valid }
    ]
  ],
  // Charged and refunded as if it had expired.
  [
    deepCheck,
    [
      { credits: 1, receipt: valid },
      { credits: 4, reason: "expired" }
    ]
  ]
]

const history = fc.tuple(held, fc.array(fc.oneof(charged, refunded), { maxLength: 3 }))

/** Every field of it is one that the schema allows. */
const eventsOf = (
  holdId: string,
  [opening, others]: readonly [object, ReadonlyArray<object>]
): ReadonlyArray<CreditsEvent> => [
  CreditsHeld.make({ holdId, ...Object(opening) }),
  ...others.map((other) => {
    const { receipt: given, ...fields } = Object(other)
    const event = { holdId, ...fields, ...(given && { receipt: given }) }
    return "reason" in other ? CreditsRefunded.make(event) : CreditsCharged.make(event)
  })
]

const isOrdinary = ([opening, ...others]: ReadonlyArray<CreditsEvent>): boolean => {
  if (opening?._tag !== "CreditsHeld") return false
  const hold = holdOf.opened("an account", opening)
  for (const event of others)
    if (event._tag === "CreditsCharged") holdOf.charge(hold, event)
    else if (event._tag === "CreditsRefunded") holdOf.refund(hold, event)
  return holdOf.isOrdinary(hold)
}

const stream = `ledger-${randomUUIDv7()}`

const holdsMax = 4_000

layer(superuserStoreLayer)("A hold that the fold of the ledger finds ordinary", (it) => {
  it.effect("is one that no rule contradicts", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const histories = [...nearlyLawful, ...fc.sample(history, holdsMax)]
      const holds = histories.map((one) => eventsOf(randomUUIDv7(), one))
      const events = holds.flat()
      const judged = Effect.gen(function* () {
        yield* sql`set local session_replication_role = replica`
        yield* sql`
          insert into es.event (commit_id, idx, stream_id, version, type, v, data, hash)
          select 1, n, ${stream}, n, data ->> '_tag', 1, data, sha256('')
          from unnest(${events.map((event) => JSON.stringify(event))}::json[]) with ordinality as e (data, n)`
        const facts = yield* sql.unsafe<{ readonly fact: string }>(
          checkHolds({ from: 0n, opened: 0n })
        )
        return yield* Effect.fail({ facts: facts.map(({ fact }) => fact) })
      })
      const answer = yield* Effect.flip(sql.withTransaction(judged))
      const facts = "facts" in answer ? answer.facts : []
      expect(facts.length).toBeGreaterThan(holdsMax / 2)
      const broken = new Map(facts.map((fact) => [/hold (\S+) is/.exec(fact)![1], fact]))
      const ordinary = holds.filter(isOrdinary)
      expect(ordinary.length).toBeGreaterThan(holdsMax / 50)
      expect(
        ordinary.flatMap(([one]) => (one === undefined ? [] : (broken.get(idOf(one)) ?? [])))
      ).toEqual([])
    })
  )
})

const idOf = (event: CreditsEvent) => ("holdId" in event ? event.holdId : "")
