/** Which of several mail hosts is probed, and over which address family. */
import { networkInterfaces } from "node:os"

import type { SmtpChecked } from "@rcpt/domain/Smtp"
import { Effect } from "effect"

import { describeWith } from "../../support/needs.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { evidence } from "../judge/evidence.ts"
import { checked, probe, shortTimeouts } from "./probing.ts"
import { mailWorld, replying, serve } from "./smtpWorld.ts"
import type { Peer, Script } from "./smtpWorld.ts"

const mx = "mx.x.test"
const onlyAnn = { rcpt: (words: string) => (words.includes("ann@") ? "250 ok" : "550 5.1.1 no") }

describe("Of several mail hosts,", () => {
  const down: Script = ({ socket }) => void socket.destroy()
  const rows: ReadonlyArray<
    readonly [
      title: string,
      first: Script | undefined,
      second: Script | undefined,
      mxHost: string,
      status: SmtpChecked["status"]
    ]
  > = [
    [
      "the next is probed when the first does not listen",
      undefined,
      replying(onlyAnn),
      "mx2.x.test",
      "deliverable"
    ],
    [
      "the next is probed when the first hangs up",
      down,
      replying(onlyAnn),
      "mx2.x.test",
      "deliverable"
    ],
    [
      "the next is probed when the first is silent",
      () => {},
      replying(onlyAnn),
      "mx2.x.test",
      "deliverable"
    ],
    [
      "the next is probed when the first is busy",
      replying({ greeting: "421 busy" }),
      replying(onlyAnn),
      "mx2.x.test",
      "deliverable"
    ],
    [
      "the next is probed when the first refuses us in its greeting",
      replying({ greeting: "554 5.7.1 go away" }),
      replying(onlyAnn),
      "mx2.x.test",
      "deliverable"
    ],
    [
      "the first counts when all refuse us in their greeting",
      replying({ greeting: "554 5.7.1 go away" }),
      replying({ greeting: "554 5.7.1 go away" }),
      "mx1.x.test",
      "policy_blocked"
    ],
    [
      "the silent one counts when the first takes no mail at all",
      replying({ greeting: "521 mx1.x.test does not accept mail" }),
      undefined,
      "mx2.x.test",
      "unknown"
    ],
    [
      "the first counts when none takes mail at all",
      replying({ greeting: "521 mx1.x.test does not accept mail" }),
      replying({ greeting: "521 mx2.x.test does not accept mail" }),
      "mx1.x.test",
      "undeliverable"
    ],
    [
      "the next is probed when the first has no time at MAIL",
      replying({ mail: "451 4.3.0 try later" }),
      replying(onlyAnn),
      "mx2.x.test",
      "deliverable"
    ],
    [
      "the next is probed when the first closes with 421 at RCPT",
      replying({ rcpt: "421 4.3.2 closing" }),
      replying(onlyAnn),
      "mx2.x.test",
      "deliverable"
    ],
    [
      "the next is probed when the first hangs up at RCPT",
      replying({ rcpt: (_, { socket }) => void socket.destroy() }),
      replying(onlyAnn),
      "mx2.x.test",
      "deliverable"
    ],
    [
      "the first counts when none has a reply for the recipient",
      replying({ rcpt: "421 4.3.2 closing" }),
      down,
      "mx1.x.test",
      "rate_limited"
    ],
    [
      "the first counts when it has replied to RCPT",
      replying({ rcpt: "450 4.2.0 greylisted" }),
      replying(onlyAnn),
      "mx1.x.test",
      "greylisted"
    ],
    [
      "the one that replied counts when none opens a session",
      undefined,
      replying({ greeting: "421 busy" }),
      "mx2.x.test",
      "rate_limited"
    ],
    ["the first counts when none replies", down, down, "mx1.x.test", "unknown"]
  ]
  for (const [title, first, second, mxHost, status] of rows) {
    it.live(title, function* () {
      const world = yield* mailWorld({ "mx1.x.test": first, "mx2.x.test": second })
      const smtp = checked(yield* probe(world, evidence()))
      assert.deepStrictEqual([smtp.mxHost, smtp.status], [mxHost, status])
    })
  }
  it.live(
    "a silent one leaves time for the next, also where a greeting may take all of it",
    function* () {
      const world = yield* mailWorld({ "mx1.x.test": () => {}, "mx2.x.test": replying(onlyAnn) })
      const timeouts = { ...shortTimeouts, greeting: shortTimeouts.total }
      const smtp = checked(yield* probe(world, evidence(), { timeouts }))
      assert.deepStrictEqual([smtp.mxHost, smtp.status], ["mx2.x.test", "deliverable"])
    }
  )
  it.live("no more than three are tried", function* () {
    const names = [1, 2, 3, 4].map((n) => `mx${n}.x.test`)
    const world = yield* mailWorld(Object.fromEntries(names.map((name) => [name, down])))
    yield* probe(world, evidence())
    assert.deepStrictEqual(
      names.map((name) => world.peers(name).length),
      [1, 1, 1, 0]
    )
  })
})

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1")
)

describeWith({ name: "IPv6", found: hasIpv6, installable: false }, "Over IPv6", () => {
  const hostOver6 = Effect.fnUntraced(function* (host: string) {
    const world = yield* mailWorld({ "other.x.test": replying(), [host]: undefined })
    const peers: Array<Peer> = []
    yield* serve(replying(onlyAnn), peers, "::1", world.port)
    const silent = world.zone[host]
    const zone = {
      "x.test": { MX: [`10 ${host}`] },
      [host]: { ...(typeof silent === "object" && silent), AAAA: ["::1"] }
    }
    return { world: { ...world, zone }, peers }
  })

  it.live("a host is probed when it does not answer over IPv4", function* () {
    const { world, peers } = yield* hostOver6(mx)
    const smtp = checked(yield* probe(world, evidence()))
    assert.deepStrictEqual([smtp.status, peers.length], ["deliverable", 1])
  })

  it.live("a provider that refuses it is not asked, unless the operator says so", function* () {
    const { world, peers } = yield* hostOver6("aspmx.l.google.com")
    yield* probe(world, evidence())
    assert.strictEqual(peers.length, 0)
    yield* probe(world, evidence(), { isIpv6Forced: true })
    assert.strictEqual(peers.length, 1)
  })
})
