/** What a chart and its tooltip show of a day or month. */
import type { Fill } from "./ProportionBar.tsx"

/** The scale of a chart. */

/** The steps of a scale are one of these times a power of ten, and whole numbers. */
const steps = [1, 2, 2.5, 5, 10, 20]

/** More lines than this would be noise. */
const linesMax = 5

/** From the highest tick, at or above `highest`, to 0, at equal distances. */
export const ticksUpTo = (highest: number): ReadonlyArray<number> => {
  const top = Math.max(2, highest)
  const power = 10 ** Math.floor(Math.log10(top / linesMax))
  const fits = (step: number): boolean =>
    Number.isInteger(step) && Math.ceil(top / step) <= linesMax
  const step = steps.map((step) => step * power).find(fits) ?? top
  const count = Math.ceil(top / step)
  return Array.from({ length: count + 1 }, (_, at) => (count - at) * step)
}

export interface BarPart {
  readonly fill: Fill
  readonly name: string
  readonly count: number
}

export interface Bar {
  readonly key: string
  /** The day or month, in full. */
  readonly title: string
  /** Below the bar; `undefined`: none, to leave room. */
  readonly label: string | undefined
  /** From the bottom to the top. */
  readonly parts: ReadonlyArray<BarPart>
  /** Read out: all numbers in one sentence. */
  readonly says: string
  /** More rows of the tooltip, below its sum. */
  readonly more?: ReadonlyArray<{ readonly label: string; readonly value: string }>
}

export const sumOfBar = ({ parts }: Bar): number => parts.reduce((sum, { count }) => sum + count, 0)
