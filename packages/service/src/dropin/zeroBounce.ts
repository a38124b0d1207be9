/**
 * ZeroBounce v2. Sources: its reference ("status codes", "bulk API"), and its libraries. It has no word for an address that
 * is risky in general: `do_not_mail` is said where rcpt advises never to send, and `unknown` where it advises care.
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import { Effect } from "effect"

import { refuse, required, textOf, timeoutOf } from "./DropIn.ts"
import type { Api, Asked, DropIn, Refused, Reply, Route } from "./DropIn.ts"
import { csvRows } from "./listRows.ts"
import { isVouchedFor, outcomeOf, partsOf } from "./outcome.ts"
import type { Outcome, Said } from "./outcome.ts"

type Status = "valid" | "invalid" | "catch-all" | "unknown" | "do_not_mail"

/** With a third word: the status where the mail server accepts mail for the mailbox. */
export const statuses: Readonly<Record<Outcome, readonly [Status, string, Status?]>> = {
  accepted: ["valid", ""],
  no_problem: ["valid", ""],
  failed_syntax_check: ["invalid", "failed_syntax_check"],
  domain_not_found: ["invalid", "no_dns_entries"],
  does_not_accept_mail: ["invalid", "does_not_accept_mail"],
  mx_unroutable: ["invalid", "unroutable_ip_address"],
  mailbox_not_found: ["invalid", "mailbox_not_found"],
  // It has no word for a mailbox that is switched off.
  mailbox_disabled: ["invalid", ""],
  domain_rejected_by_mail_server: ["invalid", "does_not_accept_mail"],
  reported_bounce: ["do_not_mail", ""],
  reported_complaint: ["do_not_mail", ""],
  blocked_by_rule: ["do_not_mail", "blocked"],
  dns_error: ["unknown", "exception_occurred"],
  no_mx_records: ["do_not_mail", ""],
  disposable: ["do_not_mail", "disposable"],
  blocklisted: ["unknown", "", "valid"],
  parked: ["do_not_mail", ""],
  role_based: ["do_not_mail", "role_based"],
  role_based_catch_all: ["do_not_mail", "role_based_catch_all"],
  relay: ["unknown", "alias_address", "valid"],
  catch_all: ["catch-all", ""],
  synthetic_local_part: ["unknown", "", "valid"],
  new_domain: ["unknown", "", "valid"],
  // Theirs is invalid; but the mailbox exists, and may be emptied.
  mailbox_full: ["unknown", "mailbox_quota_exceeded"],
  // Theirs is invalid; but a rare domain may exist beside a common one.
  possible_typo: ["do_not_mail", "possible_typo"],
  low_score: ["unknown", "", "valid"],
  greylisted: ["unknown", "greylisted"],
  rate_limited: ["unknown", "mail_server_temporary_error"],
  policy_blocked: ["unknown", "antispam_system"],
  timeout: ["unknown", "timeout_exceeded"],
  connection_failed: ["unknown", "failed_smtp_connection"],
  inconclusive: ["unknown", ""],
  not_asked: ["unknown", ""]
}

const statusOf = (said: Said): readonly [Status, string] => {
  const [status, sub, vouched = status] = statuses[outcomeOf(said)]
  return [isVouchedFor(said) ? vouched : status, sub]
}

/** `2026-01-31 13:05:09.123` */
const timeOf = ({ checked_at: at }: Said) => at?.replace("T", " ").replace("Z", "")

/** Of people, and of where they are, nothing is known. */
const unknownPerson = {
  firstname: null,
  lastname: null,
  gender: null,
  country: null,
  region: null,
  city: null,
  zipcode: null
}

/** A malformed address is at no provider. Typed libraries need this field: without it they can read no row of a batch. */
const freeOf = ({ checks }: Said) => (checks?.syntax === false ? false : checks?.free)

const say = (said: Said) => {
  const { user, domain } = partsOf(said.email)
  const [status, subStatus] = statusOf(said)
  const { checks, domain_age_days: days } = said
  return {
    address: said.email,
    status,
    sub_status: subStatus,
    free_email: freeOf(said),
    did_you_mean: said.did_you_mean ?? null,
    account: user,
    domain: said.domain ?? domain,
    domain_age_days: days === undefined ? null : String(days),
    smtp_provider: said.mx_provider ?? null,
    mx_found: checks?.mx === undefined ? undefined : String(checks.mx),
    mx_record: said.mx_records?.[0] ?? null,
    catchall_domain: checks?.catch_all,
    ...unknownPerson,
    processed_at: timeOf(said)
  }
}

const validate: Route["answer"] = (asked, api) =>
  Effect.map(
    api.verify(required(asked, "email"), timeoutOf(asked.fields["timeout"], "seconds")),
    (said): Reply => ({ json: say(said) })
  )

/** Theirs says the same for a wrong key and for no credits, and programs look for it. */
const noKeyOrCredits = "Invalid API Key or your account ran out of credits"

const emailIn = (item: unknown): string | undefined =>
  typeof item === "object" && item !== null ? textOf(Reflect.get(item, "email_address")) : undefined

const batchMax = 200

const validateBatch: Route["answer"] = ({ fields }, api) =>
  Effect.gen(function* () {
    const items = fields["email_batch"]
    const emails = Array.isArray(items) ? items.map(emailIn) : []
    const isRight = emails.every((email): email is string => email !== undefined)
    if (!isRight || emails.length === 0 || emails.length > batchMax)
      return yield* refuse(
        `email_batch must have 1 to ${batchMax} items, each with an email_address`
      )
    const { results, truncated } = yield* api.verifyAll(emails)
    const failed = results.flatMap(({ email, error }) =>
      error === undefined ? [] : [{ error, email_address: email }]
    )
    const unpaid = truncated
      ? emails
          .slice(results.length)
          .map((email) => ({ error: noKeyOrCredits, email_address: email }))
      : []
    return {
      json: {
        email_batch: results.flatMap(({ result }) => (result === undefined ? [] : [say(result)])),
        errors: [...failed, ...unpaid]
      }
    }
  })

const getCredits: Route["answer"] = (_asked, api) =>
  Effect.map(api.account, ({ credits }): Reply => ({ json: { Credits: String(credits) } }))

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** `1/31/2026`, as its sample and its libraries have it. */
const usageDate = (day: string) => {
  const [year, month, date] = day.split("-").map(Number)
  return `${month}/${date}/${year}`
}

const getUsage: Route["answer"] = (asked, api) =>
  Effect.gen(function* () {
    const from = required(asked, "start_date")
    const to = required(asked, "end_date")
    if (!isDate(from) || !isDate(to))
      return yield* refuse("start_date and end_date must be dates such as 2026-01-31")
    const days = (yield* api.overview).days.filter(({ date }) => from <= date && date <= to)
    const sum = (of: (day: (typeof days)[number]) => number) =>
      days.reduce((all, day) => all + of(day), 0)
    return {
      json: {
        total: sum(({ valid, risky, invalid, unknown }) => valid + risky + invalid + unknown),
        status_valid: sum(({ valid }) => valid),
        status_invalid: sum(({ invalid }) => invalid),
        status_unknown: sum(({ unknown }) => unknown),
        start_date: usageDate(from),
        end_date: usageDate(to)
      }
    }
  })

const sendFile: Route["answer"] = ({ fields, files }, api) =>
  Effect.gen(function* () {
    const file = files["file"]
    if (file === undefined) return yield* refuse("file is required, as a file of the form")
    const column = textOf(fields["email_address_column"])
    if (column === undefined || !/^[1-9]\d*$/.test(column))
      return yield* refuse("email_address_column must be the number of a column, from 1")
    if (fields["return_url"])
      return yield* refuse("return_url is not offered: set a webhook in rcpt, or ask filestatus")
    const hasHeader = !/^(?:false|0)$/i.test(textOf(fields["has_header_row"]) ?? "true")
    const job = yield* api.submit({ ...file, column, hasHeader })
    return {
      json: { success: true, message: "File Accepted", file_name: job.filename, file_id: job.id }
    }
  })

const fileStates: Readonly<Record<BulkJob["status"], string>> = {
  pending: "Queued",
  processing: "Processing",
  complete: "Complete",
  failed: "Failed",
  cancelled: "Cancelled"
}

const findFile = (asked: Asked, api: Api) => api.job(required(asked, "file_id"))

const fileStatus: Route["answer"] = (asked, api) =>
  Effect.map(findFile(asked, api), (job): Reply => ({
    json: {
      success: true,
      file_id: job.id,
      file_name: job.filename,
      upload_date: job.created_at.replace(/(?:\.\d+)?Z$/, "Z"),
      file_status: fileStates[job.status],
      complete_percentage: `${Math.floor((100 * job.processed_rows) / job.total_rows)}%`,
      error_reason: job.error_message ?? null,
      return_url: null
    }
  }))

const columns = {
  "ZB Status": (said: Said) => statusOf(said)[0],
  "ZB Sub Status": (said: Said) => statusOf(said)[1],
  "ZB Account": ({ email }: Said) => partsOf(email).user,
  "ZB Domain": ({ email }: Said) => partsOf(email).domain,
  "ZB First Name": () => "",
  "ZB Last Name": () => "",
  "ZB Gender": () => "",
  "ZB Free Email": freeOf,
  "ZB MX Found": ({ checks }: Said) => checks?.mx,
  "ZB MX Record": () => "",
  "ZB SMTP Provider": (said: Said) => said.mx_provider,
  "ZB Did You Mean": (said: Said) => said.did_you_mean
}

const getFile: Route["answer"] = (asked, api) =>
  Effect.gen(function* () {
    const job = yield* findFile(asked, api)
    const stream = yield* api.results(job.id, csvRows({ keepsOriginal: true, columns }))
    return { stream, contentType: "text/csv; charset=utf-8" }
  })

const deleteFile: Route["answer"] = (asked, api) =>
  Effect.gen(function* () {
    const { id, filename } = yield* findFile(asked, api)
    yield* api.remove(id)
    return {
      json: { success: true, message: "File Deleted", file_name: filename, file_id: id }
    }
  })

/** Refusals are answers with 200 there, except of the rate limit and of faults. */
const refusal = ({ status, error }: Refused, path: string): Reply => {
  const said = status === 401 || status === 402 ? noKeyOrCredits : error
  const isError = status === 429 || status >= 500
  const shapes: Readonly<Record<string, object>> = {
    "/v2/getcredits": status === 401 ? { Credits: "-1" } : { error: said },
    "/v2/validatebatch": { email_batch: [], errors: [{ error: said, email_address: "all" }] },
    "/v2/sendfile": { success: false, message: [said], error_message: said },
    "/v2/filestatus": { success: false, message: said, error_reason: said },
    "/v2/getfile": { success: "False", message: said },
    "/v2/deletefile": { success: false, message: said }
  }
  return { status: isError ? status : 200, json: shapes[path] ?? { error: said } }
}

const get = ["GET", "POST"]

export const zeroBounce: DropIn = {
  name: "zerobounce",
  keyFields: ["api_key"],
  say,
  refusal,
  routes: [
    { methods: get, path: "/v2/validate", answer: validate },
    { methods: ["POST"], path: "/v2/validatebatch", answer: validateBatch },
    { methods: get, path: "/v2/getcredits", answer: getCredits },
    { methods: get, path: "/v2/getapiusage", answer: getUsage },
    { methods: ["POST"], path: "/v2/sendfile", takes: "file", answer: sendFile },
    { methods: get, path: "/v2/filestatus", answer: fileStatus },
    { methods: get, path: "/v2/getfile", answer: getFile },
    { methods: get, path: "/v2/deletefile", answer: deleteFile }
  ]
}
