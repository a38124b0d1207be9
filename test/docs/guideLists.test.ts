/** The guides about lists: the shell scripts as cron runs them, and the Apps Script as a spreadsheet does. */
import { execFile, execFileSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runInNewContext } from "node:vm"

import { Effect } from "effect"

import { environment, program } from "../cli/rcpt.ts"
import { curl, describeWith } from "../support/needs.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, layer } from "../support/vitest.ts"
import { filesOf } from "./fences.ts"

const list = [
  "name,email",
  "Ann,ann@acme.test",
  "Help,support@acme.test",
  "Bob,ann@nowhere.test"
].join("\n")

interface Finished {
  readonly code: number
  readonly stderr: string
}

/** The folder of a list, and a script of the guide, run in it with an environment as small as cron's. */
const night = (script: string, subscribers = list) =>
  Effect.gen(function* () {
    const { base, apiKey } = yield* service.Service
    const folder = yield* tempFolder()
    const home = join(folder, "home")
    const lists = join(folder, "lists")
    for (const path of [home, lists, join(folder, "bin")]) mkdirSync(path)
    const command = join(folder, "bin/rcpt")
    writeFileSync(command, `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`)
    chmodSync(command, 0o755)
    const file = join(folder, script)
    writeFileSync(file, filesOf("nightly-list").get(script)!)
    writeFileSync(join(lists, "subscribers.csv"), subscribers)
    const env = {
      ...environment({}),
      HOME: home,
      PATH: `${join(folder, "bin")}:/usr/bin:/bin`,
      RCPT_URL: base,
      POLL_SECONDS: "0.2"
    }
    return {
      lists,
      run: (key = apiKey) =>
        Effect.callback<Finished>((resume) => {
          const options = { env: { ...env, RCPT_API_KEY: key } }
          const child = execFile("sh", [file, lists], options, (_, _stdout, stderr) =>
            resume(Effect.succeed({ code: child.exitCode ?? -1, stderr }))
          )
        })
    }
  })

const jobs = Effect.gen(function* () {
  const { get } = yield* service.Service
  return (yield* get("/api/v1/jobs")).json as ReadonlyArray<{
    readonly id: string
    readonly credits_charged: number
  }>
})

const addressesIn = (file: string): ReadonlyArray<string> =>
  [...readFileSync(file, "utf8").matchAll(/^\w+,([^,]+@[^,]+),/gm)].map(([, address]) => address!)

const wrongKey = "rcpt_live_0000000000000000000000000000000000000000"

/** What a spreadsheet gives to its script. Requests are real. */
const spreadsheet = ({ base, apiKey }: service.Running, cells: Array<Array<unknown>> = []) => {
  const requests: Array<number> = []
  const cache = new Map<string, string>()
  const menu: Array<string> = []
  const properties = new Map([
    ["RCPT_URL", base],
    ["RCPT_API_KEY", apiKey]
  ])
  const range = (row: number, column: number, height: number, width: number): object => ({
    getRow: () => row,
    getColumn: () => column,
    getValues: () =>
      cells
        .slice(row - 1, row - 1 + height)
        .map((line) => line.slice(column - 1, column - 1 + width)),
    getSheet: () => ({ getRange: range }),
    setValues: (values: ReadonlyArray<ReadonlyArray<unknown>>) => {
      assert.deepStrictEqual([values.length, values[0]!.length], [height, width])
      for (const [index, line] of values.entries())
        cells[row - 1 + index]!.splice(column - 1, width, ...line)
    }
  })
  const chosen = range(1, 1, cells.length, 1)
  const itemOf = (): object => ({
    addItem: (_: string, called: string) => {
      menu.push(called)
      return itemOf()
    },
    addToUi: () => {}
  })
  const globals: Record<string, unknown> = {
    SpreadsheetApp: {
      getActiveRange: () => chosen,
      getUi: () => ({ createMenu: itemOf })
    },
    PropertiesService: {
      getScriptProperties: () => ({ getProperty: (name: string) => properties.get(name) ?? null })
    },
    CacheService: {
      getScriptCache: () => ({
        getAll: (keys: ReadonlyArray<string>) => {
          for (const key of keys) assert.isAtMost(key.length, 250)
          return Object.fromEntries(
            keys.flatMap((key) => (cache.has(key) ? [[key, cache.get(key)]] : []))
          )
        },
        putAll: (values: Readonly<Record<string, string>>, seconds: number) => {
          assert.isAtMost(seconds, 21_600)
          for (const [key, value] of Object.entries(values)) cache.set(key, value)
        }
      })
    },
    UrlFetchApp: {
      // Waits for the answer, as Google's does.
      fetch: (url: string, { headers, payload }: { headers: object; payload: string }) => {
        requests.push(JSON.parse(payload).emails.length)
        const fields = Object.entries({ ...headers, "Content-Type": "application/json" })
        const args = fields.flatMap(([name, value]) => ["-H", `${name}: ${value}`])
        const output = execFileSync(
          "curl",
          ["-s", "-w", "\n%{http_code}", ...args, "--data-binary", "@-", url],
          { input: payload, encoding: "utf8" }
        )
        const end = output.lastIndexOf("\n")
        return {
          getContentText: () => output.slice(0, end),
          getResponseCode: () => Number(output.slice(end + 1))
        }
      }
    }
  }
  runInNewContext(filesOf("google-sheets").get("Code.gs")!, globals)
  const call = (name: string, ...args: ReadonlyArray<unknown>): unknown =>
    // Plain values of this context, which a comparison takes.
    JSON.parse(JSON.stringify((globals[name] as (...args: unknown[]) => unknown)(...args) ?? null))
  return { call, cells, requests, menu, properties }
}

describeWith(curl, "The guide of a list", () => {
  layer(
    service.layer({ lab: true, credits: 10_000 }),
    service.live
  )((it) => {
    for (const script of ["nightly.sh", "nightly-curl.sh"]) {
      it.effect(`${script} leaves the checked list, and pays once for the same one`, function* () {
        const { lists, run } = yield* night(script, `${list}\n${script},`)
        const before = (yield* jobs).length
        for (const _ of ["the first night", "the same night again"]) {
          const { code, stderr } = yield* run()
          assert.strictEqual(code, 0, stderr)
          assert.include(addressesIn(join(lists, "checked.csv")), "ann@acme.test")
          assert.deepStrictEqual(readdirSync(lists).sort(), ["checked.csv", "subscribers.csv"])
          assert.strictEqual((yield* jobs).length, before + 1)
        }
      })

      it.effect(`${script} keeps the old list when rcpt refuses, and says why`, function* () {
        const { lists, run } = yield* night(script)
        writeFileSync(join(lists, "checked.csv"), "old")
        const { code, stderr } = yield* run(wrongKey)
        assert.isAbove(code, 0)
        assert.match(stderr, /API key|unauthorized/)
        assert.strictEqual(readFileSync(join(lists, "checked.csv"), "utf8"), "old")
      })
    }

    it.effect(
      "nightly-curl.sh takes up the job of an interrupted night, for what can be sent to",
      function* () {
        const { lists, run } = yield* night("nightly-curl.sh")
        const { get } = yield* service.Service
        const boundary = { "content-type": "multipart/form-data; boundary=x" }
        const part = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${list}\r\n--x--\r\n`
        const made = yield* get("/api/v1/verify/bulk", {
          method: "POST",
          headers: boundary,
          body: part
        })
        writeFileSync(join(lists, "job.id"), (made.json as { readonly id: string }).id)
        const before = (yield* jobs).length
        const { code, stderr } = yield* run()
        assert.strictEqual(code, 0, stderr)
        assert.deepStrictEqual(addressesIn(join(lists, "checked.csv")), ["ann@acme.test"])
        assert.strictEqual((yield* jobs).length, before)
      }
    )

    it.effect("nightly-curl.sh does not send a list that is too dear", function* () {
      const rows = Array.from({ length: 10_001 }, (_, index) => `n${index}@acme.test`)
      const { lists, run } = yield* night("nightly-curl.sh", ["email", ...rows].join("\n"))
      const { code, stderr } = yield* run()
      assert.strictEqual(code, 1)
      assert.include(stderr, "The list would cost 50005 credits.")
      assert.isFalse(existsSync(join(lists, "job.id")))
    })

    it.effect("Google Sheets: the menu writes verdicts beside the selection", function* () {
      const cells = [
        ["valid@sandbox.rcpt.test", "", "", "", "kept"],
        ["", "", "", "", "kept"],
        [" Did_You_Mean@sandbox.rcpt.test", "", "", "", "kept"],
        ["invalid@sandbox.rcpt.test", "old", "old", "old", "kept"]
      ]
      const { call, menu } = spreadsheet(yield* service.Service, cells)
      call("onOpen")
      assert.deepStrictEqual(menu, ["checkSelection"])
      call(menu[0]!)
      assert.deepStrictEqual(
        cells.map((line) => line.slice(1)),
        [
          ["valid", "", "", "kept"],
          ["", "", "", "kept"],
          ["valid", "", "someone@gmail.com", "kept"],
          ["invalid", "domain_not_found", "", "kept"]
        ]
      )
    })

    it.effect("Google Sheets: a formula asks in batches, once for each address", function* () {
      const { call, requests } = spreadsheet(yield* service.Service)
      const column = Array.from({ length: 250 }, (_, index) => [
        `valid+${index % 240}@sandbox.rcpt.test`
      ])
      const rows = call("RCPT", column) as ReadonlyArray<unknown>
      assert.deepStrictEqual(requests, [100, 100, 40])
      assert.deepStrictEqual(rows[249], ["valid", "", ""])
      assert.deepStrictEqual(call("RCPT", column), rows)
      assert.deepStrictEqual(call("RCPT", "risky@sandbox.rcpt.test"), [["risky", "role_based", ""]])
      assert.deepStrictEqual(requests, [100, 100, 40, 1])
    })

    it.effect(
      "Google Sheets: what is unknown, or too long to be kept, is asked again",
      function* () {
        const { call, requests } = spreadsheet(yield* service.Service)
        const long = `valid+${"a".repeat(228)}@sandbox.rcpt.test`
        assert.strictEqual(long.length, 252)
        const column = [["unknown@sandbox.rcpt.test"], [long], ["valid@sandbox.rcpt.test"]]
        call("RCPT", column)
        call("RCPT", column)
        assert.deepStrictEqual(requests, [3, 2])
      }
    )

    it.effect("Google Sheets: shows the sentence of an error", function* () {
      const { call, properties } = spreadsheet(yield* service.Service)
      properties.set("RCPT_API_KEY", wrongKey)
      assert.throws(() => call("RCPT", "valid@sandbox.rcpt.test"), /unauthorized/)
    })
  })
})
