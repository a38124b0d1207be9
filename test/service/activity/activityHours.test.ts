import { UsageBreakdown } from "@rcpt/api/Account"
import type { ActivityRow } from "@rcpt/service/activity/activityRows"
import { sumHours, tallyHours } from "@rcpt/service/activity/groupRows"
import { newIdAt } from "@rcpt/service/activity/uuidTime"
import { Effect, Schema } from "effect"
import * as fc from "fast-check"

import * as service from "../../support/service.ts"
import type { Running } from "../../support/service.ts"
import { assert, describe, it as plain, layer } from "../../support/vitest.ts"
import { withSession } from "../accounts/security/securityWorld.ts"
import { env, owner, signIn } from "../accounts/sessions/sessionWorld.ts"
import { json } from "../erasure/erasureWorld.ts"
import { jobOf, list, mode, upload } from "../jobs/jobsHttpWorld.ts"
import { customer, finished } from "../views/ledger/ledgerWorld.ts"
import { verifyPath, written } from "./activityWorld.ts"

const decode = Schema.decodeUnknownEffect(UsageBreakdown, { onExcessProperty: "error" })

const path = "/api/v1/usage/breakdown"
const batchPath = "/api/v1/verify/batch"

const breakdown = ({ get }: Running, query = "", request = {}) =>
  Effect.gen(function* () {
    const answer = yield* get(`${path}${query}`, request)
    assert.strictEqual(answer.status, 200, answer.text)
    return yield* decode(answer.json)
  })

const hour = 3_600_000

const aRow: ActivityRow = {
  accountId: "a",
  id: newIdAt(0),
  requestId: "r",
  keyId: undefined,
  what: "check",
  method: undefined,
  route: undefined,
  millis: 1,
  credits: 1,
  httpStatus: 200,
  code: undefined,
  isReplay: false,
  mode: "fast",
  status: "valid",
  subStatus: undefined,
  score: 1,
  email: "ann@acme.test",
  answer: "{}",
  mailbox: undefined,
  suggested: undefined,
  isLoose: false
}

const someRow = fc.record({
  account: fc.constantFrom("a", "b"),
  at: fc.integer({ min: 0, max: 3 * hour - 1 }),
  keyId: fc.constantFrom("k", "l", undefined),
  mode: fc.constantFrom("fast", "deep"),
  status: fc.constantFrom("valid", "risky", "invalid", "unknown"),
  credits: fc.integer({ min: 0, max: 5 })
})

const rowOf = ({
  account,
  at,
  ...rest
}: typeof someRow extends fc.Arbitrary<infer A> ? A : never) => ({
  ...aRow,
  ...rest,
  accountId: account,
  id: newIdAt(at)
})

const totalOf = (tallies: ReturnType<typeof tallyHours>) => ({
  checks: tallies.reduce((sum, one) => sum + one.valid + one.risky + one.invalid + one.unknown, 0),
  credits: tallies.reduce((sum, one) => sum + one.credits, 0)
})

describe("The hours of activity", () => {
  plain("have each check once, in one row for each account, hour, key and mode", () => {
    fc.assert(
      fc.property(fc.array(someRow), fc.nat(), (some, cut) => {
        const rows = some.map(rowOf)
        const tallies = tallyHours(rows)
        const credits = rows.reduce((sum, row) => sum + row.credits, 0)
        assert.deepStrictEqual(totalOf(tallies), { checks: rows.length, credits })
        const keys = tallies.map(({ accountId, hour, keyId, mode }) =>
          [accountId, hour, keyId, mode].join()
        )
        assert.strictEqual(new Set(keys).size, keys.length)
        assert.deepStrictEqual(keys, keys.toSorted())
        // However they are cut into groups.
        const at = cut % (rows.length + 1)
        const parts = [...tallyHours(rows.slice(0, at)), ...tallyHours(rows.slice(at))]
        assert.deepStrictEqual(sumHours(parts), tallies)
      })
    )
  })

  const left: Readonly<Record<string, Partial<ActivityRow>>> = {
    "repeated answers": { isReplay: true, credits: 0 },
    "requests that are no check": { what: "request", status: undefined, mode: undefined },
    "the request of a batch, whose addresses count": { what: "batch", status: undefined },
    "refused checks": { status: undefined },
    "addresses of the sandbox": { email: "valid@Sandbox.rcpt.test" }
  }
  for (const [what, change] of Object.entries(left))
    plain(`do not have ${what}`, () => {
      assert.deepStrictEqual(tallyHours([{ ...aRow, ...change }]), [])
    })

  layer(
    service.layer({ lab: true, env: { ...env, RCPT_RATE_LIMIT: "off" } }),
    service.live
  )((it) => {
    it.effect("show what each key, the dashboard and lists cost, by mode", function* () {
      const running = yield* service.Service
      const who = yield* customer(running, 100)
      const asked = { apiKey: who.apiKey }
      const ask = (path: string, count: number, body = {}) =>
        Effect.flatMap(running.get(path, { ...body, ...asked }), ({ headers }) =>
          written(running, headers.get("x-request-id")!, { count, request: asked })
        )
      yield* ask(verifyPath("ann@acme.test"), 1)
      yield* ask(verifyPath("gone@office.test", "&mode=deep"), 1)
      yield* ask(verifyPath("valid@sandbox.rcpt.test"), 1)
      yield* ask(batchPath, 3, json({ emails: ["bob@acme.test", "cat@acme.test"] }))
      const parts = [mode("fast"), list("email\nx@acme.test\ny@nowhere.test\n")]
      const job = yield* jobOf(yield* upload(running, parts, who), 201)
      yield* finished(running, who, job.id)
      const { groups, since } = yield* breakdown(running, "", asked)
      const month = 30 * 24 * hour
      assert.closeTo(Date.parse(since), Date.now() - month, hour)
      assert.deepStrictEqual(
        groups.map(({ key, ...rest }) => ({ ...rest, isNamed: key?.name !== undefined })),
        [
          { source: "api_key", mode: "deep", checks: 1, credits: 5, isNamed: true },
          { source: "api_key", mode: "fast", checks: 3, credits: 3, isNamed: true },
          { source: "list", mode: "fast", checks: 2, credits: 2, isNamed: false }
        ]
      )
    })

    it.effect("tell the dashboard from keys, and one account from another", function* () {
      const running = yield* service.Service
      const session = withSession((yield* signIn(running, owner)).cookie)
      const { headers } = yield* running.get(verifyPath("dan@acme.test"), session)
      yield* written(running, headers.get("x-request-id")!, { request: session })
      const { groups } = yield* breakdown(running, "?days=1", session)
      assert.deepInclude(groups, { source: "dashboard", mode: "fast", checks: 1, credits: 1 })
      const other = yield* customer(running, 1)
      assert.deepStrictEqual((yield* breakdown(running, "", other)).groups, [])
    })

    it.effect("are asked for as many days as a month has", function* () {
      const { get } = yield* service.Service
      for (const days of ["0", "32", "1.5", "x"]) {
        const answer = yield* get(`${path}?days=${days}`)
        assert.strictEqual(answer.status, 400)
        assert.strictEqual(Object(answer.json).error, "days must be a whole number from 1 to 31")
      }
    })
  })
})
