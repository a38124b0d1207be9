/** What a chart and its tooltip show of a day or month. */
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
