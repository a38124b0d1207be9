import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

import { customer, entriesOf, posted, sqlIn } from "../service/views/ledger/ledgerWorld.ts"
import * as service from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

/** Pages are read as fast as they come: more than one account may ask for. */
const env = { RCPT_RATE_LIMIT: "off" }

/** More than a page of the test has. */
const grants = 30

const command = (running: service.Running, ...args: ReadonlyArray<string>) =>
  rcpt(args, { RCPT_DATABASE_URL: running.databaseUrl! })

const granted = (running: service.Running) =>
  Effect.gen(function* () {
    const ann = yield* customer(running, 1)
    for (let n = 2; n <= grants; n++)
      yield* posted(running, ann.account, "grants", { credits: n, reason: "top-up" })
    return ann
  })

const change = (running: service.Running, statement: string) =>
  sqlIn(
    running,
    SqlClient.SqlClient.use((sql) => sql.unsafe(statement))
  )

const generationOf = (running: service.Running, name: string) =>
  Effect.map(command(running, "projections", "list", "--json"), ({ stdout }) => {
    const views = JSON.parse(stdout) as ReadonlyArray<{ name: string; generation: number }>
    return views.filter((view) => view.name === name).map(({ generation }) => generation)
  })

layer(service.layer({ env }), service.live)("rcpt projections", (it) => {
  it.effect(
    "lists each view with its generation, place, lag, parked commits and size",
    function* () {
      const { stdout, code } = yield* command(yield* service.Service, "projections", "list")
      assert.strictEqual(code, 0)
      assert.match(stdout, /^view +gen +state +position +behind +parked +size\n/)
      assert.match(stdout, /\nusage +1 +live +\d+ +\d+ +0 +\d+\.\d MiB\n/)
      // A name as long as its column would push the others.
      assert.strictEqual(
        new Set(
          stdout
            .trimEnd()
            .split("\n")
            .map(({ length }) => length)
        ).size,
        1
      )
      const all = yield* command(yield* service.Service, "projections", "list", "--json")
      const views = JSON.parse(all.stdout) as ReadonlyArray<{ name: string; octets: number }>
      const empty = views.filter(({ octets }) => octets === 0).map(({ name }) => name)
      assert.deepStrictEqual(empty, ["credits_low"])
    }
  )

  it.effect(
    "rebuilds a view that is read all the time, also after a kill: no page is wrong",
    function* () {
      const running = yield* service.Service
      const ann = yield* granted(running)
      const expected = yield* entriesOf(running, ann)
      assert.lengthOf(expected, grants)
      let reads = 0
      const reader = Effect.gen(function* () {
        while (true) {
          assert.deepStrictEqual(yield* entriesOf(running, ann), expected)
          reads++
        }
      })
      const writer = Effect.forever(granted(running))
      const load = yield* Effect.forkChild(
        Effect.all([reader, reader, reader, writer], { concurrency: "unbounded" })
      )
      const [before] = yield* generationOf(running, "ledger")
      const databaseUrl = running.databaseUrl!
      yield* rcpt(
        ["projections", "rebuild", "ledger"],
        { RCPT_DATABASE_URL: databaseUrl },
        (kill) => void setTimeout(() => kill("SIGKILL"), 1_200)
      )
      for (let round = 0; round < 3; round++) {
        const { code, stdout, stderr } = yield* command(running, "projections", "rebuild", "ledger")
        assert.strictEqual(code, 0, stderr)
        assert.match(stdout, /ledger: generation \d+ has replaced \d+/)
      }
      assert.isUndefined(load.pollUnsafe(), "a page was wrong")
      yield* Fiber.interrupt(load)
      assert.isAbove(reads, 3)
      const after = yield* generationOf(running, "ledger")
      assert.lengthOf(after, 1)
      assert.isAtLeast(after[0]!, before! + 3)
      assert.deepStrictEqual(yield* entriesOf(running, ann), expected)
    }
  )

  it.effect(
    "names the row that differs and changes nothing; verify --fix rebuilds that view",
    function* () {
      const running = yield* service.Service
      yield* granted(running)
      const [before] = yield* generationOf(running, "ledger")
      yield* change(running, "update ledger_month set granted = granted + 1")
      const diff = yield* command(running, "projections", "diff", "ledger")
      assert.strictEqual(diff.code, 1, diff.stderr)
      assert.match(diff.stdout, /expected ledger_month of account [\da-f-]+, month .*: granted \d+/)
      assert.deepStrictEqual(yield* generationOf(running, "ledger"), [before])

      const fixed = yield* command(running, "ledger", "verify", "--fix")
      assert.strictEqual(fixed.code, 0, fixed.stdout)
      assert.match(fixed.stderr, /^ledger: generation \d+ has replaced \d+/m)
      const same = yield* command(running, "projections", "diff", "ledger")
      assert.deepStrictEqual([same.code, same.stderr], [0, ""])
      assert.match(same.stdout, /^ledger: its rows are what \d+ events say\.\n$/)
    }
  )

  it.effect("rebuilds nothing where facts are damaged, and says so", function* () {
    const running = yield* service.Service
    const add = (n: number) => change(running, `update es.account set available = available + ${n}`)
    const [before] = yield* generationOf(running, "usage")
    yield* add(1)
    const refused = yield* command(running, "ledger", "verify", "--fix")
    yield* add(-1)
    assert.strictEqual(refused.code, 1)
    assert.match(refused.stderr, /^Nothing is rebuilt: I1, I4 failed, and a view/m)
    assert.deepStrictEqual(yield* generationOf(running, "usage"), [before])
  })

  it.effect("ends with 64 where there is no such view", function* () {
    const running = yield* service.Service
    const rebuild = yield* command(running, "projections", "rebuild", "nope")
    assert.deepStrictEqual([rebuild.code, rebuild.stdout], [64, ""], rebuild.stderr)
    assert.match(rebuild.stderr, /^There is no view "nope"\. Choose one of: usage, days, /m)
    const diff = yield* command(running, "projections", "diff", "nope")
    assert.strictEqual(diff.code, 64)
  })
})
