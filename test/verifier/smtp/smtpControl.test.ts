/** The control probe: when, where and how it is made. */
import { absent, present } from "@rcpt/domain/Fact"

import { assert, describe, it } from "../../support/vitest.ts"
import { evidence } from "../judge/evidence.ts"
import { checked, probe } from "./probing.ts"
import { mailWorld, replying } from "./smtpWorld.ts"
import type { MailWorld, ServerReplies } from "./smtpWorld.ts"

const mx = "mx.x.test"
const microsoft = "x-test.mail.protection.outlook.com"
const acceptAll = { rcpt: "250 ok" }

const recipientsOf = (world: MailWorld, host: string) =>
  world
    .peers(host)
    .map(({ commands }) => commands.flatMap((line) => /^RCPT TO:<(.*)>$/.exec(line)?.[1] ?? []))

describe("The control probe", () => {
  const controlAddress = /^(?:[b-df-hj-np-tv-z][aeio]){5}\.(?:[b-df-hj-np-tv-z][aeio]){5}@x\.test$/

  it.live("comes second, for an address that cannot be guessed, in the same session", function* () {
    const world = yield* mailWorld({ [mx]: replying(acceptAll) })
    yield* probe(world, evidence())
    yield* probe(world, evidence())
    const [first, second] = recipientsOf(world, mx)
    assert.strictEqual(first?.[0], "ann@x.test")
    assert.match(first?.[1] ?? "", controlAddress)
    assert.notStrictEqual(first?.[1], second?.[1])
  })
  it.live("has a session of its own at Microsoft 365", function* () {
    const world = yield* mailWorld({ [microsoft]: replying(acceptAll) })
    yield* probe(world, evidence())
    const [first, second] = recipientsOf(world, microsoft)
    assert.deepStrictEqual(first, ["ann@x.test"])
    assert.match(second?.[0] ?? "", controlAddress)
  })
  it.live("is not made where it is known that the domain is no catch-all", function* () {
    const world = yield* mailWorld({ [mx]: replying(acceptAll) })
    const smtp = checked(yield* probe(world, evidence({}, {}, { catchAll: absent })))
    assert.deepStrictEqual([smtp.status, smtp.catchAll], ["deliverable", false])
    assert.deepStrictEqual(recipientsOf(world, mx), [["ann@x.test"]])
  })
  it.live("is not made where it is known that the domain is a catch-all", function* () {
    const world = yield* mailWorld({ [mx]: replying(acceptAll) })
    const known = evidence({}, {}, { catchAll: present({ because: "it says so" }) })
    const smtp = checked(yield* probe(world, known))
    assert.deepStrictEqual([smtp.status, smtp.catchAll], ["catch_all", true])
    assert.deepStrictEqual(recipientsOf(world, mx), [["ann@x.test"]])
  })
  it.live("does not spoil the result of the address when it fails", function* () {
    const rset: ServerReplies["rset"] = (_, { socket }) => void socket.destroy()
    const world = yield* mailWorld({
      "x.olc.protection.outlook.com": replying({ ...acceptAll, rset }),
      [mx]: replying({ ...acceptAll, rset })
    })
    assert.strictEqual(checked(yield* probe(world, evidence())).status, "deliverable")
  })
})
