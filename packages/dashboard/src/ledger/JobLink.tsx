/** A bulk job by the name of its file, and the way to it. One that was removed is its id. */
import { Link } from "wouter"

import { useJobName } from "./jobNames.ts"

/** `01a1fcec…`: enough to tell two apart; the receipt has all of it. */
const shortId = (id: string): string => `${id.slice(0, 8)}…`

export const JobLink = ({ id }: { readonly id: string }) => {
  const name = useJobName(id)
  if (name.is === "known")
    return (
      <Link href={`/jobs/${id}`} className="breaks">
        {name.filename}
      </Link>
    )
  return (
    <span className="muted" title={id}>
      {name.is === "removed" ? "removed job " : "job "}
      <span className="mono">{shortId(id)}</span>
    </span>
  )
}
