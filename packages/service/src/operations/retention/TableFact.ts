/** What is known of a table: who writes it, what makes it grow, and when its rows go. */
/** What warns when a table is larger than it should be. */
export type Alarm = "overdue" | "audit" | "disk"

export interface TableFact {
  readonly table: `${"es" | "public"}.${string}`
  /** The module that writes it, within `packages`. */
  readonly owner: string
  readonly grows: string
  /** When rows go, and by which module. */
  readonly kept: string
  readonly alarm: Alarm
  /**
   * SQL that is true of a row that should have gone a day ago or earlier; `:retention` and `:activity` are the settings.
   * Absent where rows go with those of another table.
   */
  readonly overdue?: string
}

/** For tables whose rows stay and are few. */
export const keptInNumber = "kept; no more than that"
