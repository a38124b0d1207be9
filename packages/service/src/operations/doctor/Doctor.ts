/**
 * Checks whether this machine may and can verify. All checks run concurrently, each with a timeout, so
 * an examination also ends where nothing answers.
 */
import { Clock, Context, Effect, Layer, Schedule } from "effect"

import { processes } from "../../platform/processes/Processes.ts"
import type { Siblings } from "../../platform/processes/Processes.ts"
import { checks, checksOfEgresses } from "./checks.ts"
import type { World } from "./checks.ts"
import type { Finding } from "./Finding.ts"
import { examineEvery } from "./limits.ts"

export interface Examination {
  /** ISO 8601, UTC. */
  readonly examinedAt: string
  readonly findings: ReadonlyArray<Finding>
}

const examination = (all: typeof checks) =>
  Effect.gen(function* () {
    const findings = yield* Effect.all(yield* all, { concurrency: "unbounded" })
    const now = yield* Clock.currentTimeMillis
    return { examinedAt: new Date(now).toISOString(), findings: findings.flat() }
  })

interface Memory {
  readonly keep: (done: Examination) => Effect.Effect<void>
  readonly latest: Effect.Effect<Examination | undefined>
}

const inThisProcess = (): Memory => {
  let latest: Examination | undefined
  return {
    keep: (done) => Effect.sync(() => void (latest = done)),
    latest: Effect.sync(() => latest)
  }
}

/** Processes of one node run on one machine, so they share the findings. */
const memoryOf = (siblings: Siblings | undefined): Memory =>
  siblings === undefined
    ? inThisProcess()
    : {
        keep: (done) => siblings.keep("examination", done),
        latest: Effect.map(siblings.kept("examination"), (kept) =>
          // An Examination is plain JSON, and only the line above keeps one.
          kept === null ? undefined : (kept as Examination)
        )
      }

export class Doctor extends Context.Service<
  Doctor,
  {
    readonly examine: Effect.Effect<Examination>
    /** Looks at the egresses alone. */
    readonly examineEgresses: Effect.Effect<Examination>
    /** The last one that ended in this process, or in another of its node. */
    readonly latest: Effect.Effect<Examination | undefined>
  }
>()("@rcpt/service/Doctor") {
  static readonly layer: Layer.Layer<Doctor, never, World> = Layer.effect(
    Doctor,
    Effect.gen(function* () {
      const world = yield* Effect.context<World>()
      const { keep, latest } = memoryOf((yield* processes).siblings)
      return {
        examine: examination(checks).pipe(Effect.tap(keep), Effect.provideContext(world)),
        examineEgresses: Effect.provideContext(examination(checksOfEgresses), world),
        latest
      }
    })
  )
}

const isBad = ({ severity }: Finding): boolean => severity === "warning" || severity === "problem"

/** The same finding, even if its sentence has changed. */
const isSame = (one: Finding) => (other: Finding) =>
  one.id === other.id && one.egress === other.egress

export const sentencesOf = ({ says, advice, setting }: Finding): string =>
  [says, advice, setting].filter((part) => part !== undefined).join(" ")

/** Repeats the examination for ever, from the start of a service on. A bad finding is logged once, when it appears. */
export const keepExamining: Effect.Effect<never, never, Doctor> = Effect.gen(function* () {
  const { examine } = yield* Doctor
  let logged: ReadonlyArray<Finding> = []
  const round = Effect.gen(function* () {
    const bad = (yield* examine).findings.filter(isBad)
    for (const finding of bad.filter((one) => !logged.some(isSame(one))))
      yield* Effect.logWarning(sentencesOf(finding)).pipe(
        Effect.annotateLogs({ finding: finding.id, severity: finding.severity })
      )
    logged = bad
  })
  return yield* round.pipe(
    Effect.catchCause((cause) => Effect.logWarning("The examination has failed", cause)),
    Effect.repeat(Schedule.spaced(examineEvery)),
    Effect.andThen(Effect.never)
  )
})
