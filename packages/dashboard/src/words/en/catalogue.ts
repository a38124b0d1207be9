/**
 * What another language has to say: each room of words by its name. Types alone, since the code of a page
 * imports the words of its own room.
 */
import type { activity } from "./activity.tsx"
import type { admin } from "./admin.tsx"
import type { api } from "./api.tsx"
import type { bulk } from "./bulk.tsx"
import type { findings } from "./findings.tsx"
import type { job } from "./job.tsx"
import type { keys } from "./keys.tsx"
import type { ledger } from "./ledger.tsx"
import type { overview } from "./overview.tsx"
import type { palette } from "./palette.tsx"
import type { parts } from "./parts.tsx"
import type { people } from "./people.tsx"
import type { phrases } from "./phrases.tsx"
import type { receipt } from "./receipt.tsx"
import type { results } from "./results.tsx"
import type { security } from "./security.tsx"
import type { session } from "./session.tsx"
import type { settings } from "./settings.tsx"
import type { shell } from "./shell.tsx"
import type { usage } from "./usage.tsx"
import type { verdict } from "./verdict.tsx"
import type { verify } from "./verify.tsx"
import type { webhooks } from "./webhooks.tsx"
import type { workbook } from "./workbook.tsx"

export interface Catalogue {
  readonly activity: typeof activity
  readonly admin: typeof admin
  readonly api: typeof api
  readonly bulk: typeof bulk
  readonly phrases: typeof phrases
  readonly findings: typeof findings
  readonly job: typeof job
  readonly keys: typeof keys
  readonly ledger: typeof ledger
  readonly overview: typeof overview
  readonly palette: typeof palette
  readonly parts: typeof parts
  readonly people: typeof people
  readonly receipt: typeof receipt
  readonly results: typeof results
  readonly security: typeof security
  readonly session: typeof session
  readonly settings: typeof settings
  readonly shell: typeof shell
  readonly usage: typeof usage
  readonly verdict: typeof verdict
  readonly verify: typeof verify
  readonly webhooks: typeof webhooks
  readonly workbook: typeof workbook
}
