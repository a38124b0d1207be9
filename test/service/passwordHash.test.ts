import { argon2Sync } from "node:crypto"

import { assert, describe, it } from "@effect/vitest"
import { hashPassword, isCrowded, isPassword } from "@rcpt/service/accounts/password"
import { Effect, Fiber } from "effect"

const password = "correct horse battery"

describe("The hash of a password", () => {
  it.live("fits that password and no other", () =>
    Effect.gen(function* () {
      const hash = yield* hashPassword(password)
      assert.isTrue(yield* isPassword(password, hash))
      for (const other of ["", `${password} `, "Correct horse battery", hash])
        assert.isFalse(yield* isPassword(other, hash))
      assert.notStrictEqual(yield* hashPassword(password), hash)
    })
  )

  it.live("fits it on whatever keyboard it is typed", () =>
    Effect.gen(function* () {
      const hash = yield* hashPassword("z\u00fcrich \ufb01ne weather")
      assert.isTrue(yield* isPassword("zu\u0308rich fine weather", hash))
    })
  )

  it.live("carries its own cost, so that ours may grow", () =>
    Effect.gen(function* () {
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
  )

  it.live("that is none fits nothing", () =>
    Effect.gen(function* () {
      for (const none of [undefined, "", "-", "$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA"])
        assert.isFalse(yield* isPassword(password, none))
    })
  )

  it.live("is made while the process goes on with other things", () =>
    Effect.gen(function* () {
      let turns = 0
      const hashing = yield* Effect.forkChild(hashPassword(password), { startImmediately: true })
      while (hashing.pollUnsafe() === undefined) {
        turns++
        yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))
      }
      assert.isAbove(turns, 10)
    })
  )

  it.live("is made for so many at once; others are told to come back", () =>
    Effect.gen(function* () {
      assert.isFalse(isCrowded())
      const crowd = yield* Effect.forEach(Array.from({ length: 50 }), () =>
        Effect.forkChild(isPassword(password, undefined), { startImmediately: true })
      )
      assert.isTrue(isCrowded())
      yield* Effect.forEach(crowd, Fiber.interrupt, { concurrency: "unbounded" })
      assert.isFalse(isCrowded())
    })
  )
})
