/**
 * Bars that stack verdicts, one for each day. A range input that is only heard lets the arrow keys walk
 * over the days: it takes the focus, says each day, and shows the same words as pointing does.
 */
import type { Day } from "@rcpt/api/Overview"
import { useState } from "react"
import type { KeyboardEvent, PointerEvent } from "react"

import { countText, dayText, shortDate, topOf, totalOf, verdicts } from "./days.ts"
import { DayTip } from "./DayTip.tsx"

interface DaysChartProps {
  readonly days: ReadonlyArray<Day>
}

/** Units of the drawing, which is stretched to whatever room there is: a day is 10 wide. */
const dayWidth = 10
const height = 100
const gap = 1.5
/** One check among thousands is still to be seen. */
const sliver = 1

/** Days between the words below the chart: a week, so that they stand under one weekday. */
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
      const tall = Math.max(sliver, (day[fill] / top) * height)
      y -= tall
      return { fill, y: Math.max(0, y), height: tall }
    })
}

interface BarProps {
  readonly day: Day
  readonly place: number
  readonly top: number
  readonly isShown: boolean
}

const Bar = ({ day, place, top, isShown }: BarProps) => (
  <g>
    {isShown && (
      <rect className="overview-band" x={place * dayWidth} width={dayWidth} height={height} />
    )}
    {piecesOf(day, top).map(({ fill, y, height }) => (
      <rect
        key={fill}
        className={`overview-piece fill-${fill}`}
        x={place * dayWidth + gap}
        y={y}
        width={dayWidth - 2 * gap}
        height={height}
      />
    ))}
  </g>
)

/** `Today`, and every seventh day before it. */
const labelsOf = (days: ReadonlyArray<Day>) =>
  days.flatMap((day, place) => {
    const ago = days.length - 1 - place
    if (ago % labelEvery !== 0) return []
    const left = `${((place + 0.5) / days.length) * 100}%`
    return [{ key: day.date, left, text: ago === 0 ? "Today" : shortDate(day) }]
  })

/** Which day is pointed at or walked to; Escape puts it away until the next move. */
const useShown = (days: ReadonlyArray<Day>) => {
  const [shown, show] = useState<number>()
  const last = days.length - 1
  const point = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const place = Math.floor(((clientX - left) / width) * days.length)
    show(Math.min(last, Math.max(0, place)))
  }
  const hide = (): void => show(undefined)
  const hideByEscape = ({ key }: KeyboardEvent): void => {
    if (key === "Escape") hide()
  }
  return { shown, show, point, hide, hideByEscape }
}

export const DaysChart = ({ days }: DaysChartProps) => {
  const [chosen, choose] = useState(days.length - 1)
  const { shown, show, point, hide, hideByEscape } = useShown(days)
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
          onFocus={() => show(chosen)}
          onBlur={hide}
          onKeyDown={hideByEscape}
          onChange={({ target }) => {
            choose(target.valueAsNumber)
            show(target.valueAsNumber)
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
          {days.map((day, place) => (
            <Bar key={day.date} day={day} place={place} top={top} isShown={place === shown} />
          ))}
        </svg>
        {days.every((day) => totalOf(day) === 0) && (
          <p className="overview-none muted">Nothing was verified in these days.</p>
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
