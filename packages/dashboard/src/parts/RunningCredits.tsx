/** What a running list holds, has cost so far, and may still cost: one line, the same on every page. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { heldFor } from "@rcpt/domain/prices"

import { words } from "../words/parts.tsx"
import { Credits } from "./Credits.tsx"

interface RunningCreditsProps {
  readonly job: BulkJob
}

export const RunningCredits = ({ job }: RunningCreditsProps) => {
  const held = job.credits_reserved - job.credits_charged
  const rowsLeft = job.total_rows - job.processed_rows
  return (
    <span className="small muted credits-running">
      {words.running({
        held: <Credits amount={held} />,
        charged: <Credits amount={job.credits_charged} />,
        toCome: <Credits amount={Math.min(held, rowsLeft * heldFor[job.mode])} />
      })}
    </span>
  )
}
