/**
 * Reacher (check-if-email-exists), `/v0` and `/v1`. Source: its OpenAPI document of version 0.11, and its backend. A part
 * that could not be learnt is an object with `error`, as there.
 */
import { Effect } from "effect"

import { refuse, textOf } from "./DropIn.ts"
import type { Asked, DropIn, Reply, Route } from "./DropIn.ts"
import { numberOf } from "./jobNumber.ts"
import { countRows, csvRows, jsonRows } from "./listRows.ts"
import { partsOf, secondsOf, verdictOf } from "./outcome.ts"
import type { Said } from "./outcome.ts"
import { listOfAddresses, noAddresses } from "./writeList.ts"

/** By the verdict (outcome.ts). */
const reachable = { valid: "safe", risky: "risky", invalid: "invalid", unknown: "unknown" } as const

const reachableOf = (said: Said) => reachable[verdictOf(said)]

const notLearnt = (type: string, message: string) => ({ error: { type, message } })

const miscOf = ({ checks: { disposable, role, free } = {} }: Said) =>
  disposable === undefined || role === undefined
    ? notLearnt("NotChecked", "lists are not consulted for this address")
    : {
        is_disposable: disposable,
        is_role_account: role,
        gravatar_url: null,
        haveibeenpwned: null,
        is_b2c: free
      }

const mxOf = ({ checks: { mx, mx_routable: isRoutable } = {}, mx_records: records }: Said) =>
  mx === undefined
    ? notLearnt("NotChecked", "the mail servers of the domain are not known")
    : { accepts_mail: mx && isRoutable !== false, records: records ?? [] }

/** What the server said, where it said something about the mailbox or its domain. */
const smtpOf = (said: Said) => {
  const { smtp, sub_status: subStatus } = said
  const status = smtp?.status
  const isFull = subStatus === "mailbox_full" || smtp?.sub_reason === "mailbox_full"
  if (status === "deliverable" || status === "undeliverable" || status === "catch_all" || isFull)
    return {
      can_connect_smtp: true,
      has_full_inbox: isFull,
      is_catch_all: smtp?.catch_all ?? said.is_catch_all ?? status === "catch_all",
      is_deliverable: status === "deliverable" || status === "catch_all",
      is_disabled: subStatus === "mailbox_disabled" || smtp?.sub_reason === "mailbox_disabled"
    }
  const why = smtp?.sub_reason ?? smtp?.reason ?? status ?? "smtp_not_requested"
  return notLearnt("SmtpError", `the mail server's answer is not known: ${why}`)
}

const say = (said: Said) => {
  const { user, domain } = partsOf(said.email)
  const isValid = said.checks?.syntax ?? said.sub_status !== "failed_syntax_check"
  const seconds = secondsOf(said)
  return {
    input: said.email,
    is_reachable: reachableOf(said),
    misc: miscOf(said),
    mx: mxOf(said),
    smtp: smtpOf(said),
    syntax: {
      address: isValid ? said.email : null,
      domain: isValid ? (said.domain ?? domain) : "",
      is_valid_syntax: isValid,
      username: isValid ? user : "",
      normalized_email: said.normalized_email ?? null,
      suggestion: said.did_you_mean ?? null
    },
    debug: {
      end_time: said.checked_at,
      ...(seconds !== undefined && {
        duration: { secs: Math.floor(seconds), nanos: Math.round((seconds % 1) * 1e9) }
      })
    }
  }
}

const field = (part: "misc" | "mx" | "smtp" | "syntax", name: string) => (said: Said) => {
  const value: unknown = Reflect.get(say(said)[part], name)
  return typeof value === "string" || typeof value === "boolean" ? value : undefined
}

const columns = {
  input: ({ email }: Said) => email,
  is_reachable: reachableOf,
  "misc.is_disposable": field("misc", "is_disposable"),
  "misc.is_role_account": field("misc", "is_role_account"),
  "misc.gravatar_url": () => "",
  "mx.accepts_mail": field("mx", "accepts_mail"),
  "smtp.can_connect": field("smtp", "can_connect_smtp"),
  "smtp.has_full_inbox": field("smtp", "has_full_inbox"),
  "smtp.is_catch_all": field("smtp", "is_catch_all"),
  "smtp.is_deliverable": field("smtp", "is_deliverable"),
  "smtp.is_disabled": field("smtp", "is_disabled"),
  "syntax.is_valid_syntax": field("syntax", "is_valid_syntax"),
  "syntax.domain": field("syntax", "domain"),
  "syntax.username": field("syntax", "username"),
  error: () => ""
}

const checkEmail: Route["answer"] = ({ fields }, api) =>
  Effect.map(api.verify(textOf(fields["to_email"]) ?? ""), (said): Reply => ({ json: say(said) }))

const startBulk: Route["answer"] = ({ fields }, api) =>
  Effect.gen(function* () {
    if (fields["webhook"] != null)
      return yield* refuse("webhook is not offered: set a webhook in rcpt, or ask for the progress")
    const list = listOfAddresses("reacher.csv", fields["input"])
    if (list === undefined) return yield* noAddresses("input")
    return { json: { job_id: numberOf((yield* api.submit(list)).id) } }
  })

const progress: Route["answer"] = ({ params }, api) =>
  Effect.gen(function* () {
    const job = yield* api.job(params["id"]!)
    const isComplete = job.status === "complete"
    const counts = isComplete
      ? yield* countRows(api, job.id, (said) => [reachableOf(said)])
      : {
          safe: job.valid_count,
          risky: job.risky_count,
          invalid: job.invalid_count,
          unknown: job.unknown_count
        }
    return {
      json: {
        job_id: numberOf(job.id),
        created_at: job.created_at,
        finished_at: job.completed_at,
        total_records: job.total_rows,
        total_processed: job.processed_rows,
        summary: {
          total_safe: counts["safe"] ?? 0,
          total_risky: counts["risky"] ?? 0,
          total_invalid: counts["invalid"] ?? 0,
          total_unknown: counts["unknown"] ?? 0
        },
        job_status: job.completed_at === null ? "Running" : "Completed"
      }
    }
  })

const resultsLimit = 50

const whole = ({ fields }: Asked, name: string, otherwise: number): number => {
  const number = Number(textOf(fields[name]) ?? otherwise)
  return Number.isSafeInteger(number) && number >= 0 ? number : otherwise
}

const results: Route["answer"] = (asked, api) => {
  const skip = whole(asked, "offset", 0)
  const isCsv = asked.fields["format"] === "csv"
  const take = whole(asked, "limit", resultsLimit)
  const writer = isCsv
    ? csvRows({ keepsOriginal: false, columns })
    : jsonRows({ before: {}, rows: "results", row: say, skip, take })
  return Effect.map(api.results(asked.params["id"]!, writer), (stream) => ({
    stream,
    contentType: isCsv ? "text/csv" : "application/json"
  }))
}

export const reacher: DropIn = {
  name: "reacher",
  keyFields: [],
  say,
  refusal: ({ status, error }) => ({ status, json: { error } }),
  routes: [
    { methods: ["POST"], path: "/v0/check_email", answer: checkEmail },
    { methods: ["POST"], path: "/v1/check_email", answer: checkEmail },
    { methods: ["POST"], path: "/v1/bulk", takes: "list", answer: startBulk },
    { methods: ["GET"], path: "/v1/bulk/:id", answer: progress },
    { methods: ["GET"], path: "/v1/bulk/:id/results", answer: results }
  ]
}
