/** What an account had after each commit of its history, against what the service said then. */
import { accountAt } from "@rcpt/service/operations/audit/pointInTime"
import type { AccountThen } from "@rcpt/service/operations/audit/pointInTime"
import { entriesTable } from "@rcpt/service/views/ledger/entryRows"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { sqlOf } from "../service/accounts/keysWorld.ts"
import { formOf, formType, list, mode, path } from "../service/jobs/jobsHttpWorld.ts"
import * as service from "../support/service.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const owner = "owner@rcpt.test"
const granted = 1_000

const uploadAndWait = (running: service.Running) =>
  Effect.gen(function* () {
    const file = "email\nann@acme.test\nbob@acme.test\nann@acme.test\n"
    const body = formOf([mode("fast"), list(file, "friends.csv")])
    const created = yield* Effect.promise(() =>
      fetch(running.base + path, {
        method: "POST",
        headers: { "x-api-key": running.apiKey, "content-type": formType },
        body: body as Uint8Array<ArrayBuffer>
      }).then(async (answer) => {
        assert.strictEqual(answer.status, 201, await answer.clone().text())
        return answer.json() as Promise<{ readonly id: string }>
      })
    )
    yield* Effect.repeat(running.get(`/api/v1/jobs/${created.id}`), {
      until: ({ json }) => Object(json).status === "complete",
      schedule: Schedule.spaced("100 millis")
    })
    return created.id
  })

/** What the account's ledger said was available after each commit of the log. */
const balances = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly seq: number; readonly at: Date; readonly balance: number }>`
    select s.seq::int4 as seq, c.at, coalesce((
      select balance from ${sql.literal(entriesTable)} e where e.seq <= s.seq order by e.seq desc, e.idx desc limit 1
    ), 0)::int4 as balance
    from es.sealed s join es.commit c using (commit_id) order by s.seq`
)

const heldIn = ({ holds }: AccountThen): number => holds.reduce((sum, { open }) => sum + open, 0)

describe("rcpt ledger balance", () => {
  it.live("says what there was after each commit, and at any instant", () =>
    Effect.gen(function* () {
      const running = yield* service.start({
        lab: true,
        credits: granted,
        env: { RCPT_OWNER_EMAIL: owner }
      })
      yield* running.get("/api/v1/verify?email=user1@plain.test")
      yield* running.get("/api/v1/verify?email=user2@plain.test&mode=deep")
      const job = yield* uploadAndWait(running)
      yield* running.get("/api/v1/ledger")
      yield* Effect.gen(function* () {
        const commits = yield* balances
        const states: Array<AccountThen> = []
        for (const { seq, balance } of commits) {
          const state = yield* accountAt(owner, { seq })
          assert.strictEqual(state.available, balance, `after commit ${seq}`)
          states.push(state)
        }
        // While a check or the job was on its way, its credits were held.
        const held = new Set(states.map(heldIn))
        assert.includeMembers([...held], [0, 1, 5, 3])
        const jobs = states.flatMap((state) => state.jobs)
        assert.isAtLeast(jobs.length, 1)
        for (const one of jobs) assert.deepInclude(one, { job, rows: 3 })
        assert.strictEqual(states.at(-1)!.jobs.length, 0)

        for (const { seq, at } of commits) {
          const state = yield* accountAt(owner, { instant: at })
          assert.isAtLeast(state.seq, seq)
          assert.strictEqual(state.available, commits[state.seq - 1]!.balance)
        }
        const before = yield* accountAt(owner, { instant: new Date(commits[0]!.at.getTime() - 1) })
        assert.deepInclude(before, { seq: 0, available: 0, holds: [], jobs: [] })
      }).pipe(Effect.provide(sqlOf(running)))

      const env = { RCPT_DATABASE_URL: running.databaseUrl! }
      const balance = (...args: ReadonlyArray<string>) => rcpt(["ledger", "balance", ...args], env)
      const { code, stdout, stderr } = yield* balance(owner.toUpperCase())
      assert.deepStrictEqual([code, stderr], [0, ""])
      const { credits } = Object((yield* running.get("/api/v1/account")).json)
      const text = Number(credits).toLocaleString("en-US")
      assert.match(stdout, new RegExp(`\\navailable +${text}\\nheld +0\\n$`))
      const [asJson] = (yield* balance(owner, "--at", "1", "--json")).stdout.split("\n")
      assert.deepInclude(JSON.parse(asJson!), { seq: 1 })

      for (const [args, says] of [
        [["nobody@rcpt.test"], "There is no account nobody@rcpt.test"],
        [[owner, "--at", "999999"], "--at: the log has "],
        [[owner, "--at", "yesterday"], "--at must be an instant"],
        [[owner, "--at", "2026-11-23T21:00:00"], "--at must be an instant"],
        [[owner, "--at", "2999-01-01T00:00:00Z"], "is in the future"]
      ] as const) {
        const refused = yield* balance(...args)
        assert.strictEqual(refused.code, 64, refused.stderr)
        assert.include(refused.stderr, says)
      }
    }).pipe(Effect.scoped)
  )
})
