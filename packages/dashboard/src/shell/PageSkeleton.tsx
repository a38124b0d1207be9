/** Shown while the code of a page loads, usually too briefly to be seen. */
import { Skeleton } from "../parts/Skeleton.tsx"

export const PageSkeleton = () => (
  <div className="page" aria-busy="true">
    <Skeleton shape="block" height="2.1rem" />
    <Skeleton lines={4} />
  </div>
)
