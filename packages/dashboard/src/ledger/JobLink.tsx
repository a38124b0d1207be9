/** A link to a bulk job, with its file name. A deleted job is shown by its id. */
import { Link } from "wouter"

import { words } from "../words/ledger.tsx"
import { useJobName } from "./jobNames.ts"

/** `01a1fcec…`: enough to tell two jobs apart; the receipt has the full id. */
const shortId = (id: string): string => `${id.slice(0, 8)}…`

export const JobLink = ({ id }: { readonly id: string }) => {
  const name = useJobName(id)
  if (name.state === "known")
    return (
      <Link href={`/jobs/${id}`} className="breaks">
        {name.filename}
      </Link>
    )
  return (
    <span className="muted" title={id}>
      {words.job[name.state](<span className="mono">{shortId(id)}</span>)}
    </span>
  )
}
