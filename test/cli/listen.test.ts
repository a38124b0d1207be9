import { Effect, Result } from "effect"
import { Webhook } from "standardwebhooks"

import { targetOf } from "../../packages/cli/src/listen.ts"
import { list as csv, jobOf, upload } from "../service/jobs/jobsHttpWorld.ts"
import { receiver, status, until } from "../service/webhooks/webhookWorld.ts"
import * as service from "../support/service.ts"
import { assert, describe, it, layer } from "../support/vitest.ts"
import { start } from "./listening.ts"
import { rcpt } from "./rcpt.ts"

/** The owner's account, with addresses that cost nothing. */
const verifyList = (running: service.Running, filename: string) =>
  Effect.flatMap(upload(running, [csv("email\nvalid@sandbox.rcpt.test\n", filename)]), (answer) =>
    jobOf(answer, 201)
  )

/** It says where events go once it hears them. */
const listen = (running: service.Running, args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { base, apiKey } = running
    const listening = yield* start(["listen", ...args], { RCPT_URL: base, RCPT_API_KEY: apiKey })
    yield* until(() => listening.stderr().endsWith("\n"))
    return listening
  })

describe("rcpt listen", () => {
  layer(
    service.layer({ credits: 1_000 }),
    service.live
  )((it) => {
    it.effect(
      "forwards each event signed, as a webhook gets it, and prints the answer",
      function* () {
        const running = yield* service.Service
        const to = yield* receiver()
        to.answers(status(202))
        const target = `127.0.0.1:${to.port}/my/hook`
        const listening = yield* listen(running, ["--forward", target])
        const [, secret = ""] = /^(whsec_\S+)$/m.exec(listening.stderr()) ?? []
        assert.include(listening.stderr(), `Events go to http://${target}, signed with\n`)
        const { id } = yield* verifyList(running, "list.csv")
        yield* until(() => listening.lines().length > 0)
        const [heard] = to.heard
        const headers = Object.fromEntries(
          ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [
            name,
            String(heard!.headers[name])
          ])
        )
        assert.deepInclude(new Webhook(secret).verify(heard!.body, headers), {
          type: "job.completed"
        })
        assert.strictEqual(heard!.path, "/my/hook")
        assert.strictEqual(heard!.headers["content-type"], "application/json")
        const line = listening.lines()[0]!
        const said = JSON.parse(line)
        assert.strictEqual(said.id, headers["webhook-id"])
        assert.strictEqual(said.event.data.id, id)
        assert.include(line, heard!.body)
        assert.deepInclude(said.forward, { url: `http://${target}`, status: 202 })
        assert.strictEqual(yield* listening.stop, 0)

        // The secret is the key's, so that it can stay in the settings of the program.
        const again = yield* listen(running, ["--forward", target])
        assert.include(again.stderr(), secret)
      }
    )

    it.effect("goes on when nobody is there to take an event, and says so", function* () {
      const running = yield* service.Service
      const listening = yield* listen(running, ["--forward", "http://127.0.0.1:1/"])
      yield* verifyList(running, "a.csv")
      yield* verifyList(running, "b.csv")
      yield* until(() => listening.lines().length === 2)
      for (const line of listening.lines())
        assert.match(JSON.parse(line).forward.error, /ECONNREFUSED|bad port/)
    })

    it.effect("prints only what is asked for", function* () {
      const running = yield* service.Service
      const all = yield* listen(running, [])
      const few = yield* listen(running, ["--events", "job.failed, credits.low", "--print-json"])
      yield* verifyList(running, "few.csv")
      yield* until(() => all.lines().length === 1)
      assert.notProperty(JSON.parse(all.lines()[0]!), "forward")
      yield* Effect.sleep("500 millis")
      assert.deepStrictEqual(few.lines(), [])
    })

    it.effect("says in one sentence what is wrong", function* () {
      const { base, apiKey } = yield* service.Service
      const env = { RCPT_URL: base, RCPT_API_KEY: apiKey }
      const cases = [
        [["--events", "job.done"], env, 64, /^--events must be of job\.completed, .*job\.done\n$/],
        [["--forward", "ftp://x/"], env, 64, /^--forward must look like localhost:3000\/hook/],
        [[], { ...env, RCPT_API_KEY: "wrong" }, 64, /does not accept this API key/],
        [[], { ...env, RCPT_URL: "http://127.0.0.1:1" }, 69, /Is it running\?\n$/]
      ] as const
      for (const [args, environment, code, says] of cases) {
        const done = yield* rcpt(["listen", ...args], environment)
        assert.deepStrictEqual([done.code, done.stdout], [code, ""], done.stderr)
        assert.match(done.stderr, says)
      }
    })

    it.effect("hears what happened while the server was away", function* () {
      const running = yield* service.Service
      const listening = yield* listen(running, [])
      yield* verifyList(running, "before.csv")
      yield* until(() => listening.lines().length === 1)
      yield* running.kill("SIGKILL")
      yield* until(() => listening.stderr().includes("No connection to"))
      const again = yield* running.restart
      yield* verifyList(again, "after.csv")
      yield* until(() => listening.lines().length === 2)
      assert.include(listening.stderr(), "Connected again.\n")
      assert.deepStrictEqual(
        listening.lines().map((line) => JSON.parse(line).event.data.filename),
        ["before.csv", "after.csv"]
      )
    })
  })

  for (const [text, href] of [
    ["3000", "http://localhost:3000/"],
    [":3000/hook", "http://localhost:3000/hook"],
    ["localhost:3000", "http://localhost:3000/"],
    ["localhost:3000/hook?a=b", "http://localhost:3000/hook?a=b"],
    ["app.test/hook", "http://app.test/hook"],
    ["https://app.test:8443/hook", "https://app.test:8443/hook"],
    ["[::1]:3000", "http://[::1]:3000/"],
    ["ftp://x/", undefined],
    ["", undefined],
    ["http://", undefined]
  ] as const)
    it.effect(`takes "${text}" for ${href ?? "nothing"}`, function* () {
      const found = yield* Effect.result(targetOf(text))
      assert.strictEqual(Result.isSuccess(found) ? found.success.href : undefined, href)
    })
})
