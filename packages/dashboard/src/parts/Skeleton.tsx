/** A placeholder in the size of the content that is loading, so that nothing moves when it arrives. */

/** The placeholder of a page whose code loads, usually too briefly to be seen. */
export const PageSkeleton = () => (
  <div className="page" aria-busy="true">
    <Skeleton shape="block" height="2.1rem" />
    <Skeleton lines={4} />
  </div>
)

interface SkeletonProps {
  /** The number of lines of text or rows of a table. */
  readonly lines?: number
  /** The shape: `row` is as high as a row of a table, `block` is a card or a chart of `height`. */
  readonly shape?: "text" | "row" | "block"
  /** A CSS length, for `block`. */
  readonly height?: string
}

/** Widths in per cent, used in turn, because lines of text differ in length. */
const widths = [92, 78, 85, 64]

export const Skeleton = ({ lines = 1, shape = "text", height = "10rem" }: SkeletonProps) => (
  <div className={`skeleton skeleton-${shape}`} aria-hidden="true">
    {Array.from({ length: shape === "block" ? 1 : lines }, (_, line) => (
      <span
        key={line}
        style={shape === "block" ? { height } : { width: `${widths[line % widths.length]}%` }}
      />
    ))}
  </div>
)
