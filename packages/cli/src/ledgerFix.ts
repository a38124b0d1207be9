/**
 * `rcpt ledger verify --fix`: views that differ are made again from the log. Facts are never changed, and
 * nothing is made of damaged ones.
 */
import type { Finding } from "@rcpt/service/operations/audit/audit"
import { viewOfFinding } from "@rcpt/service/operations/audit/views/checkViews"
import { Console, Effect } from "effect"

import { rebuilding, rebuiltLine } from "./projections.ts"
import { withOperatorDatabase } from "./readDatabase.ts"

const refusal = (damaged: ReadonlyArray<Finding>): string =>
  `Nothing is rebuilt: ${damaged.map(({ id }) => id).join(", ")} failed, and a view is only as good as ` +
  "the facts that it is made of, which --fix never changes. Restore a backup."

/** Whether all that was broken is made again. What is done, or why not, goes to standard error. */
export const fixViews = (findings: ReadonlyArray<Finding>) =>
  Effect.gen(function* () {
    const broken = findings.filter((finding) => finding.broken !== undefined)
    const damaged = broken.filter(({ id }) => viewOfFinding(id) === undefined)
    if (damaged.length > 0) {
      yield* Console.error(refusal(damaged))
      return false
    }
    const names = broken.flatMap(({ id }) => viewOfFinding(id) ?? [])
    if (names.length === 0) yield* Console.error("Nothing is to be rebuilt.")
    for (const name of names)
      yield* Console.error(rebuiltLine(name, yield* withOperatorDatabase(rebuilding(name))))
    return names.length > 0
  })
