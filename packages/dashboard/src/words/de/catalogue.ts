/** All words in German, loaded as a whole by those who read it. */
import type { Catalogue } from "../Catalogue.ts"
import { accuracy } from "./accuracy.tsx"
import { activity } from "./activity.tsx"
import { admin } from "./admin.tsx"
import { api } from "./api.tsx"
import { bulk } from "./bulk.tsx"
import { findings } from "./findings.tsx"
import { inlets } from "./inlets.tsx"
import { job } from "./job.tsx"
import { keys } from "./keys.tsx"
import { ledger } from "./ledger.tsx"
import { overview } from "./overview.tsx"
import { palette } from "./palette.tsx"
import { parts } from "./parts.tsx"
import { people } from "./people.tsx"
import { phrases } from "./phrases.tsx"
import { receipt } from "./receipt.tsx"
import { results } from "./results.tsx"
import { rules } from "./rules.tsx"
import { schedules } from "./schedules.tsx"
import { security } from "./security.tsx"
import { sentences } from "./sentences.tsx"
import { session } from "./session.tsx"
import { settings } from "./settings.tsx"
import { shell } from "./shell.tsx"
import { usage } from "./usage.tsx"
import { verdict } from "./verdict.tsx"
import { verify } from "./verify.tsx"
import { webhooks } from "./webhooks.tsx"

export const catalogue: Catalogue = {
  accuracy,
  activity,
  admin,
  api,
  bulk,
  phrases,
  findings,
  inlets,
  job,
  keys,
  ledger,
  overview,
  palette,
  parts,
  people,
  receipt,
  results,
  rules,
  schedules,
  security,
  sentences,
  session,
  settings,
  shell,
  usage,
  verdict,
  verify,
  webhooks
}
