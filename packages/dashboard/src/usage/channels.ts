/** The channels that a check can come from, as `/usage` counts them. */
import type { Usage } from "@rcpt/api/Account"

export interface Channel {
  readonly key: keyof Pick<Usage, "single_checks" | "api_checks" | "bulk_checks" | "public_checks">
  readonly head: string
  readonly counts: string
}

export const channels: ReadonlyArray<Channel> = [
  { key: "single_checks", head: "Dashboard", counts: "Single checks made on the Verify page." },
  {
    key: "api_checks",
    head: "API",
    counts: "Checks made with an API key: single checks, and each address of a batch."
  },
  { key: "bulk_checks", head: "Bulk", counts: "Rows of bulk jobs, counted when they are settled." },
  {
    key: "public_checks",
    head: "Demo",
    counts: "Checks of the public demo, if the operator offers one. They cost no credits."
  }
]
