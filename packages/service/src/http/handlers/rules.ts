/** The endpoints of an account's own rules about verdicts. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { BadRequest, ruleNotFound, tooManyRules } from "@rcpt/api/Problem"
import type { Rule } from "@rcpt/api/Rules"
import { uuid } from "@rcpt/domain/limits"
import { Effect, Result } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import { revocationWait } from "../../accounts/Revocations.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import { addRules, removeRules } from "../../rules/changeRules.ts"
import type { Removed } from "../../rules/changeRules.ts"
import { ruleGiven, ruleValue } from "../../rules/givenRule.ts"
import { allRules, listRules, rulesFor } from "../../rules/ruleRows.ts"
import type { RuleRow } from "../../rules/ruleRows.ts"
import { takeForBatch } from "../middleware/rateLimit.ts"
import { readRules, writeRules } from "./rulesCsv.ts"

const shown = ({ createdAt, ...rule }: RuleRow): Rule => ({
  ...rule,
  created_at: createdAt.toISOString()
})

const refuse = (error: string) => new BadRequest({ error })

/** A rule is a row that is written, a tenth of the work of a check. */
const rulesPerAddress = 10

/** A key that a node has looked up names the rules of that moment, as long as it may be used without another look-up. */
const onEveryNode = Effect.sleep(revocationWait)

const removed = (count: number): string =>
  count === 1 ? "1 rule is removed" : `${count} rules are removed`

const remove = (which: Removed) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    const count = yield* readTimeout(readWaitMax)(removeRules(accountId, which))
    if (count > 0) yield* onEveryNode
    return count
  })

const removeOne = (which: Removed) =>
  Effect.flatMap(remove(which), (count) =>
    count === 0 ? Effect.fail(ruleNotFound) : Effect.succeed({ message: removed(count) })
  )

const whichRules = refuse("match and value must be given, or all=true for all rules")

export const rulesHandlers = HttpApiBuilder.group(Api, "Rules", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        const { rows, total, next } = yield* listRules(accountId, query)
        return { rules: rows.map(shown), total, next }
      }).pipe(readTimeout(readWaitMax))
    )
    .handle("add", ({ payload }) =>
      Effect.gen(function* () {
        const caller = yield* CurrentAccount
        const given = yield* Effect.mapError(Effect.fromResult(ruleGiven(payload)), refuse)
        const { written } = yield* readTimeout(readWaitMax)(addRules(caller, [given]))
        const [rule] = yield* Effect.orDie(rulesFor(caller.accountId, [given]))
        if (written.length > 0) yield* onEveryNode
        return shown(rule!)
      }).pipe(Effect.catchTag("TooManyRules", () => Effect.fail(tooManyRules)))
    )
    // A malformed id is the id of no rule.
    .handle("remove", ({ params: { id } }) =>
      uuid.test(id) ? removeOne({ id }) : Effect.fail(ruleNotFound)
    )
    .handle("removeSome", ({ query: { match, value, all } }) =>
      Effect.gen(function* () {
        if ((all === undefined) === (match === undefined || value === undefined))
          return yield* Effect.fail(whichRules)
        if (match === undefined || value === undefined)
          return { message: removed(yield* remove({ isAll: true })) }
        const known = ruleValue({ match, value })
        if (Result.isFailure(known)) return yield* Effect.fail(refuse(known.failure))
        return yield* removeOne({ match, value: known.success })
      })
    )
    .handleRaw("export", () =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        const rules = yield* readTimeout(readWaitMax)(allRules(accountId))
        return HttpServerResponse.text(writeRules(rules), {
          contentType: "text/csv; charset=utf-8",
          headers: {
            "cache-control": "private, no-store",
            "content-disposition": 'attachment; filename="rules.csv"'
          }
        })
      })
    )
    .handleRaw("import", ({ request }) =>
      Effect.gen(function* () {
        const caller = yield* CurrentAccount
        const given = yield* readRules(request)
        yield* takeForBatch(Math.ceil(given.length / rulesPerAddress))
        const { written, ...counts } = yield* readTimeout(readWaitMax)(addRules(caller, given))
        if (written.length > 0) yield* onEveryNode
        return counts
      }).pipe(Effect.catchTag("TooManyRules", () => Effect.fail(tooManyRules)))
    )
)
