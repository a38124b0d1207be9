/**
 * The right to erasure: one address out of all data of an account, or the account itself. The ledger stays as
 * it is, because no entry of it holds an address.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { SignedIn } from "./Authentication.ts"
import { boolean, described, integer, string } from "./fields.ts"
import { dateTime, uuidText } from "./formats.ts"
import { NeedsFreshPassword, Permissions, Requires } from "./Permissions.ts"
import { BadRequest, WorkInProgress } from "./Problem.ts"
import { EmailQuery } from "./query.ts"
import { RateLimited } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"
import { basePath, secured } from "./secured.ts"

/** The places that an address is erased from. Types are added over time. */
export const ErasedPlace = Schema.Literals([
  "job_rows",
  "job_cells",
  "job_suggestions",
  "job_names",
  "stored_replies",
  "webhook_messages",
  "feedback_checks",
  "feedback_reports",
  "queued_probes",
  "activity",
  "invitations",
  "rules",
  "inlet_events",
  "schedule_contacts",
  "mail_messages"
])
export type ErasedPlace = typeof ErasedPlace.Type

const Kept = Schema.Struct({
  what: string("The data that stays."),
  why: string("Why it stays.")
}).annotate({ identifier: "KeptData" })
export type Kept = typeof Kept.Type

export const ErasureReceipt = Schema.Struct({
  id: Schema.NullOr(uuidText).annotate({
    description: "Of the event that records the erasure; null if nothing was found."
  }),
  erased_at: dateTime.annotate({ description: "When the address was erased." }),
  found: boolean("Whether the address was found."),
  erased: Schema.Array(
    Schema.Struct({
      place: ErasedPlace.annotate({ description: "Places are added over time." }),
      count: integer("The number of items there.")
    })
  ).annotate({ description: "The places with erased data, and the number of items in each." }),
  kept: Schema.Array(Kept).annotate({ description: "The data that stays, with the reasons." })
}).annotate({ identifier: "ErasureReceipt" })
export type ErasureReceipt = typeof ErasureReceipt.Type

export const ClosedAccount = Schema.Struct({
  account_id: described(uuidText, "The account."),
  closed_at: dateTime.annotate({ description: "When it was closed." }),
  keys_revoked: integer("Keys that worked until then."),
  jobs_erased: integer("Lists that were erased."),
  credits_forfeited: integer("Credits that were left. They are an adjustment in the ledger."),
  kept: Schema.Array(Kept).annotate({ description: "The data that stays, with the reasons." })
}).annotate({ identifier: "ClosedAccount" })
export type ClosedAccount = typeof ClosedAccount.Type

const eraseAddress = HttpApiEndpoint.delete("eraseAddress", "/account/data", {
  query: { email: EmailQuery },
  success: ErasureReceipt,
  error: [BadRequest, WorkInProgress]
})
  .annotate(Requires, "erase")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "eraseAddress",
      summary: "Erase an address from all data of the account",
      description:
        "From lists and their results, activity, stored replies, webhook messages, reports and rules. All spellings of " +
        "the mailbox are erased: upper case, tags (`ann+news@`), and dots where the provider ignores " +
        "them. A row of a list loses all of its cells, stays counted and keeps its verdict (`erased`). " +
        "Charges and their proofs stay valid, because the ledger holds no address. 409 while a job " +
        "that has the address runs: nothing is erased then. Asked again, it says that nothing was found."
    })
  )

export class Erasure extends secured(HttpApiGroup.make("Erasure").add(eraseAddress)) {}

const closeAccount = HttpApiEndpoint.delete("closeAccount", "/account", {
  success: ClosedAccount,
  error: WorkInProgress
})
  .annotate(Requires, "govern")
  .annotate(NeedsFreshPassword, true)
  .annotateMerge(
    OpenApi.annotations({
      identifier: "closeAccount",
      summary: "Close the account",
      description:
        "Permanent. Its keys are revoked and its sessions end. Its personal data is erased: people with " +
        "their email addresses, passwords and second factors, the webhook, all lists and results. Remaining credits " +
        "are forfeited, as an entry of the ledger, which stays. The address can sign up again, as a new " +
        "account. 409 while jobs or checks run (cancel them first), and for the last account " +
        "that owns the service. Needs a session whose password was entered within the last 15 minutes."
    })
  )

/** Needs a session; API keys are not accepted. */
export class Closing extends HttpApiGroup.make("Closing")
  .add(closeAccount)
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(SignedIn)
  .prefix(basePath) {}
