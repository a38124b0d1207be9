/**
 * NeverBounce v4 and v4.2. Sources: its reference ("result codes", "flags", "jobs"), and its libraries. It has no word for an
 * address that is risky: one that its mail server accepts mail for is `valid`, with flags; any other is `unknown`.
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import { domainParts } from "@rcpt/verifier/address/domainParts"
import { Effect } from "effect"

import { isOn, refuse, required, textOf, timeoutOf } from "./DropIn.ts"
import type { Api, Asked, DropIn, Reply, Route } from "./DropIn.ts"
import { numberOf } from "./jobNumber.ts"
import { countRows, csvRows, jsonRows } from "./listRows.ts"
import { isVouchedFor, outcomeOf, partsOf, verdictOf } from "./outcome.ts"
import type { Outcome, Said } from "./outcome.ts"
import { listOfRows, noAddresses } from "./writeList.ts"

type Result = "valid" | "invalid" | "disposable" | "catchall" | "unknown"

/** Any other risky address is valid if its mail server accepts mail for the mailbox, and otherwise unknown. */
const risky: Partial<Readonly<Record<Outcome, Result>>> = {
  disposable: "disposable",
  catch_all: "catchall",
  role_based_catch_all: "catchall",
  reported_bounce: "unknown",
  reported_complaint: "unknown",
  blocked_by_rule: "unknown",
  possible_typo: "unknown"
}

const resultOf = (said: Said): Result => {
  const verdict = verdictOf(said)
  if (verdict !== "risky") return verdict
  return risky[outcomeOf(said)] ?? (isVouchedFor(said) ? "valid" : "unknown")
}

/** Each flag, where it is known. The others of theirs are never said. */
const flags: Readonly<Record<string, (said: Said, outcome: Outcome) => boolean | undefined>> = {
  has_dns: ({ checks }, outcome) =>
    checks?.mx !== undefined && outcome !== "domain_not_found" && outcome !== "dns_error",
  has_dns_mx: ({ checks }) => checks?.mx,
  bad_syntax: (_said, outcome) => outcome === "failed_syntax_check",
  free_email_host: ({ checks }) => checks?.free,
  role_account: ({ checks }) => checks?.role,
  disposable_email: ({ checks }) => checks?.disposable,
  spelling_mistake: (said) => said.did_you_mean !== undefined,
  bad_dns: (_said, outcome) => outcome === "domain_not_found" || outcome === "mx_unroutable",
  temporary_dns_error: (_said, outcome) => outcome === "dns_error",
  smtp_connectable: ({ smtp }, outcome) =>
    smtp?.checked === true && outcome !== "connection_failed" && outcome !== "timeout",
  connect_fails: (_said, outcome) => outcome === "connection_failed",
  accepts_all: ({ checks }) => checks?.catch_all,
  contains_alias: ({ email }) => partsOf(email).user.includes("+"),
  contains_subdomain: ({ email }) => domainParts(partsOf(email).domain).subdomain !== ""
}

const flagsOf = (said: Said): ReadonlyArray<string> =>
  Object.entries(flags).flatMap(([flag, isSet]) => (isSet(said, outcomeOf(said)) ? [flag] : []))

const addressInfo = (said: Said) => {
  const { user, domain: host } = partsOf(said.email)
  const [addr = "", ...alias] = user.split("+")
  const { name, subdomain, suffix } = domainParts(host)
  return {
    original_email: said.email,
    normalized_email: said.normalized_email ?? said.email,
    addr,
    alias: alias.join("+"),
    host,
    fqdn: host,
    domain: name,
    subdomain,
    tld: suffix
  }
}

const say = (said: Said) => ({
  result: resultOf(said),
  flags: flagsOf(said),
  suggested_correction: said.did_you_mean ?? ""
})

/** `execution_time` is added to each (below). */
const success = (json: object): Reply => ({ json: { status: "success", ...json } })

/** What is paid and what is free is not told apart; what is used is not counted here. */
const creditsOf = (credits: number) => ({
  paid_credits_remaining: credits,
  free_credits_remaining: 0
})

const check: Route["answer"] = (asked, api) =>
  Effect.gen(function* () {
    const { fields } = asked
    const said = yield* api.verify(
      required(asked, "email"),
      timeoutOf(fields["timeout"], "seconds")
    )
    // The check is done: a key that may not read the balance gets its answer without it.
    const account = isOn(fields["credits_info"])
      ? yield* Effect.catch(api.account, () => Effect.undefined)
      : undefined
    return success({
      ...say(said),
      ...(isOn(fields["address_info"]) && { address_info: addressInfo(said) }),
      ...(account && { credits_info: creditsOf(account.credits) }),
      execution_time: said.response_time_ms
    })
  })

const statusesOf: Readonly<Record<BulkJob["status"], string>> = {
  pending: "queued",
  processing: "running",
  complete: "complete",
  failed: "failed",
  cancelled: "failed"
}

const info: Route["answer"] = (_asked, api) =>
  Effect.gen(function* () {
    const { credits } = yield* api.account
    const jobs = yield* api.jobs
    const having = (status: BulkJob["status"]) => jobs.filter((job) => job.status === status).length
    return success({
      credits_info: creditsOf(credits),
      job_counts: {
        completed: having("complete"),
        under_review: 0,
        queued: having("pending"),
        processing: having("processing")
      }
    })
  })

const create: Route["answer"] = ({ fields }, api) =>
  Effect.gen(function* () {
    if (fields["input_location"] === "remote_url")
      return yield* refuse("remote_url is not offered: send the addresses as supplied")
    if (isOn(fields["run_sample"]))
      return yield* refuse("run_sample is not offered: dry_run of POST /api/v1/verify/bulk is free")
    if (fields["callback_url"])
      return yield* refuse("callback_url is not offered: set a webhook in rcpt, or ask jobs/status")
    const list = listOfRows(textOf(fields["filename"]) ?? "neverbounce.csv", fields["input"])
    if (list === undefined) return yield* noAddresses("input")
    return success({ job_id: numberOf((yield* api.submit(list)).id) })
  })

const jobIn = (asked: Asked, api: Api) => api.job(required(asked, "job_id"))

/** A list starts when it is created. */
const begun: Route["answer"] = (asked, api) =>
  Effect.map(jobIn(asked, api), ({ id }) => success({ queue_id: String(numberOf(id)) }))

/** `2026-01-31 13:05:09` */
const timeOf = (at: string | null) => at?.slice(0, 19).replace("T", " ") ?? null

type Counts = Readonly<Record<string, number>>

/** The four statuses of a job that is running do not tell which risky rows are catch-alls. */
const runningCounts = ({
  valid_count: valid,
  invalid_count: invalid,
  ...job
}: BulkJob): Counts => ({
  valid,
  invalid,
  unknown: job.risky_count + job.unknown_count
})

const jobOf = (job: BulkJob, counts: Counts) => ({
  id: numberOf(job.id),
  job_status: statusesOf[job.status],
  filename: job.filename,
  created_at: timeOf(job.created_at),
  started_at: timeOf(job.started_at),
  finished_at: timeOf(job.completed_at),
  total: {
    records: job.total_rows,
    billable: job.total_rows,
    processed: job.processed_rows,
    valid: counts["valid"] ?? 0,
    invalid: counts["invalid"] ?? 0,
    catchall: counts["catchall"] ?? 0,
    disposable: counts["disposable"] ?? 0,
    unknown: counts["unknown"] ?? 0,
    bad_syntax: counts["bad_syntax"] ?? 0
  },
  percent_complete: Math.floor((100 * job.processed_rows) / job.total_rows),
  ...(job.error_message !== undefined && { failure_reason: job.error_message })
})

const countedAs = (said: Said): ReadonlyArray<string> => [
  resultOf(said),
  ...(outcomeOf(said) === "failed_syntax_check" ? ["bad_syntax"] : [])
]

const status: Route["answer"] = (asked, api) =>
  Effect.gen(function* () {
    const job = yield* jobIn(asked, api)
    const counts =
      job.status === "complete" ? yield* countRows(api, job.id, countedAs) : runningCounts(job)
    return success(jobOf(job, counts))
  })

const pageMax = 1_000
const pageDefault = 10

const pageOf = ({ fields }: Asked) => {
  const number = (name: string, otherwise: number) => {
    const value = Number(textOf(fields[name]) ?? otherwise)
    return Number.isSafeInteger(value) && value >= 1 ? value : otherwise
  }
  const size = Math.min(pageMax, number("items_per_page", pageDefault))
  const page = number("page", 1)
  return { size, page, query: { page, items_per_page: size } }
}

/** At least one: their libraries read the first page of nothing. */
const pages = (total: number, size: number) => Math.max(1, Math.ceil(total / size))

const rows: Route["answer"] = (asked, api) =>
  Effect.gen(function* () {
    const { id, total_rows: total } = yield* jobIn(asked, api)
    const { page, size, query } = pageOf(asked)
    const writer = jsonRows({
      before: {
        status: "success",
        total_results: total,
        total_pages: pages(total, size),
        query: { job_id: numberOf(id), ...query }
      },
      rows: "results",
      row: (said, data) => ({
        data: data(),
        verification: { ...say(said), address_info: addressInfo(said) }
      }),
      skip: (page - 1) * size,
      take: size,
      after: () => ({ execution_time: 0 })
    })
    return { stream: yield* api.results(id, writer), contentType: "application/json" }
  })

const columns = {
  email_status: resultOf,
  bad_syntax: (said: Said) => outcomeOf(said) === "failed_syntax_check",
  free_email_host: ({ checks }: Said) => checks?.free,
  role_account: ({ checks }: Said) => checks?.role,
  suggested_correction: (said: Said) => said.did_you_mean
}

const download: Route["answer"] = (asked, api) =>
  Effect.gen(function* () {
    const { id } = yield* jobIn(asked, api)
    const stream = yield* api.results(id, csvRows({ keepsOriginal: true, columns }))
    return { stream, contentType: "application/octet-stream" }
  })

const search: Route["answer"] = (asked, api) =>
  Effect.gen(function* () {
    const { page, size, query } = pageOf(asked)
    const { job_id: id, filename, job_status: wanted } = asked.fields
    const found = (yield* api.jobs).filter(
      (job) =>
        (id == null || String(numberOf(job.id)) === textOf(id)) &&
        (filename == null || job.filename === filename) &&
        (wanted == null || statusesOf[job.status] === wanted)
    )
    return success({
      total_results: found.length,
      total_pages: pages(found.length, size),
      query,
      results: found
        .slice((page - 1) * size, page * size)
        .map((job) => jobOf(job, runningCounts(job)))
    })
  })

const remove: Route["answer"] = (asked, api) =>
  Effect.gen(function* () {
    yield* api.remove((yield* jobIn(asked, api)).id)
    return success({})
  })

const confirm: Route["answer"] = () =>
  Effect.fail(refuse("poe/confirm is not offered: rcpt gives no confirmation tokens"))

const words: Readonly<Record<number, string>> = {
  401: "auth_failure",
  403: "auth_failure",
  429: "throttle_triggered",
  503: "temp_unavail"
}

const routes: Readonly<Record<string, Route["answer"]>> = {
  "single/check": check,
  "account/info": info,
  "jobs/create": create,
  "jobs/parse": begun,
  "jobs/start": begun,
  "jobs/status": status,
  "jobs/results": rows,
  "jobs/download": download,
  "jobs/search": search,
  "jobs/delete": remove,
  "poe/confirm": confirm
}

export const neverBounce: DropIn = {
  name: "neverbounce",
  keyFields: ["key"],
  say,
  // Refusals are answers with 200 there.
  refusal: ({ status: code, error }) => ({
    status: code === 500 ? code : 200,
    json: { status: words[code] ?? "general_failure", message: error, execution_time: 0 }
  }),
  routes: ["/v4", "/v4.2"].flatMap((version) =>
    Object.entries(routes).map(([path, answer]): Route => ({
      methods: ["GET", "POST"],
      path: `${version}/${path}`,
      ...(path === "jobs/create" && { takes: "list" as const }),
      answer: (asked, api) =>
        Effect.map(answer(asked, api), (reply) =>
          reply.json === undefined
            ? reply
            : { ...reply, json: { execution_time: 0, ...reply.json } }
        )
    }))
  )
}
