import { ofPostgres, shown } from "./Evidence.ts"
import type { Claim, Evidence } from "./Evidence.ts"
import type { Check } from "./realtime.ts"
import { uncutErrors } from "./realtimeErrors.ts"
import { longestStandstill, overlap } from "./standstill.ts"
import type { Span } from "./standstill.ts"

/** Milliseconds: how long a job may stand still while Postgres is there. */
export const standstillMax = 10_000

/** During a fail-over, a server may see one conversation of the old owner beside those of the new. */
const moreAtFailOver = 1

/** Of all rows and answers: what was stopped in the middle may have found nothing out. */
const inconclusiveShareMax = 0.01

const jobsEnd = ({ jobs }: Evidence): Claim => {
  const cases = jobs
    .filter(({ status }) => status !== "complete")
    .map(({ id, mode, status }) => `${mode} ${id}: ${status}`)
  const found = shown(`${jobs.length - cases.length} of ${jobs.length}`, cases)
  return { says: "All jobs are completed", holds: cases.length === 0, found }
}

const rowsAgree = ({ jobs }: Evidence): Claim => {
  const rows = jobs.flatMap((job) => job.rows)
  const different = rows.filter(({ is }) => is === "different")
  return {
    says: "No row of a job is lost, doubled or other than the lab defines",
    holds: different.length === 0,
    found: shown(
      `${different.length} of ${rows.length}`,
      different.map(({ row, text }) => `${row}: ${text}`)
    )
  }
}

interface Judged {
  readonly is: "as expected" | "inconclusive" | "different"
  readonly text: string
}

const judgeCheck = ({ mode, email, expected, answer }: Check): Judged => {
  if (answer === undefined) return { is: "different", text: `${mode} ${email}: no answer` }
  const { status, sub_status = "", score, credits_used } = answer
  const wants = `${expected.verification_status} ${expected.sub_status} ${expected.verification_score}`
  const text = `${mode} ${email}: ${status} ${sub_status} ${score} for ${credits_used}`
  if (
    `${status} ${sub_status} ${score}` === wants &&
    String(credits_used) === expected.credits_used
  )
    return { is: "as expected", text }
  const price = { dns_error: 0, mailbox_unverified: 1 }[sub_status]
  return { is: price === credits_used ? "inconclusive" : "different", text }
}

const answersAgree = ({ checks }: Evidence): Claim => {
  const different = checks.map(judgeCheck).filter(({ is }) => is === "different")
  return {
    says: "Each real-time check is answered in the end, and as the lab defines",
    holds: different.length === 0,
    found: shown(
      `${different.length} of ${checks.length} are not`,
      different.map(({ text }) => text)
    )
  }
}

const fewInconclusive = ({ jobs, checks }: Evidence): Claim => {
  const all: ReadonlyArray<Judged> = [
    ...jobs.flatMap(({ rows }) => rows),
    ...checks.map(judgeCheck)
  ]
  const cases = all.filter(({ is }) => is === "inconclusive")
  return {
    says: `At most ${inconclusiveShareMax * 100} % of rows and answers found nothing out`,
    holds: cases.length <= all.length * inconclusiveShareMax,
    isOfSpeed: true,
    found: shown(
      `${cases.length} of ${all.length}`,
      cases.map(({ text }) => text)
    )
  }
}

const creditsAgree = ({ jobs, checks, books, creditsAtStart }: Evidence): Claim => {
  const sum = (all: ReadonlyArray<number>) => all.reduce((total, one) => total + one, 0)
  const ofJobs = sum(jobs.flatMap(({ rows }) => rows.map(({ creditsUsed }) => creditsUsed)))
  const ofChecks = sum(checks.map(({ answer }) => answer?.credits_used ?? 0))
  const left = creditsAtStart - ofJobs - ofChecks
  return {
    says: "The account has paid for each row and each answer once",
    holds: books.available + books.held === left && books.charged === ofJobs + ofChecks,
    found:
      `rows ${ofJobs} + answers ${ofChecks} = ${ofJobs + ofChecks}, charged ${books.charged}; ` +
      `left ${left}, available ${books.available} + held for dead requests ${books.held}`
  }
}

export interface JobStandstill {
  readonly job: string
  readonly mode: "fast" | "deep"
  readonly millis: number
  /** Epoch milliseconds. */
  readonly from: number
  /** Of the faults at that time. */
  readonly during: string
}

const meets = (a: Span, b: Span): boolean => overlap(a, [b]) > 0

/** The longest of each job, while Postgres was there. */
export const standstills = (evidence: Evidence): ReadonlyArray<JobStandstill> => {
  const away = [...evidence.outages, ...evidence.faults.filter(({ kind }) => ofPostgres.has(kind))]
  return evidence.jobs.flatMap(({ id, mode }) => {
    const longest = longestStandstill(evidence.progress.get(id) ?? [], away)
    if (longest === undefined) return []
    const faults = evidence.faults.filter((fault) => meets(fault, longest))
    const during = faults.map(({ kind, node }) => (node ? `${kind} of ${node}` : kind)).join(", ")
    return [{ job: id, mode, millis: longest.millis, from: longest.from, during }]
  })
}

const noStandstill = (evidence: Evidence, mode: "fast" | "deep"): Claim => {
  const ofMode = standstills(evidence).filter((one) => one.mode === mode)
  const longest = ofMode.toSorted((a, b) => b.millis - a.millis)[0]
  return {
    says: `No ${mode} job stands still for more than ${standstillMax / 1_000} s`,
    holds: longest === undefined || longest.millis <= standstillMax,
    isOfSpeed: true,
    found: longest ? `${(longest.millis / 1_000).toFixed(1)} s (${longest.during})` : "no job"
  }
}

const polite = ({ peaks, conversationsMax }: Evidence): Claim => {
  const counts = Object.groupBy(peaks, (peak) => String(peak))
  const found = Object.entries(counts).map(([peak, all]) => `${all!.length} servers had ${peak}`)
  return {
    says: `A mail server has ${conversationsMax} conversations at once, ${moreAtFailOver} more at a fail-over`,
    holds: peaks.every((peak) => peak <= conversationsMax + moreAtFailOver),
    found: found.join(", ")
  }
}

const ledgerVerifies = ({ ledger: { code, text } }: Evidence): Claim => {
  const found = code === 0 ? "clean" : `exit code ${code}\n${text.slice(-1_000)}`
  return { says: "rcpt ledger verify finds nothing", holds: code === 0, found }
}

const nodesLive = ({ unexpectedEnds }: Evidence): Claim => ({
  says: "No node ends by itself",
  holds: unexpectedEnds.length === 0,
  found: shown(`${unexpectedEnds.length}`, unexpectedEnds)
})

const nodesStop = ({ uncleanStops }: Evidence): Claim => ({
  says: "Each node ends in order and in time on SIGTERM",
  holds: uncleanStops.length === 0,
  found: shown(`${uncleanStops.length} do not`, uncleanStops)
})

export const judge = (evidence: Evidence): ReadonlyArray<Claim> => [
  jobsEnd(evidence),
  rowsAgree(evidence),
  answersAgree(evidence),
  fewInconclusive(evidence),
  creditsAgree(evidence),
  ledgerVerifies(evidence),
  noStandstill(evidence, "fast"),
  noStandstill(evidence, "deep"),
  uncutErrors(evidence),
  polite(evidence),
  nodesLive(evidence),
  nodesStop(evidence)
]
