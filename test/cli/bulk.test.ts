import { readFileSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { BulkJob } from "@rcpt/api/Jobs"
import { Effect, Schema } from "effect"

import { workbook, workbookParts } from "../browser/workbooks.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const decodeJob = Schema.decodeUnknownEffect(Schema.fromJsonString(BulkJob))

const list = ["email,name", "valid@sandbox.rcpt.test,Ann", "invalid@sandbox.rcpt.test,Bob", ""]

layer(service.layer({ credits: 50 }), service.live)("rcpt bulk", (it) => {
  const bulk = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
    Effect.gen(function* () {
      const { base, apiKey } = yield* service.Service
      return yield* rcpt(["bulk", ...args], { RCPT_URL: base, RCPT_API_KEY: apiKey, ...env })
    })
  const fileOf = (lines: ReadonlyArray<string>) =>
    Effect.map(tempFolder(), (folder) => {
      const file = join(folder, "list.csv")
      writeFileSync(file, lines.join("\r\n"))
      return file
    })

  it.effect(
    "says the price, follows the job in lines of JSON, and writes the results",
    function* () {
      const file = yield* fileOf(list)
      const out = join(file, "..", "out.csv")
      const { code, stdout, stderr } = yield* bulk([file, "--watch", "-o", out])
      assert.strictEqual(code, 0, stderr)
      assert.match(
        stderr,
        /^2 rows, 2 distinct, mode fast: about \d credits?, at most \d\.\n2 credits are held/
      )
      assert.match(stderr, /is complete: 1 valid, 0 risky, 1 invalid, 0 unknown\. Results in /)
      const lines = stdout.trim().split("\n")
      assert.strictEqual((yield* decodeJob(lines.at(-1)!)).status, "complete")
      assert.match(readFileSync(out, "utf8"), /^\uFEFF?email,name,.*\r\nvalid@sandbox.*,Ann,valid,/)
      assert.deepStrictEqual(readdirSync(join(file, "..")).sort(), ["list.csv", "out.csv"])
    }
  )

  it.effect(
    "finds the same job when it is run again, and another with --again or a mode",
    function* () {
      const file = yield* fileOf([...list.slice(0, 2), ""])
      const id = (args: ReadonlyArray<string>) =>
        Effect.flatMap(bulk([file, ...args]), ({ code, stdout, stderr }) => {
          assert.strictEqual(code, 0, stderr)
          return Effect.map(decodeJob(stdout), (job) => job.id)
        })
      const first = yield* id([])
      assert.strictEqual(yield* id([]), first)
      const others = [yield* id(["--again"]), yield* id(["--deep"])]
      assert.strictEqual(new Set([first, ...others]).size, 3)
    }
  )

  it.effect("reads a workbook, and contacts, and says what was read", function* () {
    const folder = yield* tempFolder()
    const row = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
    const parts = workbookParts(row("Email") + row("valid+x@sandbox.rcpt.test"))
    const book = join(folder, "list.xlsx")
    writeFileSync(book, workbook("list.xlsx", parts).buffer)
    const out = join(folder, "out.csv")
    const { code, stderr } = yield* bulk([book, "--yes", "-o", out])
    assert.strictEqual(code, 0, stderr)
    assert.match(stderr, /^Read from the sheet People\.\n1 row, 1 distinct/)
    assert.match(readFileSync(out, "utf8"), /^\uFEFF?Email,.*\r\nvalid\+x@sandbox.*,valid,/)
    const none = yield* bulk([book, "--yes", "--sheet", "Old"])
    assert.strictEqual(none.code, 64)
    assert.include(none.stderr, "no such sheet: --sheet is one of People")

    const contacts = join(folder, "contacts.vcf")
    writeFileSync(contacts, "BEGIN:VCARD\nFN:Ann\nEMAIL:valid+v@sandbox.rcpt.test\nEND:VCARD\n")
    const cards = yield* bulk([contacts, "--yes", "-o", out])
    assert.strictEqual(cards.code, 0, cards.stderr)
    assert.match(cards.stderr, /^Read from a vCard file: one row for each address\.\n1 row/)
    assert.match(readFileSync(out, "utf8"), /Ann,valid\+v@sandbox.*,valid,/)

    const picture = join(folder, "list.png")
    writeFileSync(picture, Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1"))
    const refused = yield* bulk([picture, "--yes"])
    assert.strictEqual(refused.code, 64)
    assert.include(
      refused.stderr,
      "cannot be read: this is a picture or film: only text can be read."
    )
  })

  it.effect("says what is no data, what shares a cell, and a doubtful encoding", function* () {
    const folder = yield* tempFolder()
    const file = join(folder, "list.csv")
    const text =
      "email,city\nvalid+k@sandbox.rcpt.test,K\x94ln\n" +
      '"valid+l@sandbox.rcpt.test; valid+m@sandbox.rcpt.test",Ulm\nTotal: 3\n'
    writeFileSync(file, Buffer.from(text, "latin1"))
    const { stderr } = yield* bulk([file, "--yes"])
    assert.match(stderr, /1 row without an address, such as a footer, is free\./)
    assert.match(stderr, /1 cell with 2 addresses: each needs a row\. --repair splits them\./)
    assert.match(stderr, /Read as ibm850\. It may be .*: --encoding names one\./)
  })

  it.effect("repairs cells by --repair, and shows the repairs before the price", function* () {
    const file = yield* fileOf([
      "name,email",
      "Ann,Ann <valid+a@sandbox.rcpt.test>",
      'Both,"valid+b@sandbox.rcpt.test, invalid@sandbox.rcpt.test"',
      "Dan,valid+d@sandbox.rcpt.test",
      ""
    ])
    const out = join(file, "..", "out.csv")
    const { code, stderr } = yield* bulk([file, "--repair", "-o", out])
    assert.strictEqual(code, 0, stderr)
    const [head, first, second, price] = stderr.split("\n")
    assert.strictEqual(head, "2 cells repaired, 1 row added:")
    assert.strictEqual(first, "  Ann <valid+a@sandbox.rcpt.test> → valid+a@sandbox.rcpt.test")
    assert.match(second!, /→ valid\+b@sandbox\.rcpt\.test, invalid@sandbox\.rcpt\.test$/)
    assert.match(price!, /^4 rows, 4 distinct/)
    const rows = readFileSync(out, "utf8").trim().split("\r\n")
    assert.lengthOf(rows, 5)
    assert.match(rows[3]!, /^Both,invalid@sandbox\.rcpt\.test,invalid/)
    const clean = yield* bulk([yield* fileOf(list), "--repair"])
    assert.match(clean.stderr, /^No cell needs a repair\.\n2 rows/)
  })

  it.effect("prints the price alone by --dry-run or --price, and begins nothing", function* () {
    const { get } = yield* service.Service
    const file = yield* fileOf(["email", "a@acme.test", "b@acme.test", "A@acme.test", ""])
    const before = yield* get("/api/v1/jobs")
    const out = join(file, "..", "out.csv")
    for (const [args, most] of [
      [["--dry-run"], 2],
      [["--price", "--json", "--deep"], 10],
      // The flags of the command that shall follow change nothing.
      [["--dry-run", "--yes", "-o", out, "--only", "send"], 2]
    ] as const) {
      const { code, stdout, stderr } = yield* bulk([file, ...args])
      assert.deepStrictEqual([code, stderr], [0, ""])
      const price = JSON.parse(stdout)
      assert.deepInclude(price, { total_rows: 3, distinct_rows: 2, credits_maximum: most })
    }
    const refused = yield* bulk([yield* fileOf(["name", "Ann", ""]), "--dry-run"])
    assert.deepStrictEqual([refused.code, refused.stdout], [64, ""])
    assert.deepStrictEqual(yield* get("/api/v1/jobs"), before)
    assert.deepStrictEqual(readdirSync(join(file, "..")), ["list.csv"])
  })

  it.effect("writes only rows with the recommendations of --only", function* () {
    const file = yield* fileOf([...list.slice(0, 3), "role_based@sandbox.rcpt.test,Help", ""])
    const out = join(file, "..", "out.csv")
    const namesFor = (only: string) =>
      Effect.gen(function* () {
        const { code, stderr } = yield* bulk([file, "-o", out, "--only", only])
        assert.strictEqual(code, 0, stderr)
        const [, ...rows] = readFileSync(out, "utf8").trim().split("\r\n")
        return rows.map((row) => row.split(",")[1])
      })
    assert.deepStrictEqual(yield* namesFor("send"), ["Ann"])
    assert.deepStrictEqual(yield* namesFor("send, send-with-care"), ["Ann", "Help"])
    assert.deepStrictEqual(yield* namesFor("ask_again"), [])
  })

  it.effect("takes another column, and a file without a header", function* () {
    const rows = ["Ann;invalid@sandbox.rcpt.test;valid@sandbox.rcpt.test", ""]
    const bare = yield* fileOf(rows)
    const named = yield* fileOf(["name;email;Work", ...rows])
    const resultOf = (file: string, ...args: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const out = join(file, "..", "out.csv")
        const { code, stderr } = yield* bulk([file, ...args, "-o", out])
        assert.strictEqual(code, 0, stderr)
        return readFileSync(out, "utf8").split("\r\n").slice(0, 2).join(" ")
      })
    const [valid, invalid] = [/valid@sandbox\.rcpt\.test[,;]valid[,;]/, /rcpt\.test[,;]invalid[,;]/]
    for (const column of ["work", "3"])
      assert.match(yield* resultOf(named, "--column", column), valid)
    assert.match(yield* resultOf(named), invalid)
    assert.match(yield* resultOf(bare, "--no-header"), invalid)
    const third = yield* resultOf(bare, "--no-header", "--column", "3")
    assert.match(third, /^\uFEFF?column_1;column_2;column_3;/)
    assert.match(third, valid)
    const wrong = yield* bulk([named, "--column", "home"])
    assert.deepStrictEqual([wrong.code, wrong.stdout], [64, ""])
    assert.match(wrong.stderr, /\(400\): .*home/)
  })

  it.effect("reads standard input, and takes the column that looks like addresses", function* () {
    const { base, apiKey } = yield* service.Service
    const out = join(yield* tempFolder(), "out.csv")
    const { code, stderr } = yield* rcpt(
      ["bulk", "-", "-o", out],
      { RCPT_URL: base, RCPT_API_KEY: apiKey },
      undefined,
      "sep=;\r\nName;Courriel\r\nAnn;valid@sandbox.rcpt.test\r\n"
    )
    assert.strictEqual(code, 0, stderr)
    assert.match(stderr, /addresses are taken from column 2, "Courriel"\./)
    assert.match(
      readFileSync(out, "utf8"),
      /^\uFEFF?sep=;\r\nName;Courriel;verification_status;.*\r\nAnn;valid@sandbox\.rcpt\.test;valid;/
    )
  })

  it.effect("says in one sentence what is wrong, and uploads nothing", function* () {
    const file = yield* fileOf(list)
    const nameless = yield* fileOf(["name,city", "Ann,Ulm", ""])
    const empty = yield* fileOf([])
    const long = Array.from({ length: 51 }, (_, row) => `valid+${row}@sandbox.rcpt.test`)
    const dear = yield* fileOf(["email", ...long])
    const cases = [
      [
        bulk([file, "-o", "out.csv", "--only", "sned"]),
        64,
        /^--only takes send, .*, not "sned"\. Did you mean send\?\n$/
      ],
      [bulk([file, "--only", "send"]), 64, /^--only chooses rows .* --output\.\n$/],
      [bulk(["nowhere.csv"]), 64, /^nowhere\.csv cannot be read: there is no such file\.\n$/],
      [bulk([nameless]), 64, /\(400\): .*email.*\.\n$/],
      [bulk([empty]), 64, /\(400\): .*\.\n$/],
      [bulk([file], { RCPT_API_KEY: "wrong" }), 64, /^The server does not accept this API/],
      [bulk([file], { RCPT_URL: "http://127.0.0.1:1" }), 69, /Is it running\?\n$/],
      [
        bulk([dear]),
        69,
        /\nThe account has fewer than 51 credits\. Ask the operator of the service for more\.\n$/
      ]
    ] as const
    for (const [run, expected, says] of cases) {
      const { code, stdout, stderr } = yield* run
      assert.deepStrictEqual([code, stdout], [expected, ""], stderr)
      assert.match(stderr, says)
    }
  })
})
