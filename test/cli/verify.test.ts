import { VerifyResult } from "@rcpt/api/VerifyResult"
import * as Lab from "@rcpt/lab/Lab"
import { Context, Deferred, Effect, Layer, Schedule, Schema } from "effect"

import * as service from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

class TheLab extends Context.Service<TheLab, Lab.Lab>()("test/TheLab") {}

const world = Layer.merge(service.layer({ lab: true }), Layer.effect(TheLab, Lab.start()))

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(VerifyResult), {
  onExcessProperty: "error"
})

/** Milliseconds: below the 5 s of a verification's timers, and enough to end on a busy machine. */
const endWaitMax = 4_000

/** The exit code for each verdict, with an address of the lab. */
const verdicts = [
  [0, "ann@acme.test", /^valid, score 100 of 100\nann@acme\.test\n/],
  [1, "support@acme.test", /^risky, role_based, score 80 of 100\n/],
  [2, "ann@nowhere.test", /^invalid, domain_not_found, score 0 of 100\n/],
  [3, "ann@refused.test", /^unknown, dns_error, score 50 of 100\n/]
] as const

layer(world, service.live)("rcpt verify", (it) => {
  const serverEnv = Effect.map(service.Service, ({ base, apiKey }) => ({
    RCPT_URL: base,
    RCPT_API_KEY: apiKey
  }))
  const localEnv = Effect.map(TheLab, ({ env }) => env)

  for (const [code, address, opening] of verdicts) {
    it.effect(`ends with ${code} for ${address}, by a server and with --local`, function* () {
      const byServer = yield* rcpt(["verify", address], yield* serverEnv)
      const local = yield* rcpt(["verify", "--local", address], yield* localEnv)
      for (const finished of [byServer, local]) {
        assert.strictEqual(finished.code, code, finished.stderr)
        assert.match(finished.stdout, opening)
        assert.strictEqual(finished.stderr, "")
      }
      assert.match(byServer.stdout, code === 3 ? /, 0 credits\n$/ : /, 1 credit\n$/)
      assert.match(local.stdout, /\d ms\n$/)
    })
  }

  it.effect("prints the reasons, then each check, then the mail hosts", function* () {
    const { stdout } = yield* rcpt(["verify", "--local", "ann@halfdark.test"], yield* localEnv)
    const order = /^valid[^]+\nChecks\n[^]+\nMail servers\n {2}\S+\n/
    assert.match(stdout, order)
    assert.match(stdout, /\n {2}syntax +yes\n/)
    assert.match(stdout, /\n {2}disposable +no\n/)
    assert.match(stdout, /\n {2}dmarc +not answered\n/)
    const risky = yield* rcpt(["verify", "--local", "ann@website.test"], yield* localEnv)
    assert.match(risky.stdout, /\nWhy\n {2}- The domain has no MX records[^]+\nChecks\n/)
  })

  it.effect("prints the API response as one line with --json", function* () {
    const args = ["verify", "ann@plain.test", "--json"]
    const byServer = yield* rcpt(args, yield* serverEnv)
    const here = yield* rcpt([...args, "--local"], yield* localEnv)
    assert.strictEqual(byServer.stdout.split("\n").length, 2)
    const result = yield* decode(byServer.stdout)
    const { checked_at, response_time_ms } = result
    const local = { ...(yield* decode(here.stdout)), checked_at, response_time_ms }
    assert.notProperty(local, "credits_used")
    assert.deepStrictEqual({ ...local, credits_used: 1 }, result)
  })

  it.effect("ends when it has printed the answer, whatever timers are left", function* () {
    const finished = yield* rcpt(["verify", "--local", "ann@acme.test"], yield* localEnv)
    assert.isBelow(finished.endedAfter, endWaitMax, finished.stdout)
  })

  it.effect("prefers --url and --api-key to the environment", function* () {
    const { base, apiKey } = yield* service.Service
    const wrong = { RCPT_URL: "http://127.0.0.1:1", RCPT_API_KEY: "wrong" }
    const args = ["verify", "ann@acme.test", "--url", `${base}/`, "--api-key", apiKey]
    assert.strictEqual((yield* rcpt(args, wrong)).code, 0)
  })

  it.effect("uses colours only where the terminal or FORCE_COLOR allows them", function* () {
    const args = ["verify", "--local", "ann@acme.test"]
    const env = yield* localEnv
    const piped = yield* rcpt(args, env)
    const forced = yield* rcpt(args, { ...env, FORCE_COLOR: "1" })
    const refused = yield* rcpt(args, { ...env, FORCE_COLOR: "1", NO_COLOR: "1" })
    assert.notInclude(piped.stdout, "\u001b")
    assert.include(forced.stdout, "\u001b[32mvalid")
    assert.notInclude(refused.stdout, "\u001b")
  })

  it.effect("prints no control character of an address", function* () {
    const env = yield* localEnv
    const { code, stdout } = yield* rcpt(["verify", "--local", "a\u001b[2Jb@acme.test"], env)
    assert.strictEqual(code, 2)
    assert.match(stdout, /a\uFFFD\[2Jb@acme\.test/)
  })

  it.effect("reads the argument after -- as the address", function* () {
    const { code } = yield* rcpt(["verify", "--local", "--", "-a@acme.test"], yield* localEnv)
    assert.strictEqual(code, 0)
  })

  it.effect("ends with 130 when it is interrupted, never with a verdict", function* () {
    const lab = yield* TheLab
    const before = yield* lab.queries
    const killer = yield* Deferred.make<(signal: NodeJS.Signals) => void>()
    const interrupt = Effect.gen(function* () {
      const kill = yield* Deferred.await(killer)
      yield* lab.queries.pipe(
        Effect.repeat({ until: (now) => now > before, schedule: Schedule.spaced("20 millis") })
      )
      kill("SIGINT")
    })
    const run = rcpt(["verify", "--local", "ann@silent.test"], lab.env, (kill) =>
      Deferred.doneUnsafe(killer, Effect.succeed(kill))
    )
    const [{ code, stdout }] = yield* Effect.all([run, interrupt], { concurrency: 2 })
    assert.deepStrictEqual([code, stdout], [130, ""])
  })
})
