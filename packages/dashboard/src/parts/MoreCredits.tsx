/** Where more credits come from, below a 402: owners grant them, everybody else asks the owner. */
import { Link } from "wouter"

import { useAccount } from "../api/account.ts"
import { pathWith } from "../api/request.ts"
import { words as parts } from "../words/parts.ts"

const { moreCredits: words } = parts

export const MoreCredits = () => {
  const { data: account } = useAccount()
  if (account === undefined) return null
  const { email = "", is_admin = false } = account
  return is_admin ? (
    <p>
      {words.owner((text) => (
        <Link href={pathWith("/admin", { email })}>{text}</Link>
      ))}
    </p>
  ) : (
    <p>{words.customer(<b className="breaks">{email}</b>)}</p>
  )
}
