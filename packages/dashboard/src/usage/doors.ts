/** The doors through which a check comes, as `/usage` counts them, and what each number is of. */
import type { Usage } from "@rcpt/api/Account"

export interface Door {
  readonly key: keyof Pick<Usage, "single_checks" | "api_checks" | "bulk_checks" | "public_checks">
  readonly head: string
  readonly counts: string
}

export const doors: ReadonlyArray<Door> = [
  { key: "single_checks", head: "Dashboard", counts: "Single checks made on the Verify page." },
  {
    key: "api_checks",
    head: "API",
    counts: "Checks made with an API key: single ones, and each address of a batch."
  },
  { key: "bulk_checks", head: "Bulk", counts: "Rows of bulk jobs, counted as they are settled." },
  {
    key: "public_checks",
    head: "Demo",
    counts: "Checks of the public demo, which cost no credits. Only where the operator offers one."
  }
]
