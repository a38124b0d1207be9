/** Which tables have rows that should have gone: their sweeper does not keep up, or does not run. */
import { tableFacts } from "./tableFacts.ts"

/** `retentionDays`: of finished jobs and webhook deliveries. Answers rows with the names of tables. */
export const overdueQuery = (retentionDays: number): string =>
  tableFacts
    .flatMap(({ table, overdue }) =>
      overdue === undefined
        ? []
        : [
            `select '${table}' as table where exists
              (select from ${table} where ${overdue.replace(":retention", String(retentionDays))})`
          ]
    )
    .join(" union all ")
