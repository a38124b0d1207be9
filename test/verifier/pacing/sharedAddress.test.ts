/** Domains whose mail hosts have names of their own, but one address: they share its sessions. */
import type { ZoneRecords } from "@rcpt/verifier/dns/Zone"
import { networkConnectionsMax } from "@rcpt/verifier/pacing/limits"
import { ordinaryPolicy } from "@rcpt/verifier/smtp/rules/probePolicies"
import { Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { mailWorld, replying } from "../smtp/smtpWorld.ts"
import type { MailWorld, Script } from "../smtp/smtpWorld.ts"
import { queueIn, queuesIn, recipientsOf, requestTo, times, unbounded } from "./mxWorld.ts"

const mx = "mx.hoster.test"

const addressOf = (world: MailWorld, host: string): string => {
  const records = world.zone[host] as ZoneRecords
  return (records.A as ReadonlyArray<string>)[0]!
}

/** Every other name has the address of the hoster's server. */
const hosted = (world: MailWorld, names: ReadonlyArray<string>): MailWorld => ({
  ...world,
  zone: {
    ...world.zone,
    ...Object.fromEntries(names.map((name) => [name, { A: [addressOf(world, mx)] }]))
  }
})

const domains = times(8, (n) => `d${n}.test`)
const oneAtATime = { connections: 1, startsPerSecond: 1_000 }

describe("Domains with mail hosts at one address", () => {
  it.live("are asked about in one session, each under the name of its own mail host", function* () {
    const script = replying({ rcpt: "250 ok" })
    const hosts = domains.map((domain) => `mx.${domain}`)
    const world = hosted(yield* mailWorld({ [mx]: script }), hosts)
    const queue = yield* queueIn(world, { group: addressOf(world, mx), pace: oneAtATime })
    const results = yield* Effect.forEach(
      domains,
      (domain) => queue.probe(requestTo(`mx.${domain}`, { domain })),
      unbounded
    )
    assert.strictEqual(recipientsOf(world, mx).length, 1)
    assert.deepStrictEqual(
      results.map((smtp) => smtp.checked && [smtp.status, smtp.mxHost]),
      hosts.map((host) => ["deliverable", host])
    )
  })

  it.live("are not asked about in that session once their mail goes elsewhere", function* () {
    const here = replying({ rcpt: "550 5.7.1 relaying denied" })
    const there = replying({ rcpt: "250 ok" })
    const world = hosted(yield* mailWorld({ [mx]: here, "mx.moved.test": there }), ["mx.d0.test"])
    const queue = yield* queueIn(world, { group: addressOf(world, mx), pace: oneAtATime })
    const [, moved] = yield* Effect.all(
      [
        queue.probe(requestTo("mx.d0.test", { domain: "d0.test" })),
        queue.probe(requestTo("mx.moved.test", { domain: "moved.test" }))
      ],
      unbounded
    )
    assert.deepInclude(moved, { status: "deliverable", mxHost: "mx.moved.test" })
  })

  it.live("keep the ceiling of their network, where each has an address of its own", function* () {
    let open = 0
    let openMax = 0
    // Slow enough that without a ceiling all twenty would be open together.
    const slow: Script = (peer) => {
      open += 1
      openMax = Math.max(openMax, open)
      peer.socket.on("close", () => (open -= 1))
      setTimeout(() => replying({ rcpt: "250 ok" })(peer), 300)
    }
    const names = times(20, (n) => `mx.n${n}.test`)
    const world = yield* mailWorld(Object.fromEntries(names.map((name) => [name, slow])))
    const queues = yield* queuesIn(world)
    yield* Effect.forEach(
      names,
      (host) => queues.probe(addressOf(world, host), ordinaryPolicy, requestTo(host)),
      unbounded
    )
    assert.isTrue(names.every((host) => world.peers(host).length > 0))
    assert.isAtMost(openMax, networkConnectionsMax)
    assert.isAtLeast(openMax, 2)
  })
})
