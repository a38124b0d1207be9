/** The bars of a chart, and its scale. A bar is a day or a month. */
import type { Fill } from "./ProportionBar.tsx"

export interface BarPart {
  readonly fill: Fill
  readonly name: string
  readonly count: number
}

export interface Bar {
  readonly key: string
  /** The day or month, in full. */
  readonly title: string
  /** The text below the bar, or `undefined` to leave room. */
  readonly label: string | undefined
  /** The parts from the bottom to the top. */
  readonly parts: ReadonlyArray<BarPart>
  /** The sentence with all numbers, which is read out. */
  readonly says: string
  /** More rows of the tooltip, below its sum. */
  readonly more?: ReadonlyArray<{ readonly label: string; readonly value: string }>
}

export const sumOfBar = ({ parts }: Bar): number => parts.reduce((sum, { count }) => sum + count, 0)

/** The steps of the scale: one of these times a power of ten, and a whole number. */
const steps = [1, 2, 2.5, 5, 10, 20]

/** Lines of the scale. More would be noise. */
const linesMax = 5

/** The ticks of the scale from the highest, at or above `highest`, to 0, at equal distances. */
export const ticksUpTo = (highest: number): ReadonlyArray<number> => {
  const top = Math.max(2, highest)
  const power = 10 ** Math.floor(Math.log10(top / linesMax))
  const fits = (step: number): boolean =>
    Number.isInteger(step) && Math.ceil(top / step) <= linesMax
  const step = steps.map((step) => step * power).find(fits) ?? top
  const count = Math.ceil(top / step)
  return Array.from({ length: count + 1 }, (_, at) => (count - at) * step)
}
