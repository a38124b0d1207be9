/**
 * Stacked bars, one for each day or month. A visually hidden range input makes them accessible by arrow
 * keys: it takes the focus, reads out each bar, and shows the same tooltip as the pointer.
 */
import { useState } from "react"
import type { KeyboardEvent, PointerEvent } from "react"

import { whole } from "../words/numbers.ts"
import { sumOfBar, ticksUpTo } from "./Bar.ts"
import type { Bar } from "./Bar.ts"
import { BarTip } from "./BarTip.tsx"

interface BarChartProps {
  /** The name of the chart, such as "Checks by day". */
  readonly label: string
  readonly bars: ReadonlyArray<Bar>
  /** The text that is shown if all bars are empty. */
  readonly none: string
  /** The index of the bar that the keyboard begins with, by default the last. */
  readonly first?: number
}

/** Width in units of the drawing, which is stretched to the available width. */
const barWidth = 10
const height = 100
const gap = 1.5
/** The least height of a piece, which keeps one check among thousands visible. */
const pieceHeightMin = 1

const piecesOf = ({ parts }: Bar, top: number) => {
  let y = height
  return parts
    .filter(({ count }) => count > 0)
    .map(({ fill, count }) => {
      const pieceHeight = Math.max(pieceHeightMin, (count / top) * height)
      y -= pieceHeight
      return { fill, y: Math.max(0, y), height: pieceHeight }
    })
}

interface PiecesProps {
  readonly bar: Bar
  readonly index: number
  readonly top: number
  readonly isShown: boolean
}

const Pieces = ({ bar, index, top, isShown }: PiecesProps) => (
  <g>
    {isShown && (
      <rect className="chart-band" x={index * barWidth} width={barWidth} height={height} />
    )}
    {piecesOf(bar, top).map(({ fill, y, height }) => (
      <rect
        key={fill}
        className={`chart-piece fill-${fill}`}
        x={index * barWidth + gap}
        y={y}
        width={barWidth - 2 * gap}
        height={height}
      />
    ))}
  </g>
)

const Labels = ({ bars }: Pick<BarChartProps, "bars">) => (
  <div className="chart-labels small" aria-hidden="true">
    {bars.map(
      ({ key, label }, index) =>
        label !== undefined && (
          <span key={key} style={{ left: `${((index + 0.5) / bars.length) * 100}%` }}>
            {label}
          </span>
        )
    )}
  </div>
)

/** The index of the bar under the pointer or chosen by keyboard. Escape hides it until the next move. */
const useShownBar = (count: number) => {
  const [shown, setShown] = useState<number>()
  const point = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / width) * count)
    setShown(Math.min(count - 1, Math.max(0, index)))
  }
  const hide = (): void => setShown(undefined)
  const hideByEscape = ({ key }: KeyboardEvent): void => {
    if (key === "Escape") hide()
  }
  return { shown, setShown, point, hide, hideByEscape }
}

export const BarChart = ({ label, bars, none, first = bars.length - 1 }: BarChartProps) => {
  const [chosen, setChosen] = useState(first)
  const { shown, setShown, point, hide, hideByEscape } = useShownBar(bars.length)
  const ticks = ticksUpTo(Math.max(...bars.map(sumOfBar)))
  const [top = 1] = ticks
  const width = bars.length * barWidth
  const shownBar = shown === undefined ? undefined : bars[shown]
  return (
    <div className="chart">
      <div className="chart-scale numeric" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{whole(tick)}</span>
        ))}
      </div>
      <div className="chart-plot" onPointerMove={point} onPointerLeave={hide}>
        <input
          type="range"
          className="visually-hidden"
          aria-label={label}
          aria-valuetext={bars[chosen]?.says}
          min={0}
          max={bars.length - 1}
          value={chosen}
          onFocus={() => setShown(chosen)}
          onBlur={hide}
          onKeyDown={hideByEscape}
          onChange={({ target }) => {
            setChosen(target.valueAsNumber)
            setShown(target.valueAsNumber)
          }}
        />
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path
            className="chart-grid"
            d={ticks
              .slice(0, -1)
              .map((tick) => `M0 ${(1 - tick / top) * height}H${width}`)
              .join("")}
          />
          {bars.map((bar, index) => (
            <Pieces key={bar.key} bar={bar} index={index} top={top} isShown={index === shown} />
          ))}
        </svg>
        {bars.every((bar) => sumOfBar(bar) === 0) && <p className="chart-none muted">{none}</p>}
        {shownBar && shown !== undefined && (
          <BarTip bar={shownBar} at={(shown + 0.5) / bars.length} />
        )}
      </div>
      <Labels bars={bars} />
    </div>
  )
}
