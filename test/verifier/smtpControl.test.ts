/** The question about a made-up address: when, where, and how it is asked. */
import { assert, describe, it } from "@effect/vitest"
import { absent, present } from "@rcpt/domain/Fact"
import { Effect } from "effect"

import { evidence } from "./evidence.ts"
import { checked, probe } from "./smtpAsking.ts"
import { mailWorld, mannered } from "./smtpWorld.ts"
import type { MailWorld, Manners } from "./smtpWorld.ts"

const mx = "mx.x.test"
const microsoft = "x-test.mail.protection.outlook.com"
const all = { rcpt: "250 ok" }

const recipientsOf = (world: MailWorld, host: string) =>
  world
    .peers(host)
    .map(({ heard }) => heard.flatMap((line) => /^RCPT TO:<(.*)>$/.exec(line)?.[1] ?? []))

describe("The control question", () => {
  const made = /^(?:[b-df-hj-np-tv-z][aeio]){5}\.(?:[b-df-hj-np-tv-z][aeio]){5}@x\.test$/

  it.live("comes second, about an address that nobody can guess, in the same conversation", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: mannered(all) })
      yield* probe(world, evidence())
      yield* probe(world, evidence())
      const [first, second] = recipientsOf(world, mx)
      assert.strictEqual(first?.[0], "ann@x.test")
      assert.match(first?.[1] ?? "", made)
      assert.notStrictEqual(first?.[1], second?.[1])
    })
  )
  it.live("has a conversation of its own at Microsoft 365", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [microsoft]: mannered(all) })
      yield* probe(world, evidence())
      const [first, second] = recipientsOf(world, microsoft)
      assert.deepStrictEqual(first, ["ann@x.test"])
      assert.match(second?.[0] ?? "", made)
    })
  )
  it.live("is not asked where it is known that strangers share the domain", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: mannered(all) })
      const smtp = checked(yield* probe(world, evidence({}, {}, { catchAll: absent })))
      assert.deepStrictEqual([smtp.status, smtp.catchAll], ["deliverable", false])
      assert.deepStrictEqual(recipientsOf(world, mx), [["ann@x.test"]])
    })
  )
  it.live("is not asked where it is known that the domain takes everybody", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: mannered(all) })
      const known = evidence({}, {}, { catchAll: present({ because: "it says so" }) })
      const smtp = checked(yield* probe(world, known))
      assert.deepStrictEqual([smtp.status, smtp.catchAll], ["catch_all", true])
      assert.deepStrictEqual(recipientsOf(world, mx), [["ann@x.test"]])
    })
  )
  it.live("does not spoil the answer about the address when it is lost", () =>
    Effect.gen(function* () {
      const rset: Manners["rset"] = (_, { socket }) => void socket.destroy()
      const world = yield* mailWorld({
        "x.olc.protection.outlook.com": mannered({ ...all, rset }),
        [mx]: mannered({ ...all, rset })
      })
      assert.strictEqual(checked(yield* probe(world, evidence())).status, "deliverable")
    })
  )
})
