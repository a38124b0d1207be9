/** The rows of all files, and the statuses that none of them can get. */
import { erasureRows, erasureUnreachable } from "./contractErasureRows.ts"
import { feedbackRows, feedbackUnreachable } from "./contractFeedbackRows.ts"
import { inletRows, inletsUnreachable } from "./contractInletRows.ts"
import { jobRows, jobsUnreachable } from "./contractJobRows.ts"
import { ledgerRows, ledgerUnreachable } from "./contractLedgerRows.ts"
import { peopleRows, peopleUnreachable } from "./contractPeopleRows.ts"
import { profileRows, profileUnreachable } from "./contractProfileRows.ts"
import { rows, unreachable } from "./contractRows.ts"
import type { ContractRow } from "./contractRows.ts"
import { scheduleRows, schedulesUnreachable } from "./contractScheduleRows.ts"
import { sessionRows, sessionsUnreachable } from "./contractSessionRows.ts"
import { totpRows, totpUnreachable } from "./contractTotpRows.ts"
import { webhookRows, webhooksUnreachable } from "./contractWebhookRows.ts"

export const all: ReadonlyArray<ContractRow> = [
  ...rows,
  ...erasureRows,
  ...feedbackRows,
  ...sessionRows,
  ...jobRows,
  ...ledgerRows,
  ...webhookRows,
  ...inletRows,
  ...scheduleRows,
  ...totpRows,
  ...peopleRows,
  ...profileRows
]

export const notRequested: ReadonlySet<string> = new Set([
  ...unreachable,
  ...erasureUnreachable,
  ...feedbackUnreachable,
  ...sessionsUnreachable,
  ...jobsUnreachable,
  ...ledgerUnreachable,
  ...webhooksUnreachable,
  ...inletsUnreachable,
  ...schedulesUnreachable,
  ...totpUnreachable,
  ...peopleUnreachable,
  ...profileUnreachable
])
