/**
 * The words of another language: each room by its name. It imports types alone, because the code of a page
 * imports the words of its own room.
 */
import type * as accuracy from "./accuracy.tsx"
import type * as activity from "./activity.tsx"
import type * as admin from "./admin.tsx"
import type * as api from "./api.tsx"
import type * as bulk from "./bulk.tsx"
import type * as findings from "./findings.tsx"
import type * as inlets from "./inlets.tsx"
import type * as job from "./job.tsx"
import type * as keys from "./keys.tsx"
import type * as ledger from "./ledger.tsx"
import type * as overview from "./overview.tsx"
import type * as palette from "./palette.tsx"
import type * as parts from "./parts.tsx"
import type * as people from "./people.tsx"
import type { phrases } from "./phrases.tsx"
import type * as receipt from "./receipt.tsx"
import type * as results from "./results.tsx"
import type * as rules from "./rules.tsx"
import type * as schedules from "./schedules.tsx"
import type * as security from "./security.tsx"
import type * as sentences from "./sentences.tsx"
import type * as session from "./session.tsx"
import type * as settings from "./settings.tsx"
import type * as shell from "./shell.tsx"
import type * as usage from "./usage.tsx"
import type * as verdict from "./verdict.tsx"
import type * as verify from "./verify.tsx"
import type * as webhooks from "./webhooks.tsx"

export interface Catalogue {
  readonly accuracy: typeof accuracy.words
  readonly activity: typeof activity.words
  readonly admin: typeof admin.words
  readonly api: typeof api.words
  readonly bulk: typeof bulk.words
  readonly findings: typeof findings.words
  readonly inlets: typeof inlets.words
  readonly job: typeof job.words
  readonly keys: typeof keys.words
  readonly ledger: typeof ledger.words
  readonly overview: typeof overview.words
  readonly palette: typeof palette.words
  readonly parts: typeof parts.words
  readonly people: typeof people.words
  readonly phrases: typeof phrases
  readonly receipt: typeof receipt.words
  readonly results: typeof results.words
  readonly rules: typeof rules.words
  readonly schedules: typeof schedules.words
  readonly security: typeof security.words
  readonly sentences: typeof sentences.words
  readonly session: typeof session.words
  readonly settings: typeof settings.words
  readonly shell: typeof shell.words
  readonly usage: typeof usage.words
  readonly verdict: typeof verdict.words
  readonly verify: typeof verify.words
  readonly webhooks: typeof webhooks.words
}
