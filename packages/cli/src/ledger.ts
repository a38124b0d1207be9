/**
 * `rcpt ledger verify`: every check of the ledger, run directly on the database. Exit code: 0 all
 * checks passed, 1 a check failed, 69 no database. `rcpt ledger key`: the keys that check checkpoints.
 * `rcpt ledger balance`: the credits that an account had. `rcpt ledger drill`: see ledgerDrill.ts.
 */
import { readFile } from "node:fs/promises"

import { knownVerifiers } from "@rcpt/service/ledger/checkpoints/signers"
import type { Finding } from "@rcpt/service/operations/audit/audit"
import { audit } from "@rcpt/service/operations/audit/audit"
import {
  checkpointsIn,
  signedSize,
  sizeOf,
  storedCheckpoint,
  verifierIn
} from "@rcpt/service/operations/audit/auditInputs"
import type { AccountThen, Moment } from "@rcpt/service/operations/audit/pointInTime"
import { accountAt } from "@rcpt/service/operations/audit/pointInTime"
import { viewOfFinding } from "@rcpt/service/operations/audit/views/checkViews"
import { Config } from "@rcpt/service/platform/Config"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag, TerminalCapabilities } from "effect/cli"

import { interruptedCode, misused } from "./exitCodes.ts"
import type { CommandFailed } from "./exitCodes.ts"
import { drill } from "./ledgerDrill.ts"
import { ledgerReport } from "./ledgerReport.ts"
import { progressBar } from "./progressBar.ts"
import { rebuilding, rebuiltLine } from "./projections.ts"
import { loaded, lost, unreachable, withDatabase, withOperatorDatabase } from "./readDatabase.ts"
import { booleanFlag } from "./serverFlags.ts"

const refusal = (damaged: ReadonlyArray<Finding>): string =>
  `Nothing is rebuilt: ${damaged.map(({ id }) => id).join(", ")} failed, and a view is only as good as ` +
  "the facts that it is made of, which --fix never changes. Restore a backup."

/**
 * Makes views that differ again from the log, for `--fix`. Facts are never changed, and nothing is made of damaged
 * ones. The answer says whether everything broken was made again; standard error says what was done, or why not.
 */
const fixViews = (findings: ReadonlyArray<Finding>) =>
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

const labelWidth = "available  ".length
const amountWidth = 12

const amount = (credits: number): string => credits.toLocaleString("en-US").padStart(amountWidth)

const line = (label: string, credits: number, text = ""): string =>
  `${label.padEnd(labelWidth)}${amount(credits)}${text === "" ? "" : `  ${text}`}`

const jobText = ({ job, status, settled, rows }: AccountThen["jobs"][number]): string =>
  `job ${job}, ${status}: ${settled.toLocaleString("en-US")} of ${rows.toLocaleString("en-US")} rows`

/** The credits that an account had, as text, for `rcpt ledger balance`. */
const balanceReport = ({ account, seq, at, available, holds, jobs }: AccountThen): string => {
  const jobOf = new Map(jobs.map((job) => [job.holdId, job]))
  const held = holds.reduce((sum, { open }) => sum + open, 0)
  return [
    `Account ${account}`,
    `after commit ${seq} of the log${at === null ? "" : `, ${at.toISOString()}`}`,
    "",
    line("available", available),
    line("held", held),
    ...holds.map(({ holdId, open }) => {
      const job = jobOf.get(holdId)
      return line("", open, job === undefined ? `hold ${holdId}` : jobText(job))
    })
  ].join("\n")
}

const account = Argument.String("account").pipe(
  Argument.withDescription("Its id, or the email address that it signs in with.")
)

const at = Flag.String("at").pipe(
  Flag.optional,
  Flag.withDescription(
    "An instant such as 2026-11-23T21:00:00Z, or a number of commits of the log. Default: now."
  )
)

const oneLine = booleanFlag("json", "Print one line of JSON.")

const digits = /^\d{1,15}$/
/** With a time zone: an hour more or less is another balance. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/

const momentOf = (text: string): Effect.Effect<Moment, CommandFailed> => {
  if (digits.test(text)) return Effect.succeed({ seq: Number(text) })
  const date = new Date(instant.test(text) ? text : NaN)
  if (Number.isNaN(date.getTime()))
    return Effect.fail(
      misused(`--at must be an instant such as 2026-11-23T21:00:00Z or a number, not ${text}`)
    )
  return date.getTime() > Date.now()
    ? Effect.fail(misused(`--at: ${text} is in the future`))
    : Effect.succeed({ instant: date })
}

/** `rcpt ledger balance`: what an account had, now or at an earlier moment, from the facts alone. */
const balance = Command.make("balance", { account, at, json: oneLine }, (flags) =>
  Effect.gen(function* () {
    const moment = yield* Option.match(flags.at, {
      onNone: () => Effect.succeed<Moment>({}),
      onSome: momentOf
    })
    const found = yield* withDatabase(accountAt(flags.account, moment)).pipe(
      Effect.catchTag("UnknownAccount", () =>
        Effect.fail(misused(`There is no account ${flags.account}`))
      ),
      Effect.catchTag("NotInLog", ({ head }) =>
        Effect.fail(misused(`--at: the log has ${head} commits`))
      ),
      Effect.catchTag("SqlError", lost)
    )
    yield* Console.log(flags.json ? JSON.stringify(found) : balanceReport(found))
  })
).pipe(
  Command.withDescription(
    "Show what an account had: available credits, open holds, and jobs that were not finished."
  )
)

const json = booleanFlag("json", "Print all findings as one line of JSON.")

const against = Flag.String("against").pipe(
  Flag.between(0, 100),
  Flag.withDescription("A file with published checkpoints. Repeat for several.")
)

const key = Flag.String("key").pipe(
  Flag.between(0, 100),
  Flag.withDescription(
    "A public key of checkpoints, as `rcpt ledger key` prints it. Default: those of the settings."
  )
)

const since = Flag.String("since").pipe(
  Flag.optional,
  Flag.withDescription(
    "A checkpoint that an earlier run has passed: a file that ends with it, or its number of commits. " +
      "Reads only later entries, and compares no views."
  )
)

const fix = booleanFlag(
  "fix",
  "Rebuild views that differ from the log, and check again. The log is never changed."
)

const exitCodes = { passed: 0, failed: 1 }

const noKey =
  "No key signs this ledger here: set RCPT_LEDGER_KEY, or run this where the embedded database is."

const publishedIn = (flag: string, path: string) =>
  Effect.gen(function* () {
    const text = yield* Effect.tryPromise({
      try: () => readFile(path, "utf8"),
      catch: (error) => misused(`${flag}: ${path} cannot be read: ${String(Object(error).code)}`)
    })
    const notes = checkpointsIn(text)
    if (notes.length === 0) return yield* misused(`${flag}: there is no checkpoint in ${path}`)
    return notes
  })

const verifierOf = (text: string) => {
  const verifier = verifierIn(text)
  return verifier === undefined
    ? Effect.fail(misused(`--key: ${text} is no key; it looks like rcpt/…+1a2b3c4d+AbCd…`))
    : Effect.succeed(verifier)
}

/** The note, and how many commits it is of. */
const checkpointSince = (text: string, published: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const isSize = /^[1-9]\d*$/.test(text)
    const note = isSize
      ? (published.find((note) => sizeOf(note) === Number(text)) ??
        (yield* storedCheckpoint(Number(text))))
      : (yield* publishedIn("--since", text)).at(-1)
    const size = note === undefined ? undefined : sizeOf(note)
    if (note === undefined || size === undefined)
      return yield* misused(`--since: there is no checkpoint of ${text} commits`)
    return { note, size }
  })

interface Flags {
  readonly against: ReadonlyArray<string>
  readonly key: ReadonlyArray<string>
  readonly since: Option.Option<string>
}

/** The evidence that the ledger is compared with. */
const evidenceOf = (flags: Flags) =>
  Effect.gen(function* () {
    const published = (yield* Effect.forEach(flags.against, (path) =>
      publishedIn("--against", path)
    )).flat()
    const given = yield* Effect.forEach(flags.key, verifierOf)
    const { ledgerWitnesses } = yield* Config
    const witnesses = ledgerWitnesses.map(({ verifier }) => verifier)
    const verifiers =
      given.length > 0 ? given : yield* Effect.forEach(yield* knownVerifiers, verifierOf)
    if (Option.isNone(flags.since))
      return { verifiers, witnesses, ...(flags.against.length > 0 && { published }) }
    if (verifiers.length === 0) return yield* misused(`--since needs a key: ${noKey}`)
    const { note, size } = yield* checkpointSince(flags.since.value, published)
    return { verifiers, witnesses, published: [...published, note], since: size }
  })

const verify = Command.make("verify", { json, against, key, since, fix }, (flags) =>
  Effect.gen(function* () {
    if (flags.fix && Option.isSome(flags.since))
      return yield* misused("--fix compares all views: leave --since out")
    // An interrupted command must not report success.
    process.exitCode = interruptedCode
    const auditing = Effect.gen(function* () {
      const evidence = yield* evidenceOf(flags)
      const signed = yield* signedSize
      const bar = progressBar("of the log read")
      const findings = yield* Effect.ensuring(audit(evidence, { progress: bar.show }), bar.end)
      return { findings, signed }
    })
    const check = Effect.catchTags(withDatabase(auditing), {
      StoreUnavailable: lost,
      SqlError: lost
    })
    const first = yield* check
    const { findings, signed } =
      flags.fix && (yield* fixViews(first.findings)) ? yield* check : first
    const ok = findings.every(({ broken }) => broken === undefined)
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(
      flags.json
        ? JSON.stringify({ ok, ...(signed > 0 && { signed }), findings })
        : ledgerReport(findings, { canColor, signed })
    )
    process.exitCode = ok ? exitCodes.passed : exitCodes.failed
  })
).pipe(
  Command.withDescription(
    "Check that no entry was changed, lost or made up, also since a checkpoint was published. " +
      "Exit code: 0 all checks passed, 1 a check failed."
  )
)

/** Keys on standard output, for programs; which of them sign no more, beside it. */
const printKey = Command.make("key", {}, () =>
  Effect.gen(function* () {
    const { retiredLedgerKeys } = (yield* loaded).config
    const verifiers = yield* withDatabase(knownVerifiers)
    if (verifiers.length === 0) return yield* unreachable(noKey)
    yield* Effect.forEach(verifiers, (verifier) => Console.log(verifier))
    const retired = verifiers.filter((verifier) => retiredLedgerKeys.includes(verifier))
    for (const key of retired)
      yield* Console.error(`Retired, for what it has signed: ${key.split("+", 2).join("+")}`)
  })
).pipe(Command.withDescription("Print the public key of checkpoints, for you to publish."))

export const ledger = Command.make("ledger").pipe(
  Command.withDescription("Audit the credit ledger."),
  Command.withSubcommands([verify, balance, printKey, drill])
)
