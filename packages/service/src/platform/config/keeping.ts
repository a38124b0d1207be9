/** The settings of how long is kept what is not of the ledger. */
import * as parse from "./parse.ts"
import { setting } from "./Setting.ts"

export const keeping = {
  retentionDays: setting(
    "RCPT_RETENTION_DAYS",
    "30",
    parse.whole(1, 3_650),
    "days after which a finished job is deleted, with its rows and its upload"
  ),
  activityDays: setting(
    "RCPT_ACTIVITY_DAYS",
    "30",
    parse.whole(0, 400),
    "days for which checks and API requests are kept for their account to look up; 0: off, none is written"
  )
}
