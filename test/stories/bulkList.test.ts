/**
 * A customer's list from the file to the ledger, over HTTP alone: what comes back agrees, row by row,
 * with what the lab was told of each address.
 */
import { assert, describe, layer } from "@effect/vitest"
import { BulkJob, JobResultsPage } from "@rcpt/api/Jobs"
import { samples } from "@rcpt/lab/samples"
import { parse } from "csv-parse/sync"
import { Effect, Schedule, Schema } from "effect"

import { formOf, list, mode as modePart, path, formType } from "../service/jobsHttpWorld.ts"
import * as service from "../support/service.ts"

const fastRows = 100_000
const deepRows = 5_000

/** Milliseconds: the whole of it on a machine under load. */
const waitMax = 600_000
const pageSize = 100

interface Line {
  /** As the file has them; the address is the third. */
  readonly cells: readonly [id: string, name: string, email: string, note: string]
  /** `undefined`: there is no address, so nothing is verified and nothing is paid. */
  readonly told: Told | undefined
}

/** What the lab was told of an address, in the words of the results' CSV. */
interface Told {
  readonly verification_status: string
  readonly verification_score: string
  readonly sub_status: string
  readonly smtp_status?: string
  readonly mailbox_exists?: string
  readonly credits_used: string
}

const told = (status: string, score: number, credits: number, subStatus = ""): Told => ({
  verification_status: status,
  verification_score: String(score),
  sub_status: subStatus,
  credits_used: String(credits)
})

const names = ["Ann", 'Bob "B" Lee', "Meier, Jörg", "two\nlines", "=1+1", "", "Öz 🙂", "-7"]

/** Each synthetic domain has MX and SPF, and all but every tenth DMARC. */
const domainOf = (row: number) => {
  const index = 1 + ((row * 7) % 20_000)
  return {
    domain: `d${String(index).padStart(5, "0")}.lab.test`,
    flaw: index % 10 === 0 ? 5 : 0
  }
}

const ofFastRow = (row: number): readonly [email: string, told: Told | undefined] => {
  const { domain, flaw } = domainOf(row)
  const kind = row % 20
  if (kind === 0) return ["", undefined]
  if (kind === 1) return [`no-at-${row}`, told("invalid", 0, 1, "failed_syntax_check")]
  if (kind === 2) return [`info@${domain}`, told("risky", 80 - flaw, 1, "role_based")]
  if (kind === 3) {
    const { address, status, score, sub_status } = samples[Math.floor(row / 20) % samples.length]!
    return [address, told(status, score, status === "unknown" ? 0 : 1, sub_status)]
  }
  return [`user${row}@${domain}`, told("valid", 100 - flaw, 1)]
}

/** Whoever is called `user…` has a mailbox there, and whoever is called `stranger…` has none. */
const ofDeepRow = (row: number): readonly [email: string, told: Told | undefined] => {
  const { domain, flaw } = domainOf(row)
  const kind = row % 10
  if (kind === 0) return [`stranger${row}@`, noConversation("failed_syntax_check")]
  if (kind < 4)
    return [
      `stranger${row}@${domain}`,
      {
        ...told("invalid", 0, 5, "mailbox_not_found"),
        smtp_status: "undeliverable",
        mailbox_exists: "no"
      }
    ]
  return [
    `user${row}@${domain}`,
    { ...told("valid", 100 - flaw, 5), smtp_status: "deliverable", mailbox_exists: "yes" }
  ]
}

const noConversation = (subStatus: string): Told => ({
  ...told("invalid", 0, 1, subStatus),
  smtp_status: "not_checked",
  mailbox_exists: "unknown"
})

/** A row that says what another has said costs nothing. */
const linesOf = (
  count: number,
  of: (row: number) => readonly [email: string, told: Told | undefined]
): ReadonlyArray<Line> => {
  const seen = new Set<string>()
  return Array.from({ length: count }, (_, row) => {
    const [email, first] = of(row)
    const again = first && seen.has(email) ? { ...first, credits_used: "0" } : first
    seen.add(email)
    return { cells: [String(row), names[row % names.length]!, email, `note ${row}`], told: again }
  })
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const header = ["id", "Full name", "E-Mail", "note"]

const fileOf = (lines: ReadonlyArray<Line>): string =>
  [header, ...lines.map(({ cells }) => cells)]
    .map((cells) => `${cells.map(quoted).join(",")}\r\n`)
    .join("")

const decodeJob = Schema.decodeUnknownSync(BulkJob, { onExcessProperty: "error" })
const decodePage = Schema.decodeUnknownSync(JobResultsPage, { onExcessProperty: "error" })

const verifyList = (lines: ReadonlyArray<Line>, mode: "fast" | "deep") =>
  Effect.gen(function* () {
    const { base, apiKey, get } = yield* service.Service
    const body = formOf([modePart(mode), list(fileOf(lines), "kunden.csv")])
    const made = yield* Effect.promise(async () => {
      const headers = { "x-api-key": apiKey, "content-type": formType }
      const answer = await fetch(base + path, {
        method: "POST",
        headers,
        body: body as Uint8Array<ArrayBuffer>
      })
      return decodeJob(await answer.json())
    })
    return yield* Effect.map(get(`/api/v1/jobs/${made.id}`), ({ json }) => decodeJob(json)).pipe(
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

const countersAgree = (job: BulkJob, lines: ReadonlyArray<Line>) => {
  const rows = lines.filter(({ told }) => told !== undefined)
  const count = (status: string) =>
    rows.filter(({ told }) => told?.verification_status === status).length
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

const resultsAgree = (id: string, lines: ReadonlyArray<Line>) =>
  Effect.gen(function* () {
    const { get } = yield* service.Service
    const rows = lines.filter(({ told }) => told !== undefined)
    const pages = Math.ceil(rows.length / pageSize)
    for (let page = 1; page <= pages; page++) {
      const path = `/api/v1/jobs/${id}/results?page=${page}&page_size=${pageSize}`
      const { results, total_pages } = decodePage((yield* get(path)).json)
      assert.strictEqual(total_pages, pages)
      assert.deepStrictEqual(
        results.map(({ email, verification_status }) => [email, verification_status]),
        rows
          .slice((page - 1) * pageSize, page * pageSize)
          .map(({ cells, told }) => [cells[2], told?.verification_status])
      )
    }
  })

/** The customer's cells unchanged; of the columns beside them, those that the lab was told about. */
const fileAgrees = (id: string, lines: ReadonlyArray<Line>) =>
  Effect.gen(function* () {
    const { get } = yield* service.Service
    const { text } = yield* get(`/api/v1/jobs/${id}/download`)
    const [head = [], ...records] = parse(text) as ReadonlyArray<ReadonlyArray<string>>
    assert.deepStrictEqual(head.slice(0, header.length), header)
    assert.strictEqual(records.length, lines.length)
    lines.forEach(({ cells, told }, row) => {
      const record = records[row]!
      assert.deepStrictEqual(record.slice(0, header.length), [...cells])
      const beside = Object.fromEntries(head.map((name, at) => [name, record[at]]))
      if (told !== undefined) assert.deepInclude(beside, { ...told }, cells.join())
      else assert.isTrue(record.slice(header.length).every((cell) => cell === ""))
    })
  })

/** The job's lines in the ledger: held at its start, charged as told, the rest given back. */
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
      it.effect(`of ${lines.length} rows, ${mode}, is answered as the lab was told`, () =>
        Effect.gen(function* () {
          const before = yield* creditsLeft
          const job = yield* verifyList(lines, mode)
          countersAgree(job, lines)
          yield* resultsAgree(job.id, lines)
          yield* fileAgrees(job.id, lines)
          const charged = lines.reduce((sum, { told }) => sum + Number(told?.credits_used ?? 0), 0)
          const held = price * lines.filter(({ told }) => told !== undefined).length
          yield* ledgerAgrees(job.id, held, charged)
          assert.strictEqual(yield* creditsLeft, before - charged)
        })
      )
  })
})
