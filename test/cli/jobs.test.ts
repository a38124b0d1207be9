import { createHash, randomUUID } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { Effect } from "effect"

import { tableText } from "../../packages/cli/src/rows.ts"
import { cellsOf } from "../service/jobs/csv/workbookCells.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

layer(service.layer({ credits: 50, env: { RCPT_WEBHOOK_ALLOW_HTTP: "on" } }), service.live)(
  "The commands of an account",
  (it) => {
    const run = (args: ReadonlyArray<string>, key?: string) =>
      Effect.gen(function* () {
        const { base, apiKey } = yield* service.Service
        return yield* rcpt(args, { RCPT_URL: base, RCPT_API_KEY: key ?? apiKey })
      })
    const answer = (args: ReadonlyArray<string>) =>
      Effect.map(run(args), ({ code, stdout, stderr }) => {
        assert.deepStrictEqual([code, stderr], [0, ""], `${args.join(" ")}: ${stderr}`)
        return JSON.parse(stdout)
      })

    it.effect("list a job, show it, fetch its results and remove it", function* () {
      const folder = yield* tempFolder()
      const [file, out] = [join(folder, "list.csv"), join(folder, "out.csv")]
      writeFileSync(file, "email\nvalid@sandbox.rcpt.test\n")
      const made = yield* run(["bulk", file, "--watch"])
      const { id } = JSON.parse(made.stdout.trim().split("\n").at(-1)!)
      for (const args of [["list"], [], ["--limit", "1"]])
        assert.strictEqual((yield* answer(["jobs", ...args])).id, id)
      assert.include((yield* run(["jobs", "--help"])).stdout, "SUBCOMMANDS")
      assert.strictEqual((yield* answer(["jobs", "show", id])).status, "complete")
      assert.strictEqual((yield* run(["jobs", "results", id, "-o", out])).code, 0)
      assert.match(readFileSync(out, "utf8"), /valid@sandbox\.rcpt\.test,valid,/)
      const book = join(folder, "out.xlsx")
      assert.strictEqual((yield* run(["jobs", "results", id, "-o", book])).code, 0)
      assert.strictEqual(cellsOf(readFileSync(book))[1]?.[1], "valid")
      const asked = yield* run(["jobs", "results", id, "-o", out, "--format", "xlsx"])
      assert.deepStrictEqual([asked.code, readFileSync(out, "latin1").slice(0, 2)], [0, "PK"])
      const kept = { message: "the job has ended already, and is kept" }
      assert.deepStrictEqual(yield* answer(["jobs", "finish", id, "--json"]), kept)
      assert.strictEqual((yield* run(["jobs", "cancel", id])).code, 0)
      const gone = yield* run(["jobs", "show", id])
      assert.deepStrictEqual([gone.code, gone.stdout], [64, ""])
      assert.match(gone.stderr, /\(404\): /)
      assert.strictEqual((yield* run(["jobs", "results", id, "-o", out])).code, 64)
    })

    it.effect("take the beginning of an id, as a table shows it", function* () {
      const folder = yield* tempFolder()
      const file = join(folder, "short.csv")
      writeFileSync(file, "email\nvalid+short@sandbox.rcpt.test\n")
      const made = yield* run(["bulk", file, "--watch", "--again"])
      const { id }: { readonly id: string } = JSON.parse(made.stdout.trim().split("\n").at(-1)!)
      yield* run(["bulk", file, "--watch", "--again"])
      const beginning = id.slice(0, -3)
      assert.strictEqual((yield* answer(["jobs", "show", `${beginning}…`])).id, id)
      const several = yield* run(["jobs", "show", id.slice(0, 4)])
      assert.deepStrictEqual([several.code, several.stdout], [64, ""])
      assert.match(several.stderr, /^Several ids of jobs begin with \w{4}\. Type more of one:\n/)
      assert.include(several.stderr, `  ${id}  short.csv`)
      const none = yield* run(["jobs", "cancel", "ffff"])
      assert.deepStrictEqual([none.code, none.stdout], [64, ""])
      assert.match(none.stderr, /^No id of a job begins with ffff\./)
      assert.strictEqual((yield* run(["keys", "create", "short"])).code, 0)
      const [key] = yield* answer(["keys", "list", "--json"])
      const revoked = yield* run(["keys", "revoke", key.id.slice(0, 30)])
      assert.deepStrictEqual([revoked.code, revoked.stderr], [0, ""])
    })

    it.effect(
      "verify rows of a job again: the price alone, then a job of those rows",
      function* () {
        const folder = yield* tempFolder()
        const [file, out] = [join(folder, "part.csv"), join(folder, "out.csv")]
        const names = ["valid", "mailbox_not_found", "role_based", "invalid"]
        const rows = names.map((name) => `${name}@sandbox.rcpt.test,${name}`)
        writeFileSync(file, ["email,name", ...rows, ""].join("\n"))
        const made = yield* run(["bulk", file, "--watch"])
        const { id }: { readonly id: string } = JSON.parse(made.stdout.trim().split("\n").at(-1)!)
        const verify = (...args: ReadonlyArray<string>) => run(["jobs", "verify", id, ...args])
        const rowsFor = (...args: ReadonlyArray<string>) =>
          Effect.map(answer(["jobs", "verify", id, "--dry-run", ...args]), (price) => {
            assert.strictEqual(price.mode, args.includes("fast") ? "fast" : "deep")
            return price.total_rows
          })
        assert.strictEqual(yield* rowsFor(), 4)
        assert.strictEqual(yield* rowsFor("--mode", "fast", "--status", "risky,invalid"), 2)
        assert.strictEqual(yield* rowsFor("--sub-status", "role_based"), 1)
        assert.strictEqual(yield* rowsFor("--recommendation", "send"), 2)
        assert.strictEqual(yield* rowsFor("--provable"), 2)
        const listed = () => Effect.map(run(["jobs", "list"]), ({ stdout }) => stdout)
        const before = yield* listed()

        const none = yield* verify("--sub-status", "parked")
        assert.deepStrictEqual([none.code, none.stdout], [64, ""])
        assert.match(none.stderr, /\(400\): the job has no such row\.\n$/)
        const wrong = yield* verify("--status", "valdi")
        assert.deepStrictEqual([wrong.code, wrong.stdout], [64, ""])
        assert.match(wrong.stderr, /^--status takes .*, not "valdi"\. Did you mean valid\?\n$/)
        assert.strictEqual(yield* listed(), before)

        const done = yield* verify("--status", "valid", "-o", out)
        assert.strictEqual(done.code, 0, done.stderr)
        assert.match(done.stderr, /^2 rows, 2 distinct, mode deep: about \d+ credits?/)
        const cells = readFileSync(out, "utf8").trim().split("\r\n").slice(1)
        assert.deepStrictEqual(
          cells.map((row) => row.split(",").slice(1, 3)),
          [
            ["valid", "valid"],
            ["mailbox_not_found", "invalid"]
          ]
        )
        const second = JSON.parse(done.stdout.trim().split("\n").at(-1)!)
        const idOf = (args: ReadonlyArray<string>) =>
          Effect.map(verify("--status", "valid", ...args), ({ stdout }) => JSON.parse(stdout).id)
        assert.strictEqual(yield* idOf([]), second.id)
        assert.notStrictEqual(yield* idOf(["--again"]), second.id)
        const safe = yield* run(["jobs", "download", second.id, "-o", out, "--only", "send"])
        assert.strictEqual(safe.code, 0, safe.stderr)
        assert.lengthOf(readFileSync(out, "utf8").trim().split("\r\n"), 2)
      }
    )

    it.effect("compare a job with an earlier one, found by its addresses or chosen", function* () {
      const folder = yield* tempFolder()
      const upload = (name: string, ...rows: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const file = join(folder, name)
          writeFileSync(file, ["email", ...rows, ""].join("\n"))
          const { stdout } = yield* run(["bulk", file, "--watch"])
          const { id }: { readonly id: string } = JSON.parse(stdout.trim().split("\n").at(-1)!)
          return id
        })
      const rows = ["valid+1@sandbox.rcpt.test", "risky@sandbox.rcpt.test"]
      const first = yield* upload("first.csv", ...rows)
      const other = yield* upload("other.csv", "invalid@sandbox.rcpt.test")
      const second = yield* upload("second.csv", ...rows, "valid+2@sandbox.rcpt.test")
      const found = yield* answer(["jobs", "changes", second])
      assert.deepInclude(found, { same: 2, added: 1, removed: 0 })
      assert.strictEqual(found.since.id, first)
      const chosen = yield* answer(["jobs", "changes", second, "--since", other])
      assert.deepInclude(chosen, { same: 0, added: 3, removed: 1 })
      const wrong = yield* run(["jobs", "changes", second, "--since", randomUUID()])
      assert.deepStrictEqual([wrong.code, wrong.stdout], [64, ""])
      assert.match(wrong.stderr, /\(404\): job not found\.\n$/)
    })

    it.effect("show credits, usage and accuracy", function* () {
      assert.strictEqual((yield* answer(["credits"])).credits, 50)
      assert.strictEqual((yield* answer(["usage"])).total_checks, 0)
      const accuracy = yield* answer(["accuracy", "--days", "30"])
      assert.deepInclude(accuracy, { days: 30, deliveries_reported: false })
      const wrong = yield* run(["credits"], "wrong")
      assert.strictEqual(wrong.stderr, "The server does not accept this API key.\n")
    })

    it.effect("show the months, one of them, and write it to a file", function* () {
      const folder = yield* tempFolder()
      const file = (name: string) => join(folder, name)
      const month = new Date().toISOString().slice(0, 7)
      assert.deepInclude(yield* answer(["statements"]), { month, granted: 50 })
      const { csv_sha256, lines } = yield* answer(["statements", month])
      assert.deepInclude(lines[0], { what: "grant", change: 50 })

      for (const name of ["s.pdf", "s.csv", "s.json"])
        assert.deepInclude(yield* run(["statements", month, "-o", file(name)]), {
          code: 0,
          stdout: "",
          stderr: ""
        })
      assert.match(readFileSync(file("s.pdf"), "latin1"), /^%PDF-1\.7/)
      const digest = createHash("sha256")
        .update(readFileSync(file("s.csv")))
        .digest("hex")
      assert.strictEqual(digest, csv_sha256)
      assert.strictEqual(JSON.parse(readFileSync(file("s.json"), "utf8")).csv_sha256, digest)

      for (const [args, sentence] of [
        [["2026-13"], "The month must look like 2026-11, not 2026-13"],
        [["-o", file("t.pdf")], "--output needs a month, such as 2026-11"],
        [[month, "-o", file("t.doc")], /^--output must end with \.pdf, \.csv or \.json, not /],
        [["2999-01", "-o", file("t.pdf")], "The month 2999-01 has not begun."],
        [["2999-01"], /the month has not begun/]
      ] as const) {
        const { code, stdout, stderr } = yield* run(["statements", ...args])
        assert.deepStrictEqual([code, stdout], [64, ""])
        if (typeof sentence === "string") assert.strictEqual(stderr, `${sentence}\n`)
        else assert.match(stderr, sentence)
      }
      assert.isFalse(existsSync(file("t.pdf")))
    })

    it.effect("set, test and remove the webhook, and resend a delivery", function* () {
      for (const args of [["show"], []]) {
        const none = yield* run(["webhooks", ...args])
        assert.deepStrictEqual([none.code, none.stdout], [64, ""])
      }
      const url = "https://hooks.example.com/rcpt"
      assert.strictEqual((yield* answer(["webhooks", "set", url])).url, url)
      assert.strictEqual((yield* answer(["webhooks", "show"])).status, "live")
      const { id, type } = yield* answer(["webhooks", "test"])
      assert.strictEqual(type, "webhook.test")
      assert.strictEqual((yield* answer(["webhooks", "deliveries"])).id, id)
      assert.strictEqual((yield* run(["webhooks", "set", "https://10.0.0.1/"])).code, 64)
      const other = yield* answer(["webhooks", "add", url, "--event", "credits.low"])
      assert.deepStrictEqual(other.events, ["credits.low"])
      assert.strictEqual((yield* answer(["webhooks", "disable", other.id])).status, "disabled")
      assert.strictEqual((yield* answer(["webhooks", "enable", other.id])).status, "live")
      const { request_body: body } = yield* answer(["webhooks", "delivery", id])
      assert.include(body, "webhook.test")
      const since = ["--since", "2026-01-31T12:00:00Z"]
      assert.deepStrictEqual(yield* answer(["webhooks", "resend-failed", other.id, ...since]), {
        resent: 0,
        left: 0
      })
      assert.strictEqual((yield* run(["webhooks", "drop", other.id])).code, 0)
      assert.strictEqual((yield* answer(["webhooks", "endpoints"])).url, url)
      assert.strictEqual((yield* run(["webhooks", "remove"])).code, 0)
    })
  }
)

describe("A table", () => {
  it("is as wide as the terminal, and the widest column gives way", () => {
    const rows = [{ id: "1", url: "https://example.com/a/long/path" }]
    const columns = [
      ["id", (row: (typeof rows)[number]) => row.id],
      ["url", (row: (typeof rows)[number]) => row.url]
    ] as const
    assert.strictEqual(tableText(rows, columns, 16), "id  url\n1   https://exa…")
    assert.strictEqual(tableText(rows, columns, 80).split("\n")[1], `1   ${rows[0]!.url}`)
  })
})
