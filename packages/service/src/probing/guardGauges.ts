/**
 * The guards of this process as metrics, added up by provider. A group that is not a provider's is named
 * after a domain, or by an address: it counts as `other`.
 */
import type { QueueStatus } from "@rcpt/verifier/pacing/QueueStatus"

import { metricTable } from "../platform/metrics/metricTable.ts"

const { mxGroups, mxWaiting, mxOpen, mxPace } = metricTable

export const setGauges = (guards: ReadonlyArray<{ readonly status: QueueStatus }>): void => {
  const statuses = guards.map(({ status }) => status)
  mxGroups.set(statuses.map(({ group, circuit }) => [{ provider: group, circuit }, 1]))
  mxOpen.set(statuses.map(({ group, open }) => [{ provider: group }, open]))
  mxWaiting.set(
    statuses.flatMap(({ group, waiting: { realTime, bulk } }) => [
      [{ provider: group, urgency: "realTime" }, realTime],
      [{ provider: group, urgency: "bulk" }, bulk]
    ])
  )
  mxPace.set(
    statuses.flatMap(({ group, startsPerSecond }) =>
      startsPerSecond === undefined ? [] : [[{ provider: group }, startsPerSecond]]
    )
  )
}
