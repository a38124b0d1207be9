/**
 * One thing that the doctor found: what is, and what to do about it. Ids are for programs and never
 * change; sentences are for people and may.
 */

export type FindingId =
  | "dns"
  | "port25"
  | "port25.greeting"
  | "address"
  | "helo.name"
  | "helo.address"
  | "helo.ptr"
  | "sender.domain"
  | "sender.spf"
  | "dnsbl"
  | "dnsbl.offer"
  | "dnsbl.own"
  | "clock"
  | "db"
  | "db.version"
  | "db.migrations"
  | "db.durability"
  | "db.connections"
  | "lists"

/**
 * `note`: good to know, or not to be learnt from here. `warning`: works, but worse than it could.
 * `problem`: something that we are for does not work.
 */
export type Severity = "ok" | "note" | "warning" | "problem"

export interface Finding {
  readonly id: FindingId
  readonly severity: Severity
  /** Where conversations leave from, when that is not simply this machine. */
  readonly egress?: string
  /** What is: one sentence. */
  readonly says: string
  /** What to do: one sentence. */
  readonly advice?: string
  /** A line of the environment that does it. */
  readonly setting?: string
}

const finding =
  (severity: Severity) =>
  (id: FindingId, says: string, advice?: string, setting?: string): Finding => ({
    id,
    severity,
    says,
    ...(advice !== undefined && { advice }),
    ...(setting !== undefined && { setting })
  })

type Nothing = (id: FindingId, says: string) => Finding
type Curable = (id: FindingId, says: string, advice: string, setting?: string) => Finding

export const ok: Nothing = finding("ok")
export const note: Nothing & Curable = finding("note")
/** Whoever is warned is told what to do. */
export const warning: Curable = finding("warning")
export const problem: Curable = finding("problem")

/** With several ways out, or one through a proxy, a finding says about which it is. */
export const through =
  (egress: string) =>
  (finding: Finding): Finding => ({
    ...finding,
    egress,
    says: `Through ${egress}: ${finding.says}`
  })

/** "a", "a and b", "a, b and c". */
export const listed = (names: ReadonlyArray<string>): string =>
  names.length < 2
    ? names.join()
    : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1] ?? ""}`
