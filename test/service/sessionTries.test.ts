import { assert, describe, it, layer } from "@effect/vitest"
import * as Tries from "@rcpt/service/sessions/Tries"
import { Duration, Effect } from "effect"

import * as service from "../support/service.ts"
import { isProblem } from "./keysWorld.ts"
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
const { accountLimit, addressLimit } = Tries

/** One after the other, all at the same time of the clock; how many were let try. */
const passing = (
  tries: ReturnType<typeof Tries.make>,
  triers: ReadonlyArray<Tries.Trier>,
  now = 0
): number => triers.filter((trier) => !(tries.begin(trier, now) instanceof Tries.TryLater)).length

const many = (count: number, of: (n: number) => Tries.Trier) =>
  Array.from({ length: count }, (_, n) => of(n))

describe("Wrong passwords", () => {
  const fromEverywhere = (count: number) =>
    many(count, (n) => ({ email: ann, address: `192.0.2.${n}` }))

  it("are so many for an account, wherever they come from, and then twelve an hour", () => {
    const tries = Tries.make()
    assert.strictEqual(passing(tries, fromEverywhere(100)), accountLimit.burst)
    const hour = Duration.toMillis("1 hour")
    assert.strictEqual(passing(tries, fromEverywhere(100), hour), accountLimit.burst)
    const minutes = Duration.toMillis("10 minutes")
    assert.strictEqual(passing(tries, fromEverywhere(100), hour + minutes), 2)
  })

  it("are so many from an address, whatever accounts they are for", () => {
    const tries = Tries.make()
    const everybody = many(100, (n) => ({ email: `${n}@rcpt.test`, address: "192.0.2.1" }))
    assert.strictEqual(passing(tries, everybody), addressLimit.burst)
    assert.strictEqual(passing(tries, [{ email: ann, address: "192.0.2.2" }]), 1)
  })

  it("of others do not keep out who has signed in from the same address before", () => {
    const tries = Tries.make()
    const known = { email: ann, address: "198.51.100.1" }
    const first = tries.begin(known, 0)
    if (!(first instanceof Tries.TryLater)) first.wasRight()
    passing(tries, fromEverywhere(100))
    assert.strictEqual(passing(tries, [known]), 1)
    assert.strictEqual(passing(tries, [{ email: ann, address: "203.0.113.1" }]), 0)
    // And his address is no way around the limit for whoever shares it.
    assert.strictEqual(
      passing(
        tries,
        many(100, () => known)
      ),
      accountLimit.burst - 1
    )
  })

  it("that are right cost nothing", () => {
    const tries = Tries.make()
    for (let n = 0; n < 1_000; n++) {
      const begun = tries.begin({ email: ann, address: "192.0.2.1" }, 0)
      if (begun instanceof Tries.TryLater) assert.fail(`refused the ${n}th`)
      begun.wasRight()
    }
  })

  it("say when to come back", () => {
    const tries = Tries.make()
    passing(tries, fromEverywhere(accountLimit.burst))
    const refused = tries.begin({ email: ann, address: "192.0.2.200" }, 60_000)
    assert.deepStrictEqual(refused, new Tries.TryLater({ retryAfterSeconds: 240 }))
  })
})

describe("Passwords that are tried by the thousand", () => {
  const tried = 1_000
  const isRefused = ({ status }: service.Answer) => status === 429

  const rush = (running: service.Running, email: (n: number) => string, from = anywhere) =>
    Effect.forEach(
      Array.from({ length: tried }, (_, n) => n),
      (n) => tryToSignIn(running, { email: email(n), password: `wrong password ${n}` }, from()),
      { concurrency: 50 }
    )

  layer(
    service.layer({ env }),
    service.live
  )((it) => {
    it.effect("are looked at a few times, and the service goes on for everybody else", () =>
      Effect.gen(function* () {
        const running = yield* service.Service
        const person = yield* openPerson(running)
        const home = anywhere()
        yield* signIn(running, person, home)
        const answers = yield* rush(running, () => person.email)
        const refused = answers.filter(isRefused)
        assert.isAtLeast(refused.length, tried - accountLimit.burst - 1)
        assert.isTrue(answers.some(({ status }) => status === 401))
        isProblem(refused[0]!, 429, "rate limit exceeded")
        assert.isAtLeast(Number(refused[0]!.headers.get("retry-after")), 1)
        // Not even the right one, from a place that nobody knows; but at home, and others anywhere.
        assert.strictEqual((yield* tryToSignIn(running, person)).status, 429)
        yield* signIn(running, person, home)
        yield* signIn(running, owner)
      })
    )

    it.effect("are looked at as seldom when nobody has the account", () =>
      Effect.gen(function* () {
        const running = yield* service.Service
        const answers = yield* rush(running, () => "nobody@rcpt.test")
        const refused = answers.filter(isRefused).length
        assert.isAtLeast(refused, tried - accountLimit.burst - 1)
        assert.isAtMost(refused, tried - accountLimit.burst)
      })
    )

    it.effect("are looked at a few times from one address, for however many accounts", () =>
      Effect.gen(function* () {
        const running = yield* service.Service
        const home = anywhere()
        const answers = yield* rush(
          running,
          (n) => `${n}@rcpt.test`,
          () => home
        )
        const refused = answers.filter(isRefused)
        assert.isAtLeast(refused.length, tried - addressLimit.burst - 5)
        const answer = yield* tryToSignIn(running, owner, home)
        assert.strictEqual(answer.status, 429)
      })
    )

    it.effect("take as long for an account that there is as for one that there is not", () =>
      Effect.gen(function* () {
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
        // The fastest of many: a machine can only make them slower. One hash takes 20 ms or more.
        const ratio = Math.min(...unknown) / Math.min(...known)
        assert.isAbove(ratio, 0.4)
        assert.isBelow(ratio, 2.5)
      })
    )
  })
})
