/** Verdicts of other services in a list: which columns are found, and what each of their words is. */
import { serviceNames } from "@rcpt/api/otherServices"
import type { ServiceName } from "@rcpt/api/otherServices"
import { reasons } from "@rcpt/service/dropin/fourResults"
import { statuses } from "@rcpt/service/dropin/zeroBounce"
import { dayOf, findImports, importedIn } from "@rcpt/service/jobs/imports/findImports"
import type { ImportOptions } from "@rcpt/service/jobs/imports/findImports"

import { assert, describe, it } from "../../../support/vitest.ts"
import { apart, seen } from "./importSamples.ts"
import type { Sample } from "./importSamples.ts"

const now = Date.parse("2026-11-29T12:00:00Z")

const columnsOf = ({ header }: Sample) => header.split(",")

const foundIn = (sample: Sample, options?: ImportOptions) => {
  const columns = columnsOf(sample)
  return findImports(
    columns,
    sample.rows.map((row) => columns.map((column) => row[column] ?? "")),
    options
  )
}

const serviceOf = (sample: Sample) => foundIn(sample)?.service ?? "none"

/** The verdict of a row whose file has these columns. */
const read = (service: ServiceName, row: Readonly<Record<string, string>>, on?: string) => {
  const columns = ["email", ...Object.keys(row)]
  const cells = ["ann@acme.test", ...Object.values(row)]
  const chunk = {
    _tag: "Chunk",
    number: 0,
    records: [cells],
    emails: [cells[0]!],
    firstRows: [0]
  } as const
  return importedIn(chunk, findImports(columns, [cells], { service, on }), now).get(cells[0]!)
}

const on = "2026-11-01"

describe("Verdicts that a list brings along", () => {
  for (const sample of seen)
    it(`are found as those of ${sample.of}: ${sample.header.slice(0, 60)}`, () =>
      assert.strictEqual(serviceOf(sample), sample.of))

  it("are found in nearly all files that the tables were not made with, and never where there are none", () => {
    const wrong = apart.filter((sample) => serviceOf(sample) !== sample.of)
    assert.deepStrictEqual(
      wrong.map(({ header }) => header),
      []
    )
  })

  it("are those of the service that `import` names, and none with `none`", () => {
    const plain: Sample = { of: "none", header: "email,check", rows: [{ check: "valid" }] }
    assert.strictEqual(foundIn(plain), undefined)
    assert.strictEqual(foundIn(plain, { service: "hunter" })?.status, 1)
    assert.strictEqual(foundIn(plain, { service: "kickbox" }), undefined)
    for (const sample of seen) assert.strictEqual(foundIn(sample, { service: "none" }), undefined)
  })

  const rows: ReadonlyArray<readonly [ServiceName, Record<string, string>, string, string?]> = [
    ["zerobounce", { "ZB Status": "valid", "ZB Sub Status": "alternate" }, "valid"],
    [
      "zerobounce",
      { "ZB Status": "invalid", "ZB Sub Status": "mailbox_not_found" },
      "invalid",
      "mailbox_not_found"
    ],
    ["zerobounce", { "ZB Status": "invalid", "ZB Sub Status": "" }, "invalid"],
    [
      "zerobounce",
      { "ZB Status": "do_not_mail", "ZB Sub Status": "disposable" },
      "risky",
      "disposable"
    ],
    ["zerobounce", { "ZB Status": "spamtrap", "ZB Sub Status": "" }, "risky", "low_score"],
    ["neverbounce", { email_status: "catchall" }, "risky", "catch_all"],
    [
      "kickbox",
      { Result: "Risky", Reason: "low_deliverability", "Accept All": "true" },
      "risky",
      "catch_all"
    ],
    [
      "kickbox",
      { Result: "undeliverable", Reason: "rejected_email" },
      "invalid",
      "mailbox_not_found"
    ],
    [
      "emailable",
      { State: "risky", Reason: "low_quality", Disposable: "false", Role: "true" },
      "risky",
      "role_based"
    ],
    ["reacher", { is_reachable: "risky", "misc.is_disposable": "true" }, "risky", "disposable"],
    ["millionverifier", { result: "ok" }, "valid"],
    ["bouncer", { Status: "risky", "domain.acceptAll": "yes" }, "risky", "catch_all"],
    ["hunter", { "Verification status": "accept_all" }, "risky", "catch_all"]
  ]
  for (const [service, row, status, subStatus] of rows)
    it(`of ${service} say ${Object.values(row).join(" ")}: ${status} ${subStatus ?? ""}`, () =>
      assert.deepStrictEqual(read(service, row, on), {
        service,
        verdict: { status, ...(subStatus !== undefined && { subStatus }) },
        checkedAt: "2026-11-01T00:00:00.000Z"
      } as never))

  it("do not count where they know nothing, or where the mailbox may be another one tomorrow", () => {
    const none: ReadonlyArray<readonly [ServiceName, Record<string, string>]> = [
      ["zerobounce", { "ZB Status": "unknown", "ZB Sub Status": "greylisted" }],
      ["zerobounce", { "ZB Status": "invalid", "ZB Sub Status": "mailbox_quota_exceeded" }],
      ["millionverifier", { result: "error" }],
      ["hunter", { "Verification status": "webmail" }]
    ]
    for (const [service, row] of none) assert.strictEqual(read(service, row, on), undefined)
    for (const service of Object.keys(serviceNames) as Array<ServiceName>)
      assert.strictEqual(read(service, { [`${service} status`]: "unknown" }, on), undefined)
  })

  it("have the date of their row, else the one that was sent, and without any they do not count", () => {
    const row = { "ZB Status": "valid" }
    assert.strictEqual(read("zerobounce", row), undefined)
    const dated = (date: string) =>
      read("zerobounce", { ...row, "Verified At": date }, on)?.checkedAt.slice(0, 10)
    assert.strictEqual(dated("2026-11-20T23:15:00Z"), "2026-11-20")
    assert.strictEqual(dated("2026/11/20 23:15"), "2026-11-20")
    assert.strictEqual(dated(""), on)
    // Nobody knows which of its numbers is the month.
    assert.strictEqual(dated("10/11/2026"), undefined)
    assert.deepStrictEqual(
      ["2026-02-30", "2026-11-30", "20261101", "2026-11-011", "yesterday"].map((text) =>
        dayOf(text, now)
      ),
      [undefined, undefined, undefined, undefined, undefined]
    )
  })

  // Whoever uploads a file that an interface of ours wrote gets the verdict back, or none.
  it("are never another verdict than the one that our own interface wrote with these words", () => {
    const said: ReadonlyArray<readonly [string, ServiceName, Record<string, string>]> = [
      ...Object.entries(statuses).map(
        ([outcome, [status, sub]]) =>
          [outcome, "zerobounce", { "ZB Status": status, "ZB Sub Status": sub }] as const
      ),
      ...Object.entries(reasons).map(
        ([outcome, reason]) =>
          [outcome, "kickbox", { Result: "undeliverable", Reason: reason ?? "" }] as const
      )
    ]
    const proven = /^(?:failed_|domain_|does_not_|mx_unr|mailbox_not|mailbox_dis)/
    for (const [outcome, service, row] of said) {
      const status = read(service, row, on)?.verdict.status
      if (service === "zerobounce")
        assert.strictEqual(status === "invalid", proven.test(outcome), `${outcome} ${status}`)
      else if (proven.test(outcome)) assert.strictEqual(status, "invalid", outcome)
    }
  })
})
