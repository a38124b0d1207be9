/**
 * The tooltip of a bar. It is hidden from screen readers, because the range input reads out the same
 * numbers.
 */
import type { CSSProperties } from "react"

import { whole } from "../words/numbers.ts"
import { words } from "../words/parts.tsx"
import { AmountList } from "./AmountList.tsx"
import { sumOfBar } from "./Bar.ts"
import type { Bar, BarPart } from "./Bar.ts"

const Swatch = ({ fill }: Pick<BarPart, "fill">) => (
  <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
    <rect className={`fill-${fill}`} width="10" height="10" rx="2" />
  </svg>
)

/** The legend of a chart: colours, meanings and sums. */
export const Legend = ({ parts }: { readonly parts: ReadonlyArray<BarPart> }) => (
  <ul className="chart-legend">
    {parts.map(({ fill, name, count }) => (
      <li key={fill}>
        <Swatch fill={fill} />
        {name} <strong className="numeric">{whole(count)}</strong>
      </li>
    ))}
  </ul>
)

interface BarTipProps {
  readonly bar: Bar
  /** The position across the chart, 0 to 1. */
  readonly at: number
}

export const BarTip = ({ bar, bar: { title, parts, more = [] }, at }: BarTipProps) => (
  <div
    className={at < 0.5 ? "chart-tip" : "chart-tip chart-tip-before"}
    style={{ "--at": `${at * 100}%` } as CSSProperties}
    aria-hidden="true"
  >
    <p className="chart-tip-day">{title}</p>
    <AmountList
      rows={[
        ...parts.toReversed().map(({ fill, name, count }) => ({
          label: (
            <span className="proportion-label">
              <Swatch fill={fill} />
              {name}
            </span>
          ),
          value: whole(count)
        })),
        ...(parts.length > 1
          ? [
              {
                label: words.all,
                value: whole(sumOfBar(bar)),
                isTotal: true
              }
            ]
          : []),
        ...more
      ]}
    />
  </div>
)
