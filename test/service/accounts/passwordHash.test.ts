import { argon2Sync } from "node:crypto"

import { hashPassword, isOverloaded, isPassword } from "@rcpt/service/accounts/password"
import { Effect, Fiber } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"

const password = "correct horse battery"

describe("The hash of a password", () => {
  it.live("matches that password and no other", function* () {
    const hash = yield* hashPassword(password)
    assert.isTrue(yield* isPassword(password, hash))
    for (const other of ["", `${password} `, "Correct horse battery", hash])
      assert.isFalse(yield* isPassword(other, hash))
    assert.notStrictEqual(yield* hashPassword(password), hash)
  })

  it.live("matches it in each Unicode form", function* () {
    const hash = yield* hashPassword("z\u00fcrich \ufb01ne weather")
    assert.isTrue(yield* isPassword("zu\u0308rich fine weather", hash))
  })

  it.live("carries its own parameters, so that the defaults may change", function* () {
    const cost = { memory: 64, passes: 3, parallelism: 2 }
    const salt = Buffer.from("somesaltsomesalt")
    const tag = argon2Sync("argon2id", { message: password, nonce: salt, tagLength: 32, ...cost })
    const [plainSalt, plainTag] = [salt, tag].map((bytes) =>
      bytes.toString("base64").replaceAll("=", "")
    )
    const cheap = `$argon2id$v=19$m=64,t=3,p=2$${plainSalt}$${plainTag}`
    assert.isTrue(yield* isPassword(password, cheap))
    assert.isFalse(yield* isPassword("another one", cheap))
  })

  it.live("matches no password when it is absent or malformed", function* () {
    for (const none of [undefined, "", "-", "$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA"])
      assert.isFalse(yield* isPassword(password, none))
  })

  it.live("is computed off the event loop", function* () {
    let turns = 0
    const hashing = yield* Effect.forkChild(hashPassword(password), { startImmediately: true })
    while (hashing.pollUnsafe() === undefined) {
      turns++
      yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))
    }
    assert.isAbove(turns, 10)
  })

  it.live("is computed for a bounded number of requests at once", function* () {
    assert.isFalse(isOverloaded())
    const waiting = yield* Effect.forEach(Array.from({ length: 50 }), () =>
      Effect.forkChild(isPassword(password, undefined), { startImmediately: true })
    )
    assert.isTrue(isOverloaded())
    yield* Effect.forEach(waiting, Fiber.interrupt, { concurrency: "unbounded" })
    assert.isFalse(isOverloaded())
  })
})
