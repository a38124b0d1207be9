/** Examples of the overview endpoints, for examples.ts. */
import { processing } from "./jobExamples.ts"
import type { Notices } from "./Notices.ts"
import type { Overview } from "./Overview.ts"

const overview: Overview = {
  credits: { available: 957, held: 5, spent_this_month: 43 },
  days: [
    { date: "2026-01-30", valid: 0, risky: 0, invalid: 0, unknown: 0, credits_spent: 0 },
    { date: "2026-01-31", valid: 31, risky: 7, invalid: 4, unknown: 1, credits_spent: 43 }
  ],
  days_before: { valid: 22, risky: 5, invalid: 3, unknown: 0, credits_spent: 30 },
  jobs: [processing],
  checked_at: "2026-01-31T12:00:00.000Z"
}

const notices: Notices = {
  notices: [
    {
      id: "provider_blocked",
      severity: "warning",
      for: "everybody",
      provider: "Gmail",
      says:
        "Deep verification of addresses at Gmail proves nothing at the moment: its mail servers " +
        "refuse us.",
      advice: "Such a check costs 1 credit; verify these addresses again later."
    }
  ],
  examined_at: "2026-01-31T12:00:00.000Z"
}

export const overviewExamples = {
  getOverview: { response: overview },
  getNotices: { response: notices }
}
