/**
 * One result of the doctor: the state that it found, and what to do about it. Ids are for programs and
 * never change. Sentences are for people and may change.
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
  | "clock.nodes"
  | "db"
  | "db.version"
  | "db.line"
  | "db.migrations"
  | "db.durability"
  | "db.connections"
  | "db.retention"
  | "db.partitions"
  | "db.role"
  | "db.backup"
  | "ledger.signing"
  | "bounces"
  | "lists"
  | "proxy"
  | "mail"
  | "oidc"
  | "oidc.redirect"
  | "oidc.clock"

/**
 * `note`: for information, or could not be checked from here. `warning`: works, but worse than it could.
 * `problem`: a function of the service does not work.
 */
export type Severity = "ok" | "note" | "warning" | "problem"

export interface Finding {
  readonly id: FindingId
  readonly severity: Severity
  /** The egress that the finding is about. Absent: this machine itself is the only one. */
  readonly egress?: string
  /** The state: one sentence. */
  readonly says: string
  /** The advice: one sentence. */
  readonly advice?: string
  /** A line for the environment, or SQL, that does it. */
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
/** A warning or a problem always has advice. */
export const warning: Curable = finding("warning")
export const problem: Curable = finding("problem")

/** A finding names its egress where there are several, or a proxy. */
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
