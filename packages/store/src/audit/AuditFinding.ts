/** The result of one check of the audit: the rows it examined and the first contradiction. */

/** The place of a contradiction. Fields that do not apply are left out. */
export interface Location {
  readonly stream?: string
  readonly version?: number
  readonly commitId?: number
  readonly seq?: number
  /** The column that is wrong, or that the wrong value was computed from. */
  readonly field?: string
  /** The table of damaged data, and in brackets its index. */
  readonly table?: string
  /** The block of damaged data in its file. */
  readonly block?: number
}

export interface Broken extends Location {
  readonly expected: string
  readonly found: string
}

export interface AuditFinding {
  readonly id: string
  readonly says: string
  /** Rows examined, where they were counted. */
  readonly examined?: number
  /** The first contradiction in row order; `undefined`: none. */
  readonly broken: Broken | undefined
  /** Why it could not be checked here; then `broken` says nothing. */
  readonly skipped?: string
}

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")
