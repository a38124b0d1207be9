import * as Outbox from "@rcpt/service/mail/Outbox"
import { toldAgainAfter } from "@rcpt/service/mail/Outbox"
import { judgeMail } from "@rcpt/service/operations/doctor/checks"
import { note, problem, warning } from "@rcpt/service/operations/doctor/Finding"
import { isTold } from "@rcpt/service/operations/notices/tellOwners"
import { sweepExpired } from "@rcpt/service/operations/retention/sweepExpired"
import { WriteSql } from "@rcpt/service/platform/Database"
import { Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { begin, pass, recipient, rows } from "./mailWorld.ts"

const blocks = Outbox.Outbox.use(({ tellOwnersOnce }) =>
  tellOwnersOnce("blocked google", { kind: "provider_blocks", facts: { provider: "Google" } })
)

describe("A problem of the service", () => {
  it.effect(
    "is told to the managers of owning accounts once, until it is over for a while",
    function* () {
      const { node } = yield* begin
      yield* Effect.gen(function* () {
        const owner = yield* recipient()
        yield* recipient()
        yield* WriteSql.use(
          (sql) => sql`update account set owner = true where account_id = ${owner.account}`
        )
        const told = Effect.map(rows, (all) => all.reduce((sum, { count }) => sum + count, 0))
        const sweep = sweepExpired({
          table: "told_notice",
          column: "seen_at",
          keptFor: toldAgainAfter
        })
        for (let hour = 0; hour < 5; hour++) {
          yield* blocks
          yield* pass("1 hour")
          yield* sweep
          assert.strictEqual(yield* told, 1)
        }
        yield* pass("3 hours")
        yield* sweep
        yield* blocks
        assert.strictEqual(yield* told, 2)
      }).pipe(Effect.provide(node))
    }
  )

  it("is one that the doctor calls a problem, and late backups; not that of mail itself", () => {
    assert.isTrue(isTold(problem("dns", "says", "advice")))
    assert.isTrue(isTold(warning("db.backup", "says", "advice")))
    assert.isFalse(isTold(warning("lists", "says", "advice")))
    assert.isFalse(isTold(note("dns", "says")))
    assert.isFalse(isTold(problem("mail", "says", "advice")))
  })
})

describe("The doctor on mail", () => {
  const set = { hasPublicUrl: true, server: "mail.test:465", failure: undefined }

  it("says nothing where none is wanted, else what is wrong", () => {
    assert.deepStrictEqual(judgeMail(undefined), [])
    const severities = [
      { ...set, hasPublicUrl: false },
      set,
      { ...set, failure: "535 5.7.8 wrong password" }
    ].map((learnt) => judgeMail(learnt)[0]!)
    assert.deepStrictEqual(
      severities.map(({ severity }) => severity),
      ["warning", "ok", "problem"]
    )
    assert.match(severities[0]!.says, /RCPT_PUBLIC_URL/)
    assert.match(severities[2]!.says, /535 5\.7\.8 wrong password/)
  })
})
