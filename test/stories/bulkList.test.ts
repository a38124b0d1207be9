/**
 * A customer's list from the upload to the ledger, over HTTP alone: the results agree, row by row, with
 * what the lab's scripts define for each address.
 */
import { assert, describe, layer } from "@effect/vitest"
import { BulkJob, JobResultsPage } from "@rcpt/api/Jobs"
import { samples } from "@rcpt/lab/samples"
import { parse } from "csv-parse/sync"
import { Effect, Schedule, Schema } from "effect"

import { formOf, list, mode as modePart, path, formType } from "../service/jobs/jobsHttpWorld.ts"
import { scaled } from "../support/scale.ts"
import * as service from "../support/service.ts"

const fastRows = scaled("LIST_FAST_ROWS", { usual: 10_000, long: 100_000 })
const deepRows = scaled("LIST_DEEP_ROWS", { usual: 1_000, long: 5_000 })

/** Milliseconds: for the whole list on a loaded machine. */
const waitMax = 600_000
const pageSize = 100

interface ListRow {
  /** The cells of the uploaded file; the address is the third. */
  readonly cells: readonly [id: string, name: string, email: string, note: string]
  /** `undefined`: the row has no address, so nothing is verified or charged. */
  readonly expected: Expected | undefined
}

/** What the lab defines for an address, in the columns of the results' CSV. */
interface Expected {
  readonly verification_status: string
  readonly verification_score: string
  readonly sub_status: string
  readonly smtp_status?: string
  readonly mailbox_exists?: string
  readonly credits_used: string
}

const columns = (status: string, score: number, credits: number, subStatus = ""): Expected => ({
  verification_status: status,
  verification_score: String(score),
  sub_status: subStatus,
  credits_used: String(credits)
})

const names = ["Ann", 'Bob "B" Lee', "Meier, Jörg", "two\nlines", "=1+1", "", "Öz 🙂", "-7"]

/** Each synthetic domain has MX and SPF, and all except every tenth have DMARC. */
const domainOf = (row: number) => {
  const index = 1 + ((row * 7) % 20_000)
  return {
    domain: `d${String(index).padStart(5, "0")}.lab.test`,
    flaw: index % 10 === 0 ? 5 : 0
  }
}

const ofFastRow = (row: number): readonly [email: string, expected: Expected | undefined] => {
  const { domain, flaw } = domainOf(row)
  const kind = row % 20
  if (kind === 0) return ["", undefined]
  if (kind === 1) return [`no-at-${row}`, columns("invalid", 0, 1, "failed_syntax_check")]
  if (kind === 2) return [`info@${domain}`, columns("risky", 80 - flaw, 1, "role_based")]
  if (kind === 3) {
    const { address, status, score, sub_status } = samples[Math.floor(row / 20) % samples.length]!
    return [address, columns(status, score, status === "unknown" ? 0 : 1, sub_status)]
  }
  return [`user${row}@${domain}`, columns("valid", 100 - flaw, 1)]
}

/** Local parts `user…` have a mailbox in the lab, local parts `stranger…` have none. */
const ofDeepRow = (row: number): readonly [email: string, expected: Expected | undefined] => {
  const { domain, flaw } = domainOf(row)
  const kind = row % 10
  if (kind === 0) return [`stranger${row}@`, notProbed("failed_syntax_check")]
  if (kind < 4)
    return [
      `stranger${row}@${domain}`,
      {
        ...columns("invalid", 0, 5, "mailbox_not_found"),
        smtp_status: "undeliverable",
        mailbox_exists: "no"
      }
    ]
  return [
    `user${row}@${domain}`,
    { ...columns("valid", 100 - flaw, 5), smtp_status: "deliverable", mailbox_exists: "yes" }
  ]
}

const notProbed = (subStatus: string): Expected => ({
  ...columns("invalid", 0, 1, subStatus),
  smtp_status: "not_checked",
  mailbox_exists: "unknown"
})

/** A row with the address of an earlier row costs nothing. */
const linesOf = (
  count: number,
  of: (row: number) => readonly [email: string, expected: Expected | undefined]
): ReadonlyArray<ListRow> => {
  const seen = new Set<string>()
  return Array.from({ length: count }, (_, row) => {
    const [email, first] = of(row)
    const expected = first && seen.has(email) ? { ...first, credits_used: "0" } : first
    seen.add(email)
    return { cells: [String(row), names[row % names.length]!, email, `note ${row}`], expected }
  })
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const header = ["id", "Full name", "E-Mail", "note"]

const fileOf = (lines: ReadonlyArray<ListRow>): string =>
  [header, ...lines.map(({ cells }) => cells)]
    .map((cells) => `${cells.map(quoted).join(",")}\r\n`)
    .join("")

const decodeJob = Schema.decodeUnknownSync(BulkJob, { onExcessProperty: "error" })
const decodePage = Schema.decodeUnknownSync(JobResultsPage, { onExcessProperty: "error" })

const verifyList = (lines: ReadonlyArray<ListRow>, mode: "fast" | "deep") =>
  Effect.gen(function* () {
    const { base, apiKey, get } = yield* service.Service
    const body = formOf([modePart(mode), list(fileOf(lines), "kunden.csv")])
    const created = yield* Effect.promise(async () => {
      const headers = { "x-api-key": apiKey, "content-type": formType }
      const answer = await fetch(base + path, {
        method: "POST",
        headers,
        body: body as Uint8Array<ArrayBuffer>
      })
      return decodeJob(await answer.json())
    })
    return yield* Effect.map(get(`/api/v1/jobs/${created.id}`), ({ json }) => decodeJob(json)).pipe(
      Effect.repeat({
        until: ({ status }) => status !== "pending" && status !== "processing",
        schedule: Schedule.spaced("200 millis")
      })
    )
  })

const creditsLeft = Effect.gen(function* () {
  const { get } = yield* service.Service
  return Number(Object((yield* get("/api/v1/account")).json).credits)
})

const countersAgree = (job: BulkJob, lines: ReadonlyArray<ListRow>) => {
  const rows = lines.filter(({ expected }) => expected !== undefined)
  const count = (status: string) =>
    rows.filter(({ expected }) => expected?.verification_status === status).length
  const { status, total_rows, processed_rows } = job
  const { valid_count, invalid_count, risky_count, unknown_count } = job
  assert.deepStrictEqual(
    { status, total_rows, processed_rows, valid_count, invalid_count, risky_count, unknown_count },
    {
      status: "complete",
      total_rows: rows.length,
      processed_rows: rows.length,
      valid_count: count("valid"),
      invalid_count: count("invalid"),
      risky_count: count("risky"),
      unknown_count: count("unknown")
    }
  )
}

const resultsAgree = (id: string, lines: ReadonlyArray<ListRow>) =>
  Effect.gen(function* () {
    const { get } = yield* service.Service
    const rows = lines.filter(({ expected }) => expected !== undefined)
    const pages = Math.ceil(rows.length / pageSize)
    for (let page = 1; page <= pages; page++) {
      const path = `/api/v1/jobs/${id}/results?page=${page}&page_size=${pageSize}`
      const { results, total_pages } = decodePage((yield* get(path)).json)
      assert.strictEqual(total_pages, pages)
      assert.deepStrictEqual(
        results.map(({ email, verification_status }) => [email, verification_status]),
        rows
          .slice((page - 1) * pageSize, page * pageSize)
          .map(({ cells, expected }) => [cells[2], expected?.verification_status])
      )
    }
  })

/** The customer's cells are unchanged; the added columns have the expected values. */
const fileAgrees = (id: string, lines: ReadonlyArray<ListRow>) =>
  Effect.gen(function* () {
    const { get } = yield* service.Service
    const { text } = yield* get(`/api/v1/jobs/${id}/download`)
    const [head = [], ...records] = parse(text) as ReadonlyArray<ReadonlyArray<string>>
    assert.deepStrictEqual(head.slice(0, header.length), header)
    assert.strictEqual(records.length, lines.length)
    lines.forEach(({ cells, expected }, row) => {
      const record = records[row]!
      assert.deepStrictEqual(record.slice(0, header.length), [...cells])
      const added = Object.fromEntries(head.map((name, at) => [name, record[at]]))
      if (expected !== undefined) assert.deepInclude(added, { ...expected }, cells.join())
      else assert.isTrue(record.slice(header.length).every((cell) => cell === ""))
    })
  })

/** The job's ledger entries: credits are held at the start, charged per row, and the rest refunded. */
const ledgerAgrees = (id: string, held: number, charged: number) =>
  Effect.gen(function* () {
    const { get } = yield* service.Service
    const { text } = yield* get(`/api/v1/ledger.csv?job=${id}`)
    const entries = parse(text, { columns: true, bom: true }) as ReadonlyArray<
      Readonly<Record<string, string>>
    >
    const sum = (type: string) =>
      entries
        .filter((entry) => entry["type"] === type)
        .reduce((all, { credits }) => all + Number(credits), 0)
    assert.deepStrictEqual(
      { hold: sum("hold"), charge: sum("charge"), refund: sum("refund") },
      { hold: held, charge: charged, refund: held - charged }
    )
  })

describe("A customer's list", () => {
  layer(service.layer({ lab: true, credits: 1_000_000, env: { RCPT_RATE_LIMIT: "off" } }), {
    ...service.live,
    timeout: waitMax
  })((it) => {
    for (const { mode, lines, price } of [
      { mode: "fast", lines: linesOf(fastRows, ofFastRow), price: 1 },
      { mode: "deep", lines: linesOf(deepRows, ofDeepRow), price: 5 }
    ] as const)
      it.effect(`of ${lines.length} rows, ${mode}, gets the results that the lab defines`, () =>
        Effect.gen(function* () {
          const before = yield* creditsLeft
          const job = yield* verifyList(lines, mode)
          countersAgree(job, lines)
          yield* resultsAgree(job.id, lines)
          yield* fileAgrees(job.id, lines)
          const charged = lines.reduce(
            (sum, { expected }) => sum + Number(expected?.credits_used ?? 0),
            0
          )
          const held = price * lines.filter(({ expected }) => expected !== undefined).length
          yield* ledgerAgrees(job.id, held, charged)
          assert.strictEqual(yield* creditsLeft, before - charged)
        })
      )
  })
})
