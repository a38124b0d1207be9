/** What one check of an audit found: how much it looked at, and the first thing that is wrong. */

/** Where it is. What does not apply is left out. */
export interface Place {
  readonly stream?: string
  readonly version?: number
  readonly commitId?: number
  readonly seq?: number
}

export interface Broken extends Place {
  readonly expected: string
  readonly found: string
}

export interface Finding {
  readonly id: string
  readonly says: string
  /** Rows that were looked at, where they were counted. */
  readonly examined?: number
  /** The first in the order of the rows; `undefined`: all is as it must be. */
  readonly broken: Broken | undefined
}

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")
