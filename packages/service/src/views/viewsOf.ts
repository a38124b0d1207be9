/** All views that a node projects. */
import type { Projection } from "@rcpt/store/Projection"

import type { Config } from "../platform/Config.ts"
import { accuracy } from "./accuracy.ts"
import { checkedAddresses } from "./checkedAddresses.ts"
import { creditsLow } from "./creditsLow.ts"
import { days } from "./days.ts"
import { ledgerView } from "./ledger/ledgerView.ts"
import { outcomes } from "./outcomes.ts"
import { securityView } from "./security/securityView.ts"
import { usage } from "./usage.ts"
import type { ComparedView, View } from "./View.ts"

export const comparedViews: ReadonlyArray<ComparedView> = [
  usage,
  days,
  outcomes,
  accuracy,
  ledgerView
]

/** Those that have tables. */
export const storedViews: ReadonlyArray<View> = [...comparedViews, securityView, checkedAddresses]

export const viewsOf = (config: Config["Service"]): ReadonlyArray<Projection> => [
  ...storedViews,
  creditsLow(config.creditsLow)
]
