import { Effect, Schedule } from "effect"

import { freshDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

interface Line {
  readonly seq: number
  readonly idx: number
  readonly type: string
  readonly stream: string
  readonly data: unknown
}

const linesOf = (stdout: string) =>
  stdout
    .split("\n")
    .filter((text) => text !== "")
    .map((text) => JSON.parse(text) as Line)

const typesOf = (stdout: string) => linesOf(stdout).map(({ type }) => type)

const check = ({ get }: service.Running, name: string) =>
  Effect.map(get(`/api/v1/verify?email=${name}@acme.test`), ({ status }) =>
    assert.strictEqual(status, 200)
  )

/** Until the log has the last charge. */
const replayed = (env: Readonly<Record<string, string>>, charges: number) =>
  rcpt(["events", "replay", "--json"], env).pipe(
    Effect.repeat({
      until: ({ stdout }) =>
        typesOf(stdout).filter((t) => t === "CreditsCharged").length >= charges,
      schedule: Schedule.spaced("200 millis")
    })
  )

describe("rcpt events", () => {
  it.live("replays the log from any place, and follows it", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true })
      const env = { RCPT_DATABASE_URL: running.databaseUrl! }
      yield* check(running, "ann")
      yield* check(running, "bob")
      const all = yield* replayed(env, 2)
      assert.strictEqual(all.code, 0)
      const lines = linesOf(all.stdout)
      // From the first commit, without gaps.
      assert.deepStrictEqual(
        [...new Set(lines.map(({ seq }) => seq))],
        Array.from({ length: lines.at(-1)!.seq }, (_, index) => index + 1)
      )
      assert.include(typesOf(all.stdout), "CreditsGranted")

      const [after, until] = [lines.at(-1)!.seq - 2, lines.at(-1)!.seq - 1]
      const part = yield* rcpt(
        ["events", "replay", "--json", "--after", `${after}`, "--until", `${until}`],
        env
      )
      assert.deepStrictEqual(
        linesOf(part.stdout),
        lines.filter(({ seq }) => seq > after && seq <= until)
      )

      const charges = yield* rcpt(["events", "replay", "--type", "CreditsCharged"], env)
      const shown = charges.stdout.trimEnd().split("\n")
      assert.strictEqual(shown.length, 2)
      assert.match(
        shown[0]!,
        /^\d+\.\d+ {2}\S+Z {2}CreditsCharged {2}ledger-[\w-]+@\d+ {2}\{"holdId"/
      )

      const { stream } = lines.find(({ type }) => type === "CreditsGranted")!
      const [one] = yield* Effect.all(
        [
          rcpt(["events", "tail", "--json", "--last", "0", "--stream", stream], env, (kill) => {
            setTimeout(() => kill("SIGINT"), 8_000)
          }),
          Effect.delay(check(running, "joe"), "3 seconds")
        ],
        { concurrency: 2 }
      )
      assert.include(typesOf(one.stdout), "CreditsCharged")
      for (const line of linesOf(one.stdout)) {
        assert.isAbove(line.seq, lines.at(-1)!.seq)
        assert.strictEqual(line.stream, stream)
      }
    }).pipe(Effect.scoped)
  )

  it.live("says so when there is no database, or no log in it", () =>
    Effect.gen(function* () {
      const nowhere = yield* rcpt(["events", "replay"], {
        RCPT_DATABASE_URL: "postgres://127.0.0.1:9/none"
      })
      assert.strictEqual(nowhere.code, 69)
      assert.match(nowhere.stderr, /^The database cannot be reached: .+\n$/)
      const empty = yield* rcpt(["events", "replay"], { RCPT_DATABASE_URL: yield* freshDatabase() })
      assert.deepStrictEqual([empty.code, empty.stdout], [0, ""])
      for (const flags of [
        ["replay", "--after", "x"],
        ["replay", "--until", "-1"],
        ["tail", "--last", "-5"]
      ])
        assert.strictEqual((yield* rcpt(["events", ...flags])).code, 64, flags.join(" "))
    }).pipe(Effect.scoped)
  )
})
