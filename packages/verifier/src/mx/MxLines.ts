/**
 * The lines of one process, one per group of mail hosts, each made when it is first asked and gone
 * when a new one would do the same. One fiber looks after all of them.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Effect, Exit, Schedule, Scope } from "effect"

import { linesKeptMax, restCheckEvery } from "./limits.ts"
import { makeMxLine } from "./MxLine.ts"
import type { MxLine, MxLineOptions } from "./MxLine.ts"
import type { LineQuestion } from "./Ticket.ts"

export type MxLinesOptions = Omit<MxLineOptions, "group" | "policy" | "memory">

export interface MxLines {
  readonly ask: (
    group: string,
    policy: MxLineOptions["policy"],
    question: LineQuestion
  ) => Effect.Effect<SmtpEvidence>
}

interface Kept {
  readonly line: MxLine
  readonly scope: Scope.Closeable
  /** On their way in or in it. */
  users: number
}

export const makeMxLines = Effect.fnUntraced(function* (
  options: MxLinesOptions
): Effect.fn.Return<MxLines, never, Scope.Scope> {
  const all = yield* Effect.scope
  const lines = new Map<string, Kept>()

  const open = Effect.fnUntraced(function* (group: string, policy: MxLineOptions["policy"]) {
    const scope = yield* Scope.fork(all)
    const line = yield* Scope.provide(makeMxLine({ ...options, group, policy }), scope)
    const other = lines.get(group)
    // Somebody else was faster: a group has one pace.
    if (other !== undefined) yield* Scope.close(scope, Exit.void)
    else lines.set(group, { line, scope, users: 0 })
  })

  const enter = (kept: Kept, question: LineQuestion): Effect.Effect<SmtpEvidence> => {
    kept.users += 1
    return Effect.ensuring(
      kept.line.ask(question),
      Effect.sync(() => {
        kept.users -= 1
      })
    )
  }

  const ask: MxLines["ask"] = (group, policy, question) =>
    Effect.suspend(() => {
      const kept = lines.get(group)
      return kept === undefined
        ? Effect.andThen(open(group, policy), ask(group, policy, question))
        : enter(kept, question)
    })

  const forgetRested = Effect.suspend(() => {
    const gone = [...lines].filter(([, { line, users }]) => {
      const mayGo = users === 0 && line.isIdle()
      return mayGo && (lines.size > linesKeptMax || line.isRested())
    })
    for (const [group] of gone) lines.delete(group)
    return Effect.forEach(gone, ([, { scope }]) => Scope.close(scope, Exit.void), { discard: true })
  })
  yield* Effect.forkScoped(Effect.repeat(forgetRested, Schedule.spaced(restCheckEvery)))

  return { ask }
})
