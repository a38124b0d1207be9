import { AdminAccounts, Posted } from "@rcpt/api/Admin"
import { Effect, Schema } from "effect"

import { accepts } from "../service/accounts/keysWorld.ts"
import { openPerson } from "../service/accounts/sessions/sessionWorld.ts"
import { creditsOf } from "../service/views/ledger/ledgerWorld.ts"
import * as service from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const decodeList = Schema.decodeUnknownEffect(
  Schema.fromJsonString(AdminAccounts.fields.accounts),
  { onExcessProperty: "error" }
)
const decodePosted = Schema.decodeUnknownEffect(Schema.fromJsonString(Posted))

layer(service.layer(), service.live)("rcpt admin", (it) => {
  const admin = (args: ReadonlyArray<string>, key?: string) =>
    Effect.gen(function* () {
      const { base, apiKey } = yield* service.Service
      return yield* rcpt(["admin", ...args], { RCPT_URL: base, RCPT_API_KEY: key ?? apiKey })
    })

  it.effect("lists accounts, and grants credits once per idempotency key", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const grant = ["grant", ann.email, "25", "--reason", "invoice 17", "--key", "once"]
    const granted = yield* admin(grant)
    assert.deepStrictEqual([granted.code, granted.stderr], [0, ""])
    assert.strictEqual(granted.stdout, `Granted 25 credits to ${ann.account}.\n`)
    const { credits } = yield* decodePosted((yield* admin([...grant, "--json"])).stdout)
    assert.strictEqual(credits, 25)
    assert.strictEqual(yield* creditsOf(running, ann), 25)

    const listed = yield* admin(["accounts"])
    assert.strictEqual(listed.code, 0, listed.stderr)
    const [card] = listed.stdout.split("\n\n")
    assert.match(card!, new RegExp(`^${ann.email}\n  id         ${ann.account}\n  credits    25\n`))
    const list = yield* decodeList((yield* admin(["accounts", "--json"])).stdout)
    assert.deepInclude(list[0], { email: ann.email, credits: 25 })
  })

  it.effect("suspends and resumes an account, by its address or its id", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const suspended = yield* admin(["suspend", ann.email])
    assert.strictEqual(suspended.code, 0, suspended.stderr)
    assert.isFalse(yield* accepts(running, ann.apiKey))
    assert.match((yield* admin(["accounts"])).stdout, /\n {2}suspended {2}20\d\d-\d\d-\d\d /)
    const resumed = yield* admin(["resume", ann.account, "--json"])
    assert.strictEqual(resumed.stdout, '{"message":"the account is resumed"}\n')
    assert.isTrue(yield* accepts(running, ann.apiKey))
  })

  it.effect("ends with 64 where the same command would fail again", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const grant = (credits: string) => admin(["grant", ann.email, credits, "--reason", "r"])
    const cases = [
      [grant("0"), /\(400\): credits must be a whole number from 1 to 1000000000000\.\n$/],
      [admin(["suspend", "nobody@rcpt.test"]), /^No account found for nobody@rcpt\.test\.\n$/],
      [admin(["suspend", "x"]), /\(404\): account not found\.\n$/],
      [admin(["accounts"], ann.apiKey), /\(403\): only an account that owns the service/]
    ] as const
    for (const [run, says] of cases) {
      const { code, stdout, stderr } = yield* run
      assert.deepStrictEqual([code, stdout], [64, ""], stderr)
      assert.match(stderr, says)
    }
    assert.strictEqual((yield* grant("1.5")).code, 64)
    assert.strictEqual((yield* admin(["grant", ann.email, "5"])).code, 64)
  })
})
