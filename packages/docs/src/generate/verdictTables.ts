/** The tables of verdict-and-score.md, from those that judge. */
import type { SubStatus } from "@rcpt/domain/Verdict"
import { verdictRules } from "@rcpt/verifier/judge/judge"
import { scoreRules } from "@rcpt/verifier/judge/scoreRules"

import { code, table } from "./markdown.ts"
import { verdictTexts } from "./verdictTexts.ts"

const link = (subStatus: SubStatus): string => `[${code(subStatus)}](verdicts/${subStatus}.md)`

/** Each once: two findings may lead to the same verdict. */
export const verdictTable = (): string => {
  const decided = new Map(verdictRules.map(({ subStatus, status }) => [subStatus, status]))
  const rows = [...decided].map(([subStatus, status]) => [
    link(subStatus),
    code(status),
    verdictTexts[subStatus].means
  ])
  const rest = [link("low_score"), code("risky"), verdictTexts.low_score.means]
  const valid = ["none", code("valid"), "Nothing speaks against it."]
  return table(["`sub_status`", "`status`", "meaning"], [...rows, rest, valid])
}

/** `mailHostMissing` → `mail host missing`. */
const words = (name: string): string => name.replace(/[A-Z]/g, (char) => ` ${char.toLowerCase()}`)

export const scoreTable = (): string =>
  table(
    ["finding", "points", "why"],
    scoreRules.map(({ finding, points, why }) => [
      words(finding),
      typeof points === "number" ? String(points) : "5, 15 or 25",
      why
    ])
  )
