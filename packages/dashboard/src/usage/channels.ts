/** The channels that a check can come from, as `/usage` counts them. */
import type { Usage } from "@rcpt/api/Account"

import type { Fill } from "../parts/ProportionBar.tsx"
import { words } from "../words/usage.tsx"

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
    ...words.channels.single_checks,
    fill: "second"
  },
  {
    key: "api_checks",
    ...words.channels.api_checks,
    fill: "third"
  },
  {
    key: "bulk_checks",
    ...words.channels.bulk_checks,
    fill: "first"
  },
  {
    key: "public_checks",
    ...words.channels.public_checks,
    fill: "fourth"
  }
]

/** Those that any of the months has a check of. */
export const usedChannels = (usage: ReadonlyArray<Usage>): ReadonlyArray<Channel> =>
  channels.filter(({ key }) => usage.some((month) => month[key] > 0))
