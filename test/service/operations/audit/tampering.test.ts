/**
 * A real run of the service (checks in both modes, a batch, a job, grants, published checkpoints), and
 * what can be done to a copy of its database: each is found, and named.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { PgClient } from "@effect/sql-pg"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { audit } from "@rcpt/service/operations/audit/audit"
import { changes } from "@rcpt/service/operations/audit/drill/changes"
import { past, sealAll, statements } from "@rcpt/service/operations/audit/drill/tamper"
import { certify, origin } from "@rcpt/store/tree/certify"
import type { SignedCheckpoint } from "@rcpt/store/tree/certify"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { rcpt } from "../../../cli/rcpt.ts"
import { asSuperuser, copyOf, freshDatabase } from "../../../support/freshDatabase.ts"
import * as service from "../../../support/service.ts"
import { storeOn } from "../../../support/storeDatabase.ts"
import { tempFolder } from "../../../support/tempFolder.ts"
import { assert, it, layer } from "../../../support/vitest.ts"
import { list, upload } from "../../jobs/jobsHttpWorld.ts"
import { flips } from "./flips.ts"
import { histories } from "./tamperings/histories.ts"
import type { RealRun, RealTampering } from "./tamperings/RealRun.ts"
import { rows } from "./tamperings/rows.ts"
import { sinceCheckpoint } from "./tamperings/since.ts"

interface Kept extends RealRun {
  readonly url: string
  readonly verifier: checkpoint.Verifier
}

class Lived extends Context.Service<Lived, Kept>()("test/Lived") {}

const seed = checkpoint.newSeed()

/** Of two parts, so that more than one checkpoint is published. */
const work = (running: service.Running, firstPublished: Effect.Effect<unknown>) =>
  Effect.gen(function* () {
    const get = (path: string, request?: service.Request) =>
      Effect.map(running.get(path, request), (answer) => {
        assert.isBelow(answer.status, 300, answer.text)
        return Object(answer.json)
      })
    const check = (email: string, mode = "fast") =>
      get(`/api/v1/verify?email=${email}&mode=${mode}`)
    yield* Effect.forEach(["ann@acme.test", "bob@acme.test", "x@nxdomain.test"], (one) =>
      check(one)
    )
    yield* check("user1@plain.test", "deep")
    yield* check("ann@servfail.test")
    yield* get("/api/v1/verify/batch", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ emails: ["ann@acme.test", "eve@acme.test", "no@@acme.test"] })
    })
    yield* firstPublished
    const emails = Array.from({ length: 12 }, (_, n) => `user${n}@plain.test`)
    const { json } = yield* upload(running, [list(["email", ...emails].join("\n"))])
    yield* Effect.repeat(get(`/api/v1/jobs/${Object(json).id}`), {
      until: ({ status }) => status === "complete",
      schedule: Schedule.spaced("100 millis")
    })
    for (let n = 0; n < 5; n++) yield* check(`user${n}@plain.test`)
  })

const isThere = (file: string) =>
  Effect.repeat(
    Effect.sync(() => existsSync(file)),
    { until: (is) => is, schedule: Schedule.spaced("100 millis") }
  )

const clientOf = (url: string) =>
  PgClient.layer({ url: Redacted.make(asSuperuser(url)), maxConnections: 2 })

/** Signs what the service has not signed before it stopped. */
const lastCheckpoint = Effect.gen(function* () {
  yield* sealAll
  const last = yield* certify({ signers: [{ seed }], trusted: undefined })
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly account: string }>`
    select account_id as account from account where owner`
  return { note: (last as SignedCheckpoint).note, origin: yield* origin, account: row!.account }
})

const world = Layer.effect(
  Lived,
  Effect.gen(function* () {
    const file = join(yield* tempFolder(), "checkpoints.txt")
    const url = yield* freshDatabase()
    const env = {
      RCPT_LEDGER_KEY: Buffer.from(seed).toString("base64"),
      RCPT_CHECKPOINT_EVERY: "1s",
      RCPT_CHECKPOINT_FILE: file
    }
    yield* Effect.scoped(
      Effect.flatMap(service.start({ lab: true, databaseUrl: url, env }), (running) =>
        work(running, isThere(file))
      )
    )
    const { note, account, origin } = yield* Effect.provide(lastCheckpoint, storeOn(clientOf(url)))
    const published = [...checkpoint.notesIn(readFileSync(file, "utf8")), note]
    const signers = [{ seed }]
    const verifier = checkpoint.parseVerifier(checkpoint.verifierOf(origin, signers[0]!))!
    return { account, origin, signers, published, verifier, url }
  })
)

const firstSize = ({ published }: RealRun): number =>
  checkpoint.parseCheckpoint(published[0]!)!.size

/** The findings about a copy that something was done to. `later`: only what came after the first checkpoint is read. */
const foundAfter = (
  { change, alone, shown }: Pick<RealTampering, "change" | "alone" | "shown">,
  later = false
) =>
  Effect.gen(function* () {
    const run = yield* Lived
    const verifiers = [run.verifier]
    const published = shown?.(run) ?? run.published
    const evidence = {
      verifiers,
      ...((alone !== true || later) && { published }),
      ...(later && { since: firstSize(run) })
    }
    const url = yield* copyOf(new URL(run.url).pathname.slice(1))
    const findings = yield* Effect.provide(
      Effect.andThen(change(run), audit(evidence)),
      Ledger.layer.pipe(Layer.provideMerge(storeOn(clientOf(url))))
    )
    return Object.fromEntries(
      findings.flatMap(({ id, broken }) => (broken ? [[id, JSON.stringify(broken)]] : []))
    )
  }).pipe(Effect.scoped)

const page = readFileSync(join(import.meta.dirname, "../../../../packages/docs/audit.md"), "utf8")

it("The page for auditors has each change of the drill, with the checks that name it", () => {
  const rows = changes.map(
    ({ name, finds }) =>
      `| ${name[0]!.toUpperCase()}${name.slice(1)} | ${Object.keys(finds)
        .map((id) => `\`${id}\``)
        .join(", ")} |`
  )
  assert.include(page, `| --- | --- |\n${rows.join("\n")}\n\n`)
  assert.strictEqual(rows.length, 24)
})

const all: ReadonlyArray<RealTampering> = [...changes, ...rows, ...histories]

layer(world, service.live)("A copy of a real run", (it) => {
  it.effect("passes, with and without what was published", function* () {
    assert.deepStrictEqual(yield* foundAfter({ change: () => Effect.void }), {})
    assert.deepStrictEqual(yield* foundAfter({ change: () => Effect.void, alone: true }), {})
    assert.deepStrictEqual(yield* foundAfter({ change: () => Effect.void }, true), {})
    assert.isAtLeast((yield* Lived).published.length, 2)
  })

  for (const { name, finds, ...tampering } of all)
    it.effect(`does not pass when ${name}`, function* () {
      const found = yield* foundAfter(tampering)
      assert.includeMembers(Object.keys(found), Object.keys(finds), JSON.stringify(found))
      for (const [id, names] of Object.entries(finds)) assert.match(found[id]!, names, found[id])
    })

  for (const { name, change, finds } of sinceCheckpoint)
    it.effect(`does not pass since its first checkpoint when ${name}`, function* () {
      const found = yield* foundAfter({ change }, true)
      assert.includeMembers(Object.keys(found), Object.keys(finds), JSON.stringify(found))
      for (const [id, names] of Object.entries(finds)) assert.match(found[id]!, names, found[id])
    })

  it.effect("is read since a checkpoint from the command line", () =>
    Effect.gen(function* () {
      const run = yield* Lived
      const verify = (...args: ReadonlyArray<string>) =>
        rcpt(["ledger", "verify", ...args], {
          RCPT_DATABASE_URL: run.url,
          RCPT_LEDGER_KEY: Buffer.from(seed).toString("base64")
        })
      const examined = (output: string) =>
        JSON.parse(output).findings.find((one: { id: string }) => one.id === "commits").examined
      const whole = yield* verify("--json")
      const size = firstSize(run)
      const since = yield* verify("--json", "--since", String(size))
      assert.deepStrictEqual([whole.code, since.code], [0, 0], since.stdout + since.stderr)
      assert.strictEqual(examined(since.stdout), examined(whole.stdout) - size)
      const folder = yield* tempFolder()
      const file = join(folder, "kept.txt")
      writeFileSync(file, run.published[0]!)
      const kept = yield* verify("--since", file)
      assert.strictEqual(kept.code, 0, kept.stdout + kept.stderr)
      assert.match(kept.stdout, /What comes from now on: rcpt ledger verify --since \d+\n$/)
      const refusals = [
        [["--since", "1"], /^--since: there is no checkpoint of 1 commits/],
        [["--since", join(folder, "none")], /^--since: .* cannot be read: ENOENT/],
        [["--since", String(size), "--fix"], /^--fix compares all views/]
      ] as const
      for (const [args, sentence] of refusals) {
        const { code, stderr } = yield* verify(...args)
        assert.strictEqual(code, 64)
        assert.match(stderr, sentence)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("does not pass when one octet of any column of the facts was changed", function* () {
    const all = yield* Effect.provide(flips, clientOf((yield* Lived).url))
    assert.isAtLeast(all.length, 25)
    for (const { column, statement } of all) {
      const found = yield* foundAfter({
        change: () => past(statements(`${statement} returning true`)),
        alone: true
      })
      assert.isNotEmpty(found, `${column}: ${statement}`)
      for (const says of Object.values(found)) assert.match(says, /"found":"/, column)
    }
  })
})
