import { judgeBlocklists, judgeListings } from "@rcpt/service/operations/doctor/blocklists"
import type { ListState } from "@rcpt/service/operations/doctor/blocklists"
import { judgeLists } from "@rcpt/service/operations/doctor/checks"
import { judgeClock } from "@rcpt/service/operations/doctor/clock"
import { judgeDatabase } from "@rcpt/service/operations/doctor/database"
import type { Reached } from "@rcpt/service/operations/doctor/database"
import { judgeProxy } from "@rcpt/service/operations/doctor/judgeProxy"
import { judgePort25 } from "@rcpt/service/operations/doctor/port25"
import type { Knock } from "@rcpt/service/operations/doctor/port25"

import { assert, describe, it } from "../../../support/vitest.ts"
import { holds } from "./doctorRows.ts"

const greeted = (domain: string, code = 220): Knock => ({
  _tag: "greeted",
  domain,
  code,
  text: `${domain} ESMTP`
})
const unreached = (domain: string, why: string, connected = false): Knock => ({
  _tag: "unreached",
  domain,
  connected,
  why
})
const nowhere = (isUnanswered: boolean): Knock => ({
  _tag: "nowhere",
  domain: "x.example",
  why: "no",
  isUnanswered
})

const port25 = judgePort25(25)

describe("Port 25", () => {
  holds([
    ["all greet", port25([greeted("a.example"), greeted("b.example")]), "port25 ok"],
    [
      "closed and filtered",
      port25([unreached("a.example", "ECONNREFUSED"), unreached("b.example", "timeout")]),
      "port25 problem"
    ],
    [
      "taken by a proxy that is mute",
      port25([unreached("a.example", "timeout", true)]),
      "port25 problem"
    ],
    [
      "some only",
      port25([greeted("a.example"), unreached("b.example", "timeout")]),
      "port25 warning"
    ],
    [
      "a refusal in the greeting",
      port25([greeted("a.example"), greeted("b.example", 554)]),
      "port25 ok, port25.greeting warning"
    ],
    ["no DNS", port25([nowhere(true), nowhere(true)]), "port25 note"],
    ["domains without mail hosts", port25([nowhere(false), nowhere(true)]), "port25 warning"],
    ["one domain that is unknown", port25([greeted("a.example"), nowhere(true)]), "port25 ok"]
  ])

  it("tells a connection that is refused from one that is swallowed", () => {
    const [finding] = port25([
      unreached("a.example", "ECONNREFUSED"),
      unreached("b.example", "timeout", true)
    ])
    assert.include(finding?.says, "a.example: ECONNREFUSED")
    assert.include(finding?.says, "b.example: connected, but no greeting (timeout)")
  })
})

const list = (zone: string, differs: Partial<ListState> = {}): ListState => ({
  zone,
  isConfigured: true,
  hasKey: false,
  isOn: true,
  why: "timeout",
  ...differs
})
const off = { isOn: false }
const address = "203.0.113.5"
const unused = { isConfigured: false }

describe("Blocklists", () => {
  holds([
    [
      "those configured answer",
      judgeBlocklists([list("a"), list("b", { ...unused, ...off })]),
      "dnsbl ok"
    ],
    ["one does not", judgeBlocklists([list("a"), list("b", off)]), "dnsbl warning"],
    ["more would", judgeBlocklists([list("a"), list("b", unused)]), "dnsbl ok, dnsbl.offer note"],
    ["none is configured", judgeBlocklists([list("a", unused)]), "dnsbl note, dnsbl.offer note"],
    [
      "none answers",
      judgeBlocklists([list("a", { ...unused, ...off })]),
      "dnsbl note, dnsbl.offer note"
    ],
    ["not on any", judgeListings({ address, asked: ["a"], listedBy: [] }), "dnsbl.own ok"],
    ["on one", judgeListings({ address, asked: ["a"], listedBy: ["a"] }), "dnsbl.own problem"],
    ["none to ask", judgeListings({ address, asked: [], listedBy: [] }), "dnsbl.own note"],
    [
      "our address unknown",
      judgeListings({ address: undefined, asked: [], listedBy: [] }),
      "dnsbl.own note"
    ]
  ])

  it("give the line that turns on all that answer, without a key in it", () => {
    const findings = judgeBlocklists([
      list("a.example", { hasKey: true }),
      list("b.example", off),
      list("c.example", unused),
      list("d.example", { ...unused, ...off })
    ])
    const settings = findings.map(({ id, setting }) => [id, setting])
    assert.deepStrictEqual(settings, [
      ["dnsbl", "RCPT_DNSBL_ZONES=a.example=<key>"],
      ["dnsbl.offer", "RCPT_DNSBL_ZONES=a.example=<key>,c.example"]
    ])
  })
})

const at = (...offsets: ReadonlyArray<number>) =>
  judgeClock({
    readings: offsets.map((offset, index) => ({ of: `clock ${index}`, offset })),
    wrongNodes: []
  })

const wrongNodes = judgeClock({
  readings: [{ of: "the database", offset: 0 }],
  wrongNodes: [
    { name: "a/1", ahead: 9_000 },
    { name: "b/1", ahead: -7_000 }
  ]
})

describe("The clock", () => {
  holds([
    ["compared with none", at(), "clock note"],
    ["right", at(-4_900, 4_900), "clock ok"],
    ["slow", at(0, 5_100), "clock warning"],
    ["fast", at(-60_000), "clock warning"],
    ["a minute off", at(60_001, 0), "clock problem"],
    ["wrong on other nodes", wrongNodes, "clock ok, clock.nodes warning"]
  ])

  it("says whose it differs from, and which way", () => {
    assert.include(at(7_000, 0)[0]?.says, "7 s behind that of clock 0.")
    assert.include(at(0, -9_000)[0]?.says, "9 s ahead of that of clock 1.")
    assert.include(
      wrongNodes[1]?.says,
      "the clock of a/1 is 9 s ahead of and of b/1 is 7 s behind the database's."
    )
  })
})

const reached: Reached = {
  _tag: "reached",
  isEmbedded: false,
  versionNumber: 150_000,
  version: "15.0",
  migrations: { service: { applied: 3, latest: 3 }, store: { applied: 4, latest: 4 } },
  fsync: "on",
  synchronousCommit: "on",
  connectionsMax: 97,
  connectionsUsed: 72,
  overdue: [],
  isSuperuser: false,
  database: "rcpt",
  line: { mode: "verify-full", isLocal: false },
  encryption: "TLSv1.3",
  commitsFree: 50_000_000,
  untrustedProxies: [],
  clockOffset: 0,
  wrongClocks: [],
  isOldNumbering: false,
  oldest: undefined
}
const line = (mode: Reached["line"]["mode"], isLocal = false) => ({ mode, isLocal })
const database = (differs: Partial<Reached>) =>
  judgeDatabase({ ...reached, ...differs }).filter(({ severity }) => severity !== "ok")
const migrated = (service: number, store: number, oldest?: Reached["oldest"]) =>
  database({
    oldest,
    migrations: {
      service: { applied: service, latest: 3 },
      store: { applied: store, latest: 4 }
    }
  })

describe("The database", () => {
  holds([
    ["all as it must be", database({}), ""],
    ["not running", judgeDatabase({ _tag: "notRunning" }), "db note"],
    ["out of reach", judgeDatabase({ _tag: "unreachable", why: "no" }), "db problem"],
    ["Postgres 14", database({ versionNumber: 140_019 }), "db.version problem"],
    ["empty", migrated(0, 0), "db.migrations note"],
    ["of an older release", migrated(3, 3), "db.migrations warning"],
    ["of a newer one", migrated(4, 4), "db.migrations warning"],
    ["that we may still use", migrated(4, 5, { service: 3, store: 4 }), "db.migrations warning"],
    ["that we may not", migrated(4, 5, { service: 3, store: 5 }), "db.migrations problem"],
    ["fsync off", database({ fsync: "off" }), "db.durability problem"],
    ["synchronous_commit off", database({ synchronousCommit: "off" }), "db.durability warning"],
    ["synchronous_commit local", database({ synchronousCommit: "local" }), ""],
    ["crowded", database({ connectionsUsed: 73 }), "db.connections warning"],
    ["not swept", database({ overdue: ["public.session"] }), "db.retention warning"],
    ["without a next partition", database({ commitsFree: 49_999_999 }), "db.partitions warning"],
    ["not partitioned", database({ commitsFree: undefined }), ""],
    ["in the clear", database({ line: line("prefer"), encryption: null }), "db.line warning"],
    ["behind a pooler that encrypts", database({ encryption: null }), ""],
    ["encrypted, but not verified", database({ line: line("require") }), "db.line warning"],
    ["verified without its name", database({ line: line("verify-ca") }), ""],
    [
      "in the clear on this machine",
      database({ line: line("disable", true), encryption: null }),
      ""
    ],
    ["used as a superuser", database({ isSuperuser: true }), "db.role warning"]
  ])
})

const proxies = (...peers: ReadonlyArray<string>) =>
  judgeProxy({ peers, trustedProxies: ["192.0.2.0/24"] })

describe("A proxy", () => {
  holds([
    ["that nobody has seen", proxies(), "proxy ok"],
    ["of the same network that is not trusted", proxies("10.0.0.7"), "proxy warning"],
    ["on this machine that is not trusted", proxies("::1"), "proxy warning"],
    ["that anybody may pretend to be", proxies("8.8.8.8"), "proxy note"],
    ["of each kind", proxies("8.8.8.8", "10.0.0.7"), "proxy warning"]
  ])

  it("is trusted by the setting that the finding gives", () => {
    const [finding] = proxies("10.0.0.7", "fd00::7")
    const setting = "RCPT_TRUSTED_PROXIES=192.0.2.0/24,10.0.0.7/32,fd00::7/128"
    assert.strictEqual(finding?.setting, setting)
  })
})

const day = (date: string) => Date.parse(date)
const listsOf = (asOf: string, refreshed = false, other = asOf) =>
  judgeLists({
    now: day("2026-11-21"),
    tables: [
      { name: "disposable-domains", asOf, refreshed },
      { name: "fakefilter", asOf: other },
      // No refresh renews these two.
      { name: "role-based-email-addresses", asOf: "2001-01-01" },
      { name: "rcpt", asOf: "2001-01-01" }
    ]
  })

describe("The lists", () => {
  holds([
    ["half a year old", listsOf("2026-05-25"), "lists ok"],
    ["a day more", listsOf("2026-05-24"), "lists warning"],
    ["a day more, next to a newer one", listsOf("2026-05-24", false, "2026-11-01"), "lists ok"],
    ["fetched a month ago", listsOf("2026-10-22", true), "lists ok"],
    ["fetched a day before that", listsOf("2026-10-21", true), "lists warning"],
    [
      "fetched a day before that, next to a newer one",
      listsOf("2026-10-21", true, "2026-11-01"),
      "lists warning"
    ]
  ])
})
