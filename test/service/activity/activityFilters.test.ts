import { lookedThroughMax } from "@rcpt/service/views/activity/listActivity"

import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { make } from "../accounts/keysWorld.ts"
import { json } from "../erasure/erasureWorld.ts"
import { page, path, rows, sent, sqlIn, verifyPath, written } from "./activityWorld.ts"

const post = "/api/v1/verify/batch"

layer(service.layer({ lab: true, env: { RCPT_RATE_LIMIT: "off" } }), service.live)(
  "The list of activity",
  (it) => {
    it.effect("is newest first, in pages, each row once", function* () {
      const running = yield* service.Service
      const emails = Array.from({ length: 12 }, (_, at) => `a${at}@acme.test`)
      const { requestId } = yield* sent(running, post, json({ emails }), 13)
      const all = yield* rows(running, `?request_id=${requestId}`)
      const ids = all.map(({ id }) => id)
      assert.deepStrictEqual(ids, ids.toSorted().toReversed())
      const seen: Array<string> = []
      let cursor = ""
      for (let more = true; more;) {
        const found = yield* page(running, `?limit=5&request_id=${requestId}${cursor}`)
        seen.push(...found.rows.map(({ id }) => id))
        cursor = `&cursor=${found.next}`
        more = found.next !== null
      }
      assert.deepStrictEqual(seen, ids)
    })

    it.effect(
      "filters by mailbox in any spelling, verdict, kind, status, key and time",
      function* () {
        const running = yield* service.Service
        const begun = new Date().toISOString()
        const { key: apiKey, id } = yield* make(running, { name: "other" })
        const first = yield* sent(running, verifyPath("J.Doe+news@gmail.com"))
        const second = yield* sent(running, verifyPath("nobody"), { apiKey })
        const third = yield* sent(running, "/api/v1/jobs/1", { apiKey })
        const ended = encodeURIComponent(new Date(Date.now() + 1).toISOString())
        const expected: Readonly<Record<string, ReadonlyArray<string>>> = {
          "email=jdoe@googlemail.com": [first.row.id],
          "email=NOBODY": [second.row.id],
          [`email=nobody&request_id=${first.requestId}`]: [],
          [`key=${id}`]: [third.row.id, second.row.id],
          [`key=${id}&what=check`]: [second.row.id],
          [`key=${id}&status=invalid`]: [second.row.id],
          [`key=${id}&status=valid`]: [],
          [`key=${id}&http_status=4xx`]: [third.row.id],
          [`key=${id}&http_status=2xx`]: [second.row.id],
          [`key=${id}&since=${begun}&until=${ended}`]: [third.row.id, second.row.id],
          [`key=${id}&since=${ended}`]: [],
          [`key=${id}&until=${begun}`]: []
        }
        for (const [query, ids] of Object.entries(expected))
          assert.deepStrictEqual(
            (yield* rows(running, `?${query}`)).map((row) => row.id),
            [...ids],
            query
          )
      }
    )

    it.effect("looks through so many rows for a page, and says where to go on", function* () {
      const running = yield* service.Service
      const { account, apiKey } = yield* openAccount(running.databaseUrl!)
      const { headers } = yield* running.get("/api/v1/account", { apiKey })
      yield* written(running, headers.get("x-request-id")!, { request: { apiKey } })
      yield* sqlIn(
        running,
        (sql) => sql`
            insert into activity (account_id, id, request_id, millis, credits, is_replay, is_loose, what, status)
            select ${account}, id, id, 0, 0, false, false, 'check',
              case when n = 1 then 'risky' else 'valid' end
            from (select n, (lpad(to_hex(1700000000000 + n), 12, '0') || '7000800000000000000'
              || '0')::uuid as id from generate_series(1, ${lookedThroughMax + 10}) n) g`
      )
      const first = yield* page(running, "?status=risky", { apiKey })
      assert.lengthOf(first.rows, 0)
      const second = yield* page(running, `?status=risky&cursor=${first.next}`, { apiKey })
      assert.lengthOf(second.rows, 1)
      assert.isNull(second.next)
    })

    it.effect("refuses what it cannot look for, in a sentence", function* () {
      const running = yield* service.Service
      const refused = {
        "limit=0": "limit must be a whole number from 1 to 100",
        "limit=101": "limit must be a whole number from 1 to 100",
        "cursor=1": "cursor must be the `next` of a previous page",
        "request_id=x": "request_id must be a request id, a UUID",
        "key=x": "key must be the id of a key, a UUID",
        "email=%20": "email must not be blank",
        "status=good": 'status must be one of "valid", "risky", "invalid", "unknown"',
        "http_status=200": 'http_status must be one of "2xx", "4xx", "5xx"',
        "what=all": 'what must be one of "check", "batch", "batch_item", "request"',
        "since=yesterday": "since must be a time such as 2026-11-25T14:00:00Z",
        "until=2026-02-30T24:00:00Z": "until must be a time such as 2026-11-25T14:00:00Z"
      }
      for (const [query, error] of Object.entries(refused)) {
        const answer = yield* running.get(`${path}?${query}`)
        assert.deepStrictEqual([answer.status, answer.json], [400, { error }], query)
      }
      const answer = yield* running.get(`${path}/1`)
      assert.strictEqual(answer.status, 404)
    })
  }
)
