import * as SignInLimiter from "@rcpt/service/accounts/sessions/SignInLimiter"
import { keyedLimits } from "@rcpt/service/limits/keyedLimits"
import { Duration, Effect } from "effect"

import * as service from "../../../support/service.ts"
import { assert, describe, it, layer } from "../../../support/vitest.ts"
import { broadcasts } from "../../limits/broadcast.ts"
import { isProblem } from "../keysWorld.ts"
import {
  anywhere,
  env,
  openPerson,
  owner,
  paths,
  post,
  signIn,
  tryToSignIn
} from "./sessionWorld.ts"

const ann = "ann@rcpt.test"
const { signInAccount: accountLimit, signInAddress: addressLimit } = keyedLimits

/** Begins attempts one after the other, at the same time of the clock; returns how many are admitted. */
const admitted = (
  limiter: ReturnType<typeof SignInLimiter.make>,
  sources: ReadonlyArray<SignInLimiter.AttemptSource>,
  now = 0
): number =>
  sources.filter((source) => !(limiter.begin(source, now) instanceof SignInLimiter.TryLater)).length

const many = (count: number, of: (n: number) => SignInLimiter.AttemptSource) =>
  Array.from({ length: count }, (_, n) => of(n))

describe("The sign-in limiter", () => {
  const fromEverywhere = (count: number) =>
    many(count, (n) => ({ email: ann, address: `192.0.2.${n}` }))

  it("admits ten wrong passwords for an account from all addresses, then twelve an hour", () => {
    const limiter = SignInLimiter.make()
    assert.strictEqual(admitted(limiter, fromEverywhere(100)), accountLimit.burst)
    const hour = Duration.toMillis("1 hour")
    assert.strictEqual(admitted(limiter, fromEverywhere(100), hour), accountLimit.burst)
    const minutes = Duration.toMillis("10 minutes")
    assert.strictEqual(admitted(limiter, fromEverywhere(100), hour + minutes), 2)
  })

  it("counts the wrong passwords of all processes of a node together", () => {
    const [one, other] = broadcasts(2).map(SignInLimiter.make)
    const now = performance.now()
    assert.strictEqual(admitted(one!, fromEverywhere(6), now), 6)
    assert.strictEqual(admitted(other!, fromEverywhere(100), now), accountLimit.burst - 6)
    assert.strictEqual(admitted(one!, fromEverywhere(100), now), 0)
  })

  it("knows in all processes of a node from where a user has signed in before", () => {
    const [one, other] = broadcasts(2).map(SignInLimiter.make)
    const now = performance.now()
    const home = { email: ann, address: "198.51.100.1" }
    const first = one!.begin(home, now)
    if (!(first instanceof SignInLimiter.TryLater)) first.succeed()
    admitted(other!, fromEverywhere(100), now)
    assert.strictEqual(admitted(other!, [home], now), 1)
    assert.strictEqual(admitted(other!, [{ email: ann, address: "203.0.113.1" }], now), 0)
  })

  it("limits wrong passwords from an address over all accounts", () => {
    const limiter = SignInLimiter.make()
    const accounts = many(100, (n) => ({ email: `${n}@rcpt.test`, address: "192.0.2.1" }))
    assert.strictEqual(admitted(limiter, accounts), addressLimit.burst)
    assert.strictEqual(admitted(limiter, [{ email: ann, address: "192.0.2.2" }]), 1)
  })

  it("does not lock a user out at an address from which they have signed in before", () => {
    const limiter = SignInLimiter.make()
    const home = { email: ann, address: "198.51.100.1" }
    const first = limiter.begin(home, 0)
    if (!(first instanceof SignInLimiter.TryLater)) first.succeed()
    admitted(limiter, fromEverywhere(100))
    assert.strictEqual(admitted(limiter, [home]), 1)
    assert.strictEqual(admitted(limiter, [{ email: ann, address: "203.0.113.1" }]), 0)
    // Others at that address have no more attempts than the limit.
    assert.strictEqual(
      admitted(
        limiter,
        many(100, () => home)
      ),
      accountLimit.burst - 1
    )
  })

  it("does not count right passwords", () => {
    const limiter = SignInLimiter.make()
    for (let n = 0; n < 1_000; n++) {
      const begun = limiter.begin({ email: ann, address: "192.0.2.1" }, 0)
      if (begun instanceof SignInLimiter.TryLater) assert.fail(`refused the ${n}th`)
      begun.succeed()
    }
  })

  it("says when to retry", () => {
    const limiter = SignInLimiter.make()
    admitted(limiter, fromEverywhere(accountLimit.burst))
    const refused = limiter.begin({ email: ann, address: "192.0.2.200" }, 60_000)
    const { burst: limit } = accountLimit
    assert.deepStrictEqual(refused, new SignInLimiter.TryLater({ retryAfterSeconds: 240, limit }))
  })
})

describe("A thousand sign-in attempts", () => {
  const attempts = 1_000
  const isRefused = ({ status }: service.Answer) => status === 429

  const rush = (running: service.Running, email: (n: number) => string, from = anywhere) =>
    Effect.forEach(
      Array.from({ length: attempts }, (_, n) => n),
      (n) => tryToSignIn(running, { email: email(n), password: `wrong password ${n}` }, from()),
      { concurrency: 50 }
    )

  layer(
    service.layer({ env }),
    service.live
  )((it) => {
    it.effect("for one account are mostly refused, and do not affect other accounts", function* () {
      const running = yield* service.Service
      const person = yield* openPerson(running)
      const home = anywhere()
      yield* signIn(running, person, home)
      const answers = yield* rush(running, () => person.email)
      const refused = answers.filter(isRefused)
      assert.isAtLeast(refused.length, attempts - accountLimit.burst - 1)
      assert.isTrue(answers.some(({ status }) => status === 401))
      isProblem(refused[0]!, 429, "rate limit exceeded")
      assert.match(refused[0]!.headers.get("x-ratelimit-limit") ?? "", /^\d+$/)
      assert.isAtLeast(Number(refused[0]!.headers.get("retry-after")), 1)
      // Even the right password is refused from a new address, but not at home or for others.
      assert.strictEqual((yield* tryToSignIn(running, person)).status, 429)
      yield* signIn(running, person, home)
      yield* signIn(running, owner)
    })

    it.effect("for an unknown account are limited in the same way", function* () {
      const running = yield* service.Service
      const answers = yield* rush(running, () => "nobody@rcpt.test")
      const refused = answers.filter(isRefused).length
      assert.isAtLeast(refused, attempts - accountLimit.burst - 1)
      assert.isAtMost(refused, attempts - accountLimit.burst)
    })

    it.effect("from one address are mostly refused, even for different accounts", function* () {
      const running = yield* service.Service
      const home = anywhere()
      const answers = yield* rush(
        running,
        (n) => `${n}@rcpt.test`,
        () => home
      )
      const refused = answers.filter(isRefused)
      assert.isAtLeast(refused.length, attempts - addressLimit.burst - 5)
      const answer = yield* tryToSignIn(running, owner, home)
      assert.strictEqual(answer.status, 429)
    })

    it.effect("take as long for an existing account as for an unknown one", function* () {
      const running = yield* service.Service
      const people = yield* Effect.forEach(Array.from({ length: 3 }), () => openPerson(running))
      const timed = (email: string) =>
        Effect.gen(function* () {
          const body = { email, password: "wrong horse battery" }
          const [elapsed] = yield* Effect.timed(
            post(running, paths.session, body, { headers: anywhere() })
          )
          return Duration.toMillis(elapsed)
        })
      const known: Array<number> = []
      const unknown: Array<number> = []
      for (let n = 0; n < 15; n++) {
        known.push(yield* timed(people[n % 3]!.email))
        unknown.push(yield* timed(`${n}@nobody.test`))
      }
      // Minima: load only makes them slower. One hash takes 20 ms or more.
      const ratio = Math.min(...unknown) / Math.min(...known)
      assert.isAbove(ratio, 0.4)
      assert.isBelow(ratio, 2.5)
    })
  })
})
