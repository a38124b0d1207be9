/** Tells the owners of the service by mail when a problem of it begins: what the doctor finds, and who blocks us. */
import { mailProviders } from "@rcpt/verifier/dns/rules/mailProviders"
import { Duration, Effect, Schedule } from "effect"

import { Outbox } from "../../mail/Outbox.ts"
import { nodeName } from "../../platform/nodeName.ts"
import { Doctor, sentencesOf } from "../doctor/Doctor.ts"
import type { Finding } from "../doctor/Finding.ts"
import { blockedGroups } from "./notices.ts"

/** The doctor examines once an hour, and a guard is blocked for minutes at least. */
const lookEvery = Duration.minutes(1)

/** Findings that stop nobody yet, and must not wait until somebody looks. */
const urgent: ReadonlySet<Finding["id"]> = new Set(["db.backup"])

/** Mail cannot tell that mail does not work. */
const untold: ReadonlySet<Finding["id"]> = new Set(["mail"])

export const isTold = ({ id, severity }: Finding): boolean =>
  !untold.has(id) && (severity === "problem" || (severity === "warning" && urgent.has(id)))

/** A finding is of a machine: two nodes may have the same one, and each is told once. */
const tellFinding = (finding: Finding) =>
  Outbox.use(({ tellOwnersOnce }) =>
    tellOwnersOnce(`${nodeName} ${finding.id} ${finding.egress ?? ""}`, {
      kind: finding.id === "db.backup" ? "backup_failed" : "doctor_red",
      facts: { says: `${nodeName}: ${sentencesOf(finding)}` }
    })
  )

const nameOf = (group: string): string =>
  mailProviders.find(({ id }) => id === group)?.name ?? group

const tellBlocked = (group: string) =>
  Outbox.use(({ tellOwnersOnce }) =>
    tellOwnersOnce(`blocked ${group}`, {
      kind: "provider_blocks",
      facts: { provider: nameOf(group) }
    })
  )

const round = Effect.gen(function* () {
  const latest = yield* Doctor.use((doctor) => doctor.latest)
  yield* Effect.forEach((latest?.findings ?? []).filter(isTold), tellFinding, { discard: true })
  yield* Effect.forEach(yield* blockedGroups, tellBlocked, { discard: true })
})

/** Runs for ever, unless mail is off. */
export const run = Effect.flatMap(Outbox, ({ enabled }) =>
  enabled
    ? round.pipe(
        Effect.catchCause((cause) =>
          Effect.logWarning("The owners could not be told of problems", cause)
        ),
        Effect.repeat(Schedule.spaced(lookEvery)),
        Effect.asVoid
      )
    : Effect.void
)
