import { connect } from "node:net"
import type { Socket } from "node:net"

import type { Status } from "@rcpt/domain/Verdict"
import type { ResultRow } from "@rcpt/service/jobs/csv/ResultRow"
import * as Jobs from "@rcpt/service/jobs/Jobs"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { live } from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { cellsOf } from "../csv/workbookCells.ts"
import { isProblem, layer as world, settled, World } from "../jobsHttpWorld.ts"
import type { Settling } from "../jobsHttpWorld.ts"

const checkedAt = "2026-11-21T00:00:00.000Z"
const row = (status: Status, more: Partial<ResultRow> = {}): ResultRow => ({
  status,
  score: 50,
  creditsUsed: 1,
  checkedAt,
  ...more
})

const columns =
  "verification_status,verification_score,sub_status,normalized_email,did_you_mean,is_disposable," +
  "is_role_based,is_free_provider,is_relay,is_catch_all,has_mx,has_spf,has_dmarc,is_blacklisted," +
  "domain_age_days,mx_provider,credits_used,checked_at,recommendation,catch_all_confidence"

/** As written by a German Excel. */
const csv = Buffer.from(
  'Name;E-Mail;score\nAnn;ann@acme.test;=1+1\n"B ""Bob"";\nB.";bob@acme.test;\nNobody;;-\nAgain;ANN@acme.test;x;more\nJ\xfcrg;j@acme.test;1\n',
  "latin1"
)

const outcomes: Readonly<Record<number, ResultRow>> = {
  0: row("valid", { score: 95, is_disposable: false, has_mx: true, domainAgeDays: 7 }),
  1: row("risky", {
    subStatus: "role_based",
    catchAllConfidence: 45,
    mxProvider: "=evil()",
    didYouMean: "-1@x.test"
  }),
  4: row("unknown", { creditsUsed: 0 })
}

/** With the delimiter of the upload; no cell has a comma. */
const inFormat = (line: string): string => line.replaceAll(",", ";")

const head = inFormat(`Name,E-Mail,score,,${columns}`)
const lines = {
  ann: inFormat(`Ann,ann@acme.test,=1+1,,valid,95,,,,false,,,,,true,,,,7,,1,${checkedAt},send,`),
  bob: inFormat(
    `"B ""Bob"";\nB.",bob@acme.test,,,risky,50,role_based,,'-1@x.test,,,,,,,,,,,'=evil(),1,${checkedAt},send_with_care,45`
  ),
  nobody: inFormat(`Nobody,,-,,${",".repeat(19)}`),
  again: inFormat(
    `Again,ANN@acme.test,x,more,valid,95,,,,false,,,,,true,,,,7,,0,${checkedAt},send,`
  ),
  jurg: inFormat(`Jürg,j@acme.test,1,,unknown,50,,,,,,,,,,,,,,,0,${checkedAt},ask_again,`)
}
const file = (...body: ReadonlyArray<string>) =>
  `\ufeff${[head, ...body].map((line) => `${line}\r\n`).join("")}`

const download = (running: Running, id: string, apiKey: string, query = "", headers = {}) =>
  running.get(`/api/v1/jobs/${id}/download${query}`, { apiKey, headers })

const job = (settling: Partial<Settling> = {}) =>
  Effect.gen(function* () {
    const { node, customer } = yield* World
    const { account, apiKey } = yield* customer(1_000)
    const result = (n: number) => outcomes[n]
    const id = yield* Effect.provide(settled({ account, csv, result, ...settling }), node)
    return { id, apiKey }
  })

/** As Salesforce writes a report: its footer has no shape of a row. */
const report = [
  "E-Mail;Name",
  "ann@acme.test;Ann",
  "n/a;Bob",
  "E-Mail;Name",
  "Abteilung Einkauf;",
  "ann.acme.test;Ann",
  "Gesamt: 3"
].join("\n")

const deleteChunk = (id: string, chunk: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql`delete from job_chunk where job_id = ${id} and chunk_no = ${chunk}`
  )

/** Reads to the end of the connection; answers the number of octets and the last five. */
const readAll = (socket: Socket) =>
  Effect.callback<{ readonly octets: number; readonly end: string }>((resume) => {
    let octets = 0
    let end = ""
    socket.on("data", (data) => {
      octets += data.length
      end = (end + data.toString("latin1")).slice(-5)
      if (end === "0\r\n\r\n") socket.destroy()
    })
    socket.on("error", () => {})
    socket.on("close", () => resume(Effect.succeed({ octets, end })))
    socket.resume()
  })

/** `fetch` removes the byte order mark. */
const withMark = (text: string) => `\ufeff${text}`

layer(world(), live)("The download of a job", (it) => {
  it.effect(
    "has rows that are no data where they were, without a result or a charge",
    function* () {
      const { running } = yield* World
      const asked: Array<string> = []
      const result = (_: number, email: string) => {
        asked.push(email)
        return row("valid")
      }
      const { id, apiKey } = yield* job({ csv: report, result })
      assert.deepStrictEqual(asked, ["ann@acme.test", "ann.acme.test"])
      const { text } = yield* download(running, id, apiKey)
      const [, ...body] = text.split("\r\n").map((line) => line.split(";").slice(0, 3).join(";"))
      assert.deepStrictEqual(body, [
        "ann@acme.test;Ann;valid",
        "n/a;Bob;",
        "E-Mail;Name;",
        "Abteilung Einkauf;;",
        "ann.acme.test;Ann;valid",
        "Gesamt: 3;;",
        ""
      ])
      const found = yield* running.get(`/api/v1/jobs/${id}`, { apiKey })
      assert.deepInclude(found.json, { total_rows: 2, credits_reserved: 2 })
    }
  )

  it.effect("is the uploaded file, unchanged, with the result columns", function* () {
    const { running } = yield* World
    const { id, apiKey } = yield* job({ filename: '../Kunden "2026".csv' })
    const answer = yield* download(running, id, apiKey)
    const { ann, bob, nobody, again, jurg } = lines
    assert.strictEqual(withMark(answer.text), file(ann, bob, nobody, again, jurg))
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.headers.get("content-type"), "text/csv; charset=utf-8")
    assert.isNull(answer.headers.get("content-length"))
    assert.strictEqual(
      answer.headers.get("content-disposition"),
      `attachment; filename="results-Kunden 2026.csv"; filename*=UTF-8''results-Kunden%202026.csv`
    )
  })

  it.effect("begins with a byte order mark", function* () {
    const { running } = yield* World
    const { id, apiKey } = yield* job()
    const bytes = yield* Effect.tryPromise(async () => {
      const url = `${running.base}/api/v1/jobs/${id}/download`
      const response = await fetch(url, { headers: { "x-api-key": apiKey } })
      return Buffer.from(await response.arrayBuffer())
    })
    assert.strictEqual(bytes.subarray(0, 7).toString("latin1"), "\xef\xbb\xbfName")
  })

  it.effect("of a deep job has two more columns at the end", function* () {
    const { running } = yield* World
    const { id, apiKey } = yield* job({
      csv: "email\nann@acme.test\n",
      mode: "deep",
      result: () => row("valid", { smtpStatus: "deliverable", mailboxExists: "yes" })
    })
    const { text } = yield* download(running, id, apiKey)
    const [first, second] = text.split("\r\n")
    assert.strictEqual(first, `email,${columns},smtp_status,mailbox_exists`)
    assert.match(second!, /^ann@acme\.test,valid,.*Z,send,,deliverable,yes$/)
  })

  it.effect("filters by statuses", function* () {
    const { running } = yield* World
    const { id, apiKey } = yield* job()
    const { ann, bob, again, jurg } = lines
    const expected = [
      ["?status=valid", file(ann, again)],
      ["?status=unknown,risky", file(bob, jurg)],
      // As clients send it that are generated from the OpenAPI document.
      ["?status=risky&status=unknown", file(bob, jurg)],
      ["?status=valid,risky,invalid,unknown", file(ann, bob, again, jurg)],
      ["?status=invalid", file()]
    ] as const
    for (const [query, text] of expected)
      assert.strictEqual(withMark((yield* download(running, id, apiKey, query)).text), text)
    const message =
      'status must be a comma-separated list of "valid", "risky", "invalid", "unknown"'
    for (const query of ["?status=", "?status=good", "?status=valid,", "?status=VALID"])
      isProblem(yield* download(running, id, apiKey, query), 400, message)
  })

  it.effect("has a strong ETag, and is answered 304 to a client that has it", function* () {
    const { running } = yield* World
    const { id, apiKey } = yield* job()
    const first = yield* download(running, id, apiKey)
    const etag = first.headers.get("etag")!
    assert.match(etag, /^"[\w-]+"$/)
    // It may be kept by its reader alone, who asks each time whether it is still so.
    assert.strictEqual(first.headers.get("cache-control"), "private, no-cache")
    assert.strictEqual(first.headers.get("x-content-type-options"), "nosniff")
    for (const sent of [etag, `"x", ${etag}`, `W/${etag}`, "*"]) {
      const answer = yield* download(running, id, apiKey, "", { "if-none-match": sent })
      assert.deepStrictEqual(
        [answer.status, answer.text, answer.headers.get("etag")],
        [304, "", etag],
        sent
      )
    }
    const other = yield* download(running, id, apiKey, "?status=valid", {
      "if-none-match": etag
    })
    assert.strictEqual(other.status, 200)
    assert.notStrictEqual(other.headers.get("etag"), etag)
    const { id: otherId, apiKey: otherKey } = yield* job()
    const answer = yield* download(running, otherId, otherKey, "", { "if-none-match": etag })
    assert.strictEqual(answer.status, 200)
    const onlyHead = yield* running.get(`/api/v1/jobs/${id}/download`, {
      method: "HEAD",
      apiKey
    })
    assert.deepStrictEqual([onlyHead.status, onlyHead.headers.get("etag")], [200, etag])
  })

  it.effect(
    "of a running or cancelled job has its settled rows, if the request says partial",
    function* () {
      const { running } = yield* World
      const { id, apiKey } = yield* job({ result: (n) => (n === 0 ? outcomes[0] : undefined) })
      isProblem(yield* download(running, id, apiKey), 400, "job is not complete")
      const soFar = yield* download(running, id, apiKey, "?partial=true")
      assert.strictEqual(withMark(soFar.text), file(lines.ann, lines.again))
      assert.strictEqual(soFar.headers.get("x-rows-settled"), "2")
      assert.isNull(soFar.headers.get("etag"))
      yield* running.get(`/api/v1/jobs/${id}`, { method: "DELETE", apiKey })
      isProblem(yield* download(running, id, apiKey), 400, "job is not complete")
      const { text } = yield* download(running, id, apiKey, "?partial=true")
      assert.strictEqual(withMark(text), file(lines.ann, lines.again))
    }
  )

  it.effect(
    "of a job whose upload can no longer be read has the results, and says so",
    function* () {
      const { running, node } = yield* World
      const { id, apiKey } = yield* job({
        result: (n) => (n === 0 ? outcomes[0] : undefined)
      })
      yield* Effect.provide(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`update job_chunk set packed = '\\x00' where job_id = ${id}`
          yield* Jobs.Jobs.use(({ fail }) => fail(id, "upload_unreadable"))
        }),
        node
      )
      isProblem(yield* download(running, id, apiKey), 400, "job is not complete")
      const { text } = yield* download(running, id, apiKey, "?partial=true")
      const cells = `;;;;valid;95;;;;false;;;;;true;;;;7;;`
      const expected = [
        `${head};unreadable`,
        `${cells}1;${checkedAt};send;;true`,
        `${cells}0;${checkedAt};send;;true`
      ]
      assert.strictEqual(withMark(text), `\ufeff${expected.map((line) => `${line}\r\n`).join("")}`)
      const page = yield* running.get(`/api/v1/jobs/${id}/results?partial=true`, { apiKey })
      const { results } = Object(page.json)
      assert.deepStrictEqual(
        results.map((row: object) => [Object(row).email, Object(row).verification_status]),
        [
          [undefined, "valid"],
          [undefined, "valid"]
        ]
      )
    }
  )

  it.effect(
    "has each address once, and a name that says the filter, where that is asked for",
    function* () {
      const { running } = yield* World
      const { id, apiKey } = yield* job({ result: (n) => outcomes[n] })
      const ask = (query: string) => download(running, id, apiKey, query)
      const nameOf = ({ headers }: { readonly headers: Headers }) =>
        /filename="([^"]*)"/.exec(headers.get("content-disposition") ?? "")?.[1]
      const once = yield* ask("?unique=true&status=valid")
      assert.strictEqual(withMark(once.text), file(lines.ann))
      assert.match(nameOf(once) ?? "", /-valid-unique\.csv$/)
      assert.match(nameOf(yield* ask("?recommendation=send")) ?? "", /-safe\.csv$/)
      assert.match(nameOf(yield* ask("?recommendation=do_not_send")) ?? "", /-do-not-send\.csv$/)
    }
  )

  const bytesOf = (running: Running, path: string, apiKey: string) =>
    Effect.promise(async () => {
      const response = await fetch(`${running.base}/api/v1${path}`, {
        headers: { "x-api-key": apiKey }
      })
      return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
    })

  it.effect(
    "is a workbook with the same rows, filters and names where that is asked for",
    function* () {
      const { running } = yield* World
      const { id, apiKey } = yield* job({ filename: "kunden.csv" })
      const path = `/jobs/${id}/download`
      const { headers, bytes } = yield* bytesOf(running, `${path}?format=xlsx`, apiKey)
      const rows = cellsOf(bytes)
      assert.deepStrictEqual(rows[0], ["Name", "E-Mail", "score", undefined, ...columns.split(",")])
      assert.deepStrictEqual(rows[1]?.slice(0, 6), [
        "Ann",
        "ann@acme.test",
        "=1+1",
        undefined,
        "valid",
        95
      ])
      assert.deepStrictEqual(
        [rows[2]?.[0], rows[2]?.[8], rows[2]?.[19]],
        ['B "Bob";\nB.', "'-1@x.test", "'=evil()"]
      )
      assert.deepStrictEqual(rows[3], ["Nobody", undefined, "-"])
      assert.strictEqual(
        headers.get("content-type"),
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      )
      assert.include(headers.get("content-disposition"), 'filename="results-kunden.xlsx"')
      const plain = yield* download(running, id, apiKey)
      assert.notStrictEqual(headers.get("etag"), plain.headers.get("etag"))
      const again = yield* download(running, id, apiKey, "?format=xlsx", {
        "if-none-match": headers.get("etag")!
      })
      assert.strictEqual(again.status, 304)
      const once = yield* bytesOf(running, `${path}?format=xlsx&unique=true&status=valid`, apiKey)
      assert.deepStrictEqual(
        cellsOf(once.bytes).map(([name]) => name),
        ["Name", "Ann"]
      )
      assert.include(once.headers.get("content-disposition"), "kunden-valid-unique.xlsx")
      const other = yield* download(running, id, apiKey, "?format=ods")
      isProblem(other, 400, 'format must be "csv" or "xlsx"')
    }
  )

  it.effect(
    "is refused as a workbook that Excel would cut, unless a filter makes it fit",
    function* () {
      const { running, node } = yield* World
      const long = "x".repeat(32_768)
      const { id, apiKey } = yield* job({
        csv: `email,note\nann@acme.test,${long}\nbob@acme.test,y\n`,
        result: (n) => row(n === 0 ? "valid" : "risky")
      })
      const ask = (query: string) => download(running, id, apiKey, `?format=xlsx${query}`)
      isProblem(
        yield* ask(""),
        400,
        'format must be "csv" for cells of more than 32,767 characters, which is all that a workbook takes: row 1 has one'
      )
      assert.strictEqual((yield* ask("&status=risky")).status, 200)
      const forget = SqlClient.SqlClient.use(
        (sql) =>
          sql`update job set format = format - 'longestCell', records = 1048576 where job_id = ${id}`
      )
      yield* Effect.provide(forget, node)
      isProblem(
        yield* ask(""),
        400,
        'format must be "csv" for more than 1,048,575 rows, which is all that a workbook takes; or ask for fewer rows, such as status=valid'
      )
      assert.strictEqual((yield* ask("&status=risky")).status, 200)
      assert.strictEqual((yield* ask("&status=valid")).status, 400)
      assert.strictEqual((yield* download(running, id, apiKey)).status, 200)
    }
  )

  it.effect("is produced as the client reads, and breaks off if a chunk is missing", function* () {
    const { running, node, customer } = yield* World
    const { account, apiKey } = yield* customer(20_000)
    const rows = Array.from({ length: 20_000 }, (_, n) => `user${n}@acme.test,${"x".repeat(1_500)}`)
    const list = `email,note\n${rows.join("\n")}\n`
    const settling = { account, csv: list, result: () => row("valid") }
    const id = yield* Effect.provide(settled(settling), node)
    const whole = yield* download(running, id, apiKey)
    assert.isAbove(whole.text.length, 30_000_000)

    const socket = connect(Number(new URL(running.base).port), "127.0.0.1")
    socket.pause()
    socket.write(
      `GET /api/v1/jobs/${id}/download HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\n\r\n`
    )
    // Without backpressure, the whole file would be produced in this time.
    yield* Effect.sleep("3 seconds")
    yield* Effect.provide(deleteChunk(id, 19), node)
    const { octets, end } = yield* readAll(socket)
    assert.isAbove(octets, 1_000_000)
    assert.isBelow(octets, whole.text.length)
    assert.notStrictEqual(end, "0\r\n\r\n")
  })
})
