/** The tooltip of a bar. Hidden from screen readers: the range input reads out the same numbers. */
import type { Day } from "@rcpt/api/Overview"

import { Leaders } from "../parts/Leaders.tsx"
import { countText, longDate, totalOf, verdicts } from "./days.ts"

interface DayTipProps {
  readonly day: Day
  /** Position across the chart, 0 to 1. */
  readonly at: number
}

export const DayTip = ({ day, at }: DayTipProps) => (
  <div
    className={at < 0.5 ? "overview-tip" : "overview-tip overview-tip-before"}
    style={{ left: `${at * 100}%` }}
    aria-hidden="true"
  >
    <p className="overview-tip-day">{longDate(day)}</p>
    <Leaders
      rows={[
        ...verdicts.toReversed().map(([key, name]) => ({
          label: (
            <span className="proportion-label">
              <svg viewBox="0 0 10 10" width="10" height="10">
                <rect className={`fill-${key}`} width="10" height="10" rx="2" />
              </svg>
              {name}
            </span>
          ),
          value: countText(day[key])
        })),
        { label: "All", value: countText(totalOf(day)), isTotal: true },
        { label: "Credits", value: countText(day.credits_spent) }
      ]}
    />
  </div>
)
