/** Requests of the right to erasure, and what its receipt calls the places. */
import type { ClosedAccount, ErasedPlace, ErasureReceipt } from "@rcpt/api/Erasure"

import { request } from "../api/request.ts"

export const eraseAddress = (email: string): Promise<ErasureReceipt> =>
  request("/account/data", { method: "DELETE", query: { email } })

export const closeAccount = (): Promise<ClosedAccount> => request("/account", { method: "DELETE" })

const labels: Readonly<Record<ErasedPlace, string>> = {
  job_rows: "Rows of lists",
  job_cells: "Cells of other rows",
  job_suggestions: "Suggestions in results",
  job_names: "Names of files and columns",
  stored_replies: "Stored replies",
  webhook_messages: "Webhook messages",
  feedback_checks: "Checks that could be reported on",
  feedback_reports: "Reports",
  queued_probes: "Queued questions",
  activity: "Checks in the activity",
  invitations: "Open invitations"
}

/** A newer service may have places that this page does not know. */
export const placeLabel = (place: ErasedPlace): string =>
  labels[place] ?? (place as string).replaceAll("_", " ")
