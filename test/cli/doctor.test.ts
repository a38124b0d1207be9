import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

import * as Lab from "@rcpt/lab/Lab"
import * as ZoneFile from "@rcpt/lab/ZoneFile"
import type { Finding } from "@rcpt/service/operations/doctor/Finding"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { Context, Effect, Layer, Result } from "effect"

import { emptyDatabase } from "../support/freshDatabase.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it, layer } from "../support/vitest.ts"
import { inUse, moreZones, worlds } from "./doctorWorlds.ts"
import type { Environment } from "./doctorWorlds.ts"
import { rcpt } from "./rcpt.ts"
import type { Finished } from "./rcpt.ts"

const columnsMax = 80

class TheLab extends Context.Service<TheLab, Lab.Lab>()("test/TheLab") {}

const zones = [Result.getOrThrow(ZoneFile.parse(moreZones, "doctor.test"))]
const world = Layer.effect(TheLab, Lab.start({ syntheticDomains: 1, zones }))

const doctor = (env: Environment, ...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const lab = yield* TheLab
    const RCPT_DATA_DIR = yield* tempFolder()
    return yield* rcpt(["doctor", ...args], {
      RCPT_DATA_DIR,
      ...lab.env,
      RCPT_DNSBL_ZONES: Lab.allBlocklists,
      ...env
    })
  })

interface Examination {
  readonly ok: boolean
  readonly examinedAt: string
  readonly findings: ReadonlyArray<Finding>
}

const examinationOf = ({ stdout }: Finished): Examination => JSON.parse(stdout) as Examination

describe("rcpt doctor", () => {
  layer(world, { excludeTestServices: true })((it) => {
    for (const { says, env, code, finds } of worlds)
      it.effect(`finds ${says}, and ends with ${code}`, () =>
        Effect.gen(function* () {
          const finished = yield* doctor(env, "--json")
          const { ok, findings } = examinationOf(finished)
          for (const [id, severity, text, setting] of finds) {
            const finding = findings.find((one) => one.id === id)
            assert.deepInclude(finding, { id, severity }, finished.stdout)
            assert.match(finding?.says ?? "", text)
            if (setting !== undefined) assert.strictEqual(finding?.setting, setting)
          }
          const isProblem = findings.some(({ severity }) => severity === "problem")
          assert.deepStrictEqual([ok, isProblem, finished.code], [code === 0, code === 1, code])
          assert.notMatch(finished.stdout, /k3y|s3cret/)
        }).pipe(Effect.scoped)
      )

    it.effect("prints findings and advice within 80 columns, and lines to copy in one piece", () =>
      Effect.gen(function* () {
        const { code, stdout, stderr } = yield* doctor({ RCPT_SMTP_PORT: "1" })
        assert.deepStrictEqual([code, stderr], [1, ""])
        const setting = `  ${inUse}`
        const lines = stdout.split("\n")
        for (const line of lines) assert.isAtMost(line.length, columnsMax)
        assert.include(lines, setting)
        assert.match(stdout, /^ok {7}dns {14}DNS answers\.\n/)
        assert.match(stdout, /\nproblem {2}port25 {11}No mail server is reached on port 1/)
        assert.match(stdout, /\n {26}→ Ask the operator of this network to open port 1/)
        assert.match(stdout, /\n\n1 problem, 1 warning\.\n$/)
      }).pipe(Effect.scoped)
    )

    it.effect("reports lists that are out of date", () =>
      Effect.gen(function* () {
        const RCPT_DATA_DIR = yield* tempFolder()
        const name = "disposable-domains"
        const list = { name, url: "", fetchedAt: "2020-02-02T00:00:00Z", entries: ["x.example"] }
        mkdirSync(join(RCPT_DATA_DIR, "lists"))
        writeFileSync(join(RCPT_DATA_DIR, "lists", `${name}.json`), JSON.stringify(list))
        const { code, stdout } = yield* doctor({ RCPT_DATA_DIR })
        assert.strictEqual(code, 0)
        const text = stdout.replaceAll(/\s+/g, " ")
        assert.include(text, "disposable-domains is of 2020-02-02. → Fetch newer ones with `rcpt")
      }).pipe(Effect.scoped)
    )

    it.effect("reports a clock that differs from that of a web server", () =>
      Effect.gen(function* () {
        const url = yield* clockAt("Thu, 01 Jan 2026 00:00:00 GMT")
        const finished = yield* doctor({ RCPT_RDAP_URL: url }, "--json")
        const clock = examinationOf(finished).findings.find(({ id }) => id === "clock")
        assert.deepInclude(clock, { severity: "problem" })
        assert.match(clock?.says ?? "", /^Our clock is \d+ s ahead of that of 127\.0\.0\.1\.$/)
        assert.strictEqual(finished.code, 1)
      }).pipe(Effect.scoped)
    )

    it.effect("checks a database without a service: it is empty and not durable", () =>
      Effect.gen(function* () {
        const finished = yield* doctor({ RCPT_DATABASE_URL: yield* emptyDatabase() }, "--json")
        const states = examinationOf(finished).findings.map(
          ({ id, severity }) => `${id} ${severity}`
        )
        assert.includeMembers(states, ["db.version ok", "db.migrations note"])
        assert.includeMembers(states, ["db.connections ok", "db.durability problem"])
        assert.strictEqual(finished.code, 1)
      }).pipe(Effect.scoped)
    )
  })

  it.live("checks the lab with --lab, and ends with 0: it has no problems", () =>
    Effect.gen(function* () {
      const RCPT_DATA_DIR = yield* tempFolder()
      const { url } = yield* EmbeddedPostgres.start({ dataDir: RCPT_DATA_DIR })
      assert.isNotEmpty(url)
      const finished = yield* rcpt(["doctor", "--lab", "--json"], { RCPT_DATA_DIR })
      const { ok, examinedAt, findings } = examinationOf(finished)
      assert.deepStrictEqual([finished.code, ok, finished.stderr], [0, true, ""], finished.stdout)
      assert.strictEqual(finished.stdout.split("\n").length, 2)
      assert.isAtMost(Date.now() - Date.parse(examinedAt), 60_000)
      // It finds the embedded database of the process that runs on the same data.
      const db = findings.find(({ id }) => id === "db.durability")
      assert.deepInclude(db, { severity: "ok" })
    }).pipe(Effect.scoped)
  )

  it.live("ends with 64 when a setting is wrong", function* () {
    const { code, stdout, stderr } = yield* rcpt(["doctor"], { RCPT_DOCTOR_DOMAINS: "a b" })
    assert.deepStrictEqual([code, stdout], [64, ""])
    assert.match(stderr, /^RCPT_DOCTOR_DOMAINS must be a comma-separated list of domains/)
  })
})

/** A web server whose clock has stopped. */
const clockAt = (date: string) =>
  Effect.acquireRelease(
    Effect.callback<{ url: string; close: () => void }>((resume) => {
      const server = createServer((_, response) => void response.setHeader("date", date).end())
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(
          Effect.succeed({ url: `http://127.0.0.1:${port}/`, close: () => void server.close() })
        )
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ url }) => url))
