/** Witnesses co-sign checkpoints, and notice a history that is not the one they have signed. */
import { randomBytes } from "node:crypto"

import { judgeReply } from "@rcpt/service/ledger/checkpoints/witnesses"
import { witnesses } from "@rcpt/service/platform/config/parse"
import { Effect, Schedule } from "effect"

import { rcpt } from "../../../cli/rcpt.ts"
import { asSuperuser } from "../../../support/freshDatabase.ts"
import * as service from "../../../support/service.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import * as witness from "../../../support/witness.ts"
import type { Witness } from "../../../support/witness.ts"
import { queried } from "./queried.ts"

const key = Buffer.alloc(32, "witnessed").toString("base64")

const until = (holds: () => boolean) =>
  Effect.repeat(Effect.sync(holds), {
    until: (is) => is,
    schedule: Schedule.spaced("100 millis")
  })

const startWith = (...all: ReadonlyArray<Witness>) =>
  service.start({
    lab: true,
    env: {
      RCPT_LEDGER_KEY: key,
      RCPT_CHECKPOINT_EVERY: "1s",
      RCPT_LEDGER_WITNESSES: all.map(({ setting }) => setting).join(",")
    }
  })

const grow = (running: service.Running, checks: number) =>
  Effect.forEach(Array.from({ length: checks }), () =>
    running.get("/api/v1/verify?email=user1@plain.test")
  )

const newestOf = (running: service.Running) =>
  Effect.map(running.get("/api/v1/ledger/checkpoints"), ({ json }) => {
    const { keys, checkpoints, witnesses } = Object(json)
    return { key: keys[0], witnesses, ...checkpoints[0] }
  })

/** Until the witness has signed so many more. */
const moreOf = ({ asked }: Witness, count = 1) => {
  const signed = () => asked.filter(({ status }) => status === 200).length
  const before = signed()
  return until(() => signed() >= before + count)
}

describe("A checkpoint", () => {
  it.live(
    "is co-signed by every witness, and each next one with a proof that the log has grown",
    function* () {
      const [one, other] = [yield* witness.start("one.test"), yield* witness.start("two.test/x")]
      const running = yield* startWith(one, other)
      yield* until(() => one.asked.length > 0 && other.asked.length > 0)
      one.log = (yield* newestOf(running)).key
      for (const checks of [3, 20]) yield* Effect.andThen(grow(running, checks), moreOf(one))
      yield* until(() => other.asked.at(-1)?.size === one.asked.at(-1)?.size)
      const { note, witnesses: keys } = yield* newestOf(running)
      assert.isTrue(one.hasSigned(note) && other.hasSigned(note), note)
      assert.deepStrictEqual(
        keys,
        [one, other].map(({ setting }) => setting.split(" ")[0])
      )
      const entries = yield* running.get("/api/v1/ledger?limit=1")
      const path = `/api/v1/ledger/${Object(entries.json).entries[0].id}/proof`
      // A proof may be of a checkpoint that is a moment old.
      yield* Effect.repeat(running.get(path), {
        until: ({ json }) => one.hasSigned(Object(json).checkpoint),
        schedule: Schedule.spaced("200 millis")
      })
      // A proof from an earlier size each time but the first.
      assert.isTrue(one.asked.slice(1).every(({ old, status }) => old > 0 && status === 200))

      const env = {
        RCPT_DATABASE_URL: running.databaseUrl!,
        RCPT_LEDGER_KEY: key,
        RCPT_LEDGER_WITNESSES: one.setting
      }
      const whole = yield* rcpt(["ledger", "verify"], env)
      assert.strictEqual(whole.code, 0, whole.stdout)
      yield* queried(
        asSuperuser(running.databaseUrl!),
        "update es.cosignature set line = replace(line, 'one.test ', 'one.test A')"
      )
      const forged = yield* rcpt(["ledger", "verify"], env)
      assert.strictEqual(forged.code, 1)
      assert.match(forged.stdout, /BROKEN {2}cosigned .*\n.*\n? +number \d+\n/)
    },
    { timeout: 120_000 }
  )

  it.live(
    "is signed while a witness refuses or is away, which is said once",
    function* () {
      const busy = yield* witness.start("busy.test")
      busy.answer = () => ({ status: 503, body: "" })
      const running = yield* startWith(busy)
      yield* until(() => busy.asked.length > 1)
      yield* grow(running, 1)
      const said = running.output().split("Checkpoints of the ledger do not reach").length - 1
      assert.strictEqual(said, 1, running.output())
      assert.include(running.output(), "the witness busy.test: it answered 503")
      busy.answer = () => ({ status: 200, body: "— busy.test AAAA\n" })
      yield* until(() => running.output().includes("its answer is not signed with its key"))
      busy.answer = undefined
      yield* moreOf(busy)
      assert.isTrue(busy.hasSigned((yield* newestOf(running)).note))
    },
    { timeout: 120_000 }
  )

  it.live(
    "is proven from where the witness is, if it has lost some; another history raises an alarm",
    function* () {
      const one = yield* witness.start("one.test")
      const running = yield* startWith(one)
      yield* until(() => one.asked.length > 0)
      const [[log, first] = []] = [...one.seen]
      yield* Effect.andThen(grow(running, 5), moreOf(one))
      one.seen.set(log!, first!)
      yield* Effect.andThen(grow(running, 5), moreOf(one))
      const [lost, found] = one.asked.slice(-2)
      assert.deepStrictEqual([lost!.status, found!.status, found!.old], [409, 200, first!.size])
      const alarms = [
        [{ size: 2, root: randomBytes(32) }, /does not begin with its first 2 commits/],
        [{ size: 1_000_000, root: randomBytes(32) }, /it has signed 1000000 commits, and there are/]
      ] as const
      for (const [seen, says] of alarms) {
        one.seen.set(log!, seen)
        yield* grow(running, 1)
        yield* until(() => says.test(running.output()))
      }
      assert.include(running.output(), "not the one that the witness one.test has signed")
    },
    { timeout: 120_000 }
  )
})

const [parsed] = [witnesses("w.example+1a2b3c4d+AAAA http://127.0.0.1:2")]

describe("RCPT_LEDGER_WITNESSES", () => {
  it.live("is refused with what is wrong", () =>
    Effect.gen(function* () {
      const { setting } = yield* witness.start("one.test")
      const [vkey = "", url = ""] = setting.split(" ")
      const octets = Buffer.from(vkey.split("+")[2]!, "base64")
      octets[0] = 6
      const refused = (value: string) => Object(witnesses(value)).what
      assert.match(String(Object(parsed).what), /`<key> <URL>`/)
      assert.match(refused(vkey), /`<key> <URL>`/)
      assert.match(refused(`${vkey} ftp://x.test`), /`<key> <URL>`/)
      assert.match(refused(`x+00000000+${octets.toString("base64")} ${url}`), /ML-DSA/)
      assert.match(refused(`${setting}, ${setting}`), /a key of its own/)
      assert.deepStrictEqual(witnesses(""), [])
    }).pipe(Effect.scoped)
  )
})

describe("An answer of a witness", () => {
  const asked = {
    old: 5,
    proof: [],
    checkpoint: { size: 9, root: new Uint8Array(32), note: "x\n", at: new Date(0) }
  }
  const witnessAt = { key: "", url: "", verifier: undefined as never }
  const size = "text/x.tlog.size"
  const cases = [
    [409, size, "7\n", "Elsewhere"],
    [409, size, "5\n", "Contradicted"],
    [409, size, "9\n", "Elsewhere"],
    [409, size, "10\n", "Contradicted"],
    [409, size, "-1", "Contradicted"],
    [409, "text/plain", "7\n", "Contradicted"],
    [422, "text/plain", "", "Contradicted"],
    [400, "text/plain", "", "Refused"],
    [403, "text/plain", "", "Refused"],
    [404, "text/plain", "", "Refused"],
    [302, "text/plain", "", "Refused"],
    [500, "text/plain", "", "Refused"],
    [200, "text/plain", "", "Refused"]
  ] as const
  for (const [status, contentType, body, tag] of cases)
    it(`of ${status} ${contentType} ${JSON.stringify(body)} is ${tag}`, () => {
      assert.strictEqual(judgeReply(witnessAt, asked, { status, contentType, body })._tag, tag)
    })
})
