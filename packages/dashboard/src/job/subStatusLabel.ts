/** A label for each sub-status. One of a newer service is its API name with spaces. */
import { statusLabel } from "../parts/StatusBadge.tsx"
import { words } from "../words/results.tsx"

const labels: Readonly<Record<string, string>> = words.subStatuses

export const subStatusLabel = (subStatus: string): string =>
  labels[subStatus] ?? statusLabel(subStatus)
