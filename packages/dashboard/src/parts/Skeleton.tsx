/** A placeholder in the size of the content that is loading, so that nothing moves when it arrives. */

/** Shown while the code of a page loads, usually too briefly to be seen. */
export const PageSkeleton = () => (
  <div className="page" aria-busy="true">
    <Skeleton shape="block" height="2.1rem" />
    <Skeleton lines={4} />
  </div>
)

interface SkeletonProps {
  /** Lines of text, or rows of a table. */
  readonly lines?: number
  /** `row`: as high as a row of a table. `block`: a card or a chart, of `height`. */
  readonly shape?: "text" | "row" | "block"
  /** A CSS length, for `block`. */
  readonly height?: string
}

/** Per cent, used in turn: lines of text differ in length. */
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
