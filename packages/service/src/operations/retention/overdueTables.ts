/** Which tables have rows that should have gone: their sweeper does not keep up, or does not run. */
import { tableFacts } from "./tableFacts.ts"

export interface Kept {
  /** Of finished jobs and webhook deliveries. */
  readonly retentionDays: number
  readonly activityDays: number
}

/** Answers rows with the names of tables. */
export const overdueQuery = ({ retentionDays, activityDays }: Kept): string =>
  tableFacts
    .flatMap(({ table, overdue }) =>
      overdue === undefined
        ? []
        : [
            `select '${table}' as table where exists
              (select from ${table} where ${overdue
                .replace(":retention", String(retentionDays))
                .replace(":activity", String(activityDays))})`
          ]
    )
    .join(" union all ")
