/** Emailable v1. Source: its reference, and its libraries. */
import { Effect } from "effect"

import { isOn, refuse, required, textOf, timeoutOf } from "./DropIn.ts"
import type { DropIn, Reply, Route } from "./DropIn.ts"
import { reasonOf, resultOf } from "./fourResults.ts"
import { jsonRows } from "./listRows.ts"
import { partsOf, secondsOf } from "./outcome.ts"
import type { Said } from "./outcome.ts"
import { listOfAddresses, noAddresses } from "./writeList.ts"

/** Milliseconds: theirs, where the request has none. */
const timeoutDefault = 5_000

const say = (said: Said) => {
  const { user, domain } = partsOf(said.email)
  return {
    accept_all: said.checks?.catch_all,
    did_you_mean: said.did_you_mean ?? null,
    disposable: said.checks?.disposable,
    domain: said.domain ?? domain,
    duration: secondsOf(said),
    email: said.email,
    first_name: null,
    free: said.checks?.free,
    full_name: null,
    gender: null,
    last_name: null,
    mailbox_full: said.smtp && said.sub_status === "mailbox_full",
    mx_record: said.mx_records?.[0] ?? null,
    reason: reasonOf(said),
    role: said.checks?.role,
    smtp_provider: said.mx_provider ?? null,
    state: resultOf(said),
    tag: tagOf(user),
    user
  }
}

const tagOf = (user: string): string | null => {
  const plus = user.indexOf("+")
  return plus < 0 || plus === user.length - 1 ? null : user.slice(plus + 1)
}

const noSimulation = refuse(
  "simulate is not offered: addresses at sandbox.rcpt.test have each result, for 0 credits"
)

const verify: Route["answer"] = (asked, api) =>
  Effect.map(
    api.verify(
      required(asked, "email"),
      timeoutOf(asked.fields["timeout"], "seconds") ?? timeoutDefault
    ),
    (said): Reply => ({ json: say(said) })
  )

const startBatch: Route["answer"] = ({ fields }, api) =>
  Effect.gen(function* () {
    if (fields["simulate"]) return yield* noSimulation
    if (fields["url"])
      return yield* refuse("url is not offered: set a webhook in rcpt, or ask for the batch")
    const list = listOfAddresses("emailable.csv", fields["emails"])
    if (list === undefined) return yield* noAddresses("emails")
    return { json: { message: "Batch successfully created.", id: (yield* api.submit(list)).id } }
  })

/** The fields that the request names in `response_fields`; without it, all. */
const picked = (names: string | undefined) => {
  if (names === undefined || names === "") return say
  const wanted = new Set(names.split(",").map((name) => name.trim()))
  return (said: Said): object =>
    Object.fromEntries(Object.entries(say(said)).filter(([name]) => wanted.has(name)))
}

const count = (counts: Record<string, number>, word: string) => {
  counts[word] = (counts[word] ?? 0) + 1
}

const batch: Route["answer"] = ({ fields }, api) =>
  Effect.gen(function* () {
    if (fields["simulate"]) return yield* noSimulation
    const { id, status, total_rows: total, ...job } = yield* api.job(textOf(fields["id"]) ?? "")
    if (status !== "complete" && job.completed_at !== null)
      return yield* refuse(job.error_message ?? "the batch was cancelled")
    const isPartial = status !== "complete"
    const processed = job.processed_rows
    const message = isPartial ? "Your batch is being processed." : "Batch verification completed."
    if (isPartial && !isOn(fields["partial"])) return { json: { message, id, processed, total } }
    const totals: Record<string, number> = {
      deliverable: 0,
      undeliverable: 0,
      risky: 0,
      unknown: 0
    }
    const reasons: Record<string, number> = {}
    const row = picked(textOf(fields["response_fields"]))
    const writer = jsonRows({
      before: { message, id, ...(isPartial && { processed, total }) },
      rows: "emails",
      row: (said) => {
        count(totals, resultOf(said))
        const reason = reasonOf(said)
        if (reason !== null) count(reasons, reason)
        return row(said)
      },
      after: () => ({ total_counts: { ...totals, processed, total }, reason_counts: reasons })
    })
    return { stream: yield* api.results(id, writer, isPartial), contentType: "application/json" }
  })

const account: Route["answer"] = (_asked, api) =>
  Effect.map(api.account, ({ credits }): Reply => ({ json: { available_credits: credits } }))

export const emailable: DropIn = {
  name: "emailable",
  keyFields: ["api_key", "access_token"],
  say,
  refusal: ({ status, error }) => ({ status, json: { message: error } }),
  routes: [
    { methods: ["GET", "POST"], path: "/v1/verify", answer: verify },
    { methods: ["POST"], path: "/v1/batch", takes: "list", answer: startBatch },
    { methods: ["GET"], path: "/v1/batch", answer: batch },
    { methods: ["GET"], path: "/v1/account", answer: account }
  ]
}
