/** The channels that a check can come from, as `/usage` counts them. */
import type { Usage } from "@rcpt/api/Account"

import type { Fill } from "../parts/ProportionBar.tsx"

export interface Channel {
  readonly key: keyof Pick<Usage, "single_checks" | "api_checks" | "bulk_checks" | "public_checks">
  readonly head: string
  readonly counts: string
  /** Its colour in the chart. */
  readonly fill: Fill
}

export const channels: ReadonlyArray<Channel> = [
  {
    key: "single_checks",
    head: "Dashboard",
    counts: "Single checks made on the Verify page.",
    fill: "second"
  },
  {
    key: "api_checks",
    head: "API",
    counts: "Checks made with an API key: single checks, and each address of a batch.",
    fill: "third"
  },
  {
    key: "bulk_checks",
    head: "Bulk",
    counts: "Rows of lists, counted as they get their result.",
    fill: "first"
  },
  {
    key: "public_checks",
    head: "Demo",
    counts: "Checks of the public demo, if the operator offers one. They cost no credits.",
    fill: "fourth"
  }
]

/** Those that any of the months has a check of. */
export const usedChannels = (usage: ReadonlyArray<Usage>): ReadonlyArray<Channel> =>
  channels.filter(({ key }) => usage.some((month) => month[key] > 0))
