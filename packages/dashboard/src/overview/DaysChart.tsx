/**
 * Stacked bars of verdicts, one for each day. A visually hidden range input makes the days accessible by
 * arrow keys: it takes the focus, reads out each day, and shows the same tooltip as the pointer.
 */
import type { Day } from "@rcpt/api/Overview"
import { useState } from "react"
import type { KeyboardEvent, PointerEvent } from "react"

import { countText, dayText, shortDate, topOf, totalOf, verdicts } from "./days.ts"
import { DayTip } from "./DayTip.tsx"

interface DaysChartProps {
  readonly days: ReadonlyArray<Day>
}

/** In units of the drawing, which is stretched to the available width. */
const dayWidth = 10
const height = 100
const gap = 1.5
/** Keeps one check among thousands visible. */
const pieceHeightMin = 1

/** Days between the labels below the chart: a week, so that all are the same weekday. */
const labelEvery = 7

interface Piece {
  readonly fill: string
  readonly y: number
  readonly height: number
}

const piecesOf = (day: Day, top: number): ReadonlyArray<Piece> => {
  let y = height
  return verdicts
    .filter(([key]) => day[key] > 0)
    .map(([fill]) => {
      const pieceHeight = Math.max(pieceHeightMin, (day[fill] / top) * height)
      y -= pieceHeight
      return { fill, y: Math.max(0, y), height: pieceHeight }
    })
}

interface BarProps {
  readonly day: Day
  readonly index: number
  readonly top: number
  readonly isShown: boolean
}

const Bar = ({ day, index, top, isShown }: BarProps) => (
  <g>
    {isShown && (
      <rect className="overview-band" x={index * dayWidth} width={dayWidth} height={height} />
    )}
    {piecesOf(day, top).map(({ fill, y, height }) => (
      <rect
        key={fill}
        className={`overview-piece fill-${fill}`}
        x={index * dayWidth + gap}
        y={y}
        width={dayWidth - 2 * gap}
        height={height}
      />
    ))}
  </g>
)

/** `Today`, and every seventh day before it. */
const labelsOf = (days: ReadonlyArray<Day>) =>
  days.flatMap((day, index) => {
    const ago = days.length - 1 - index
    if (ago % labelEvery !== 0) return []
    const left = `${((index + 0.5) / days.length) * 100}%`
    return [{ key: day.date, left, text: ago === 0 ? "Today" : shortDate(day) }]
  })

/** The index of the day under the pointer or chosen by keyboard. Escape hides it until the next move. */
const useShownDay = (days: ReadonlyArray<Day>) => {
  const [shown, setShown] = useState<number>()
  const last = days.length - 1
  const point = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / width) * days.length)
    setShown(Math.min(last, Math.max(0, index)))
  }
  const hide = (): void => setShown(undefined)
  const hideByEscape = ({ key }: KeyboardEvent): void => {
    if (key === "Escape") hide()
  }
  return { shown, setShown, point, hide, hideByEscape }
}

export const DaysChart = ({ days }: DaysChartProps) => {
  const [chosen, setChosen] = useState(days.length - 1)
  const { shown, setShown, point, hide, hideByEscape } = useShownDay(days)
  const top = topOf(days)
  const shownDay = shown === undefined ? undefined : days[shown]
  const chosenDay = days[chosen]
  return (
    <div className="overview-chart">
      <div className="overview-scale numeric" aria-hidden="true">
        <span>{countText(top)}</span>
        <span>{countText(top / 2)}</span>
        <span>0</span>
      </div>
      <div className="overview-plot" onPointerMove={point} onPointerLeave={hide}>
        <input
          type="range"
          className="visually-hidden"
          aria-label="Checks by day"
          aria-valuetext={chosenDay && dayText(chosenDay)}
          min={0}
          max={days.length - 1}
          value={chosen}
          onFocus={() => setShown(chosen)}
          onBlur={hide}
          onKeyDown={hideByEscape}
          onChange={({ target }) => {
            setChosen(target.valueAsNumber)
            setShown(target.valueAsNumber)
          }}
        />
        <svg
          viewBox={`0 0 ${days.length * dayWidth} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path
            className="overview-grid"
            d={`M0 0H${days.length * dayWidth}M0 ${height / 2}H${days.length * dayWidth}`}
          />
          {days.map((day, index) => (
            <Bar key={day.date} day={day} index={index} top={top} isShown={index === shown} />
          ))}
        </svg>
        {days.every((day) => totalOf(day) === 0) && (
          <p className="overview-none muted">No checks in the last {days.length} days.</p>
        )}
        {shownDay && shown !== undefined && (
          <DayTip day={shownDay} at={(shown + 0.5) / days.length} />
        )}
      </div>
      <div className="overview-labels small" aria-hidden="true">
        {labelsOf(days).map(({ key, left, text }) => (
          <span key={key} style={{ left }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}
