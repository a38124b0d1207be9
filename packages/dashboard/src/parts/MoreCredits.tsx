/** Where more credits come from, below a 402: owners grant them, everybody else asks the owner. */
import { Link } from "wouter"

import { useAccount } from "../api/account.ts"
import { pathWith } from "../api/request.ts"
import { words } from "../words/parts.tsx"

const { moreCredits: said } = words

export const MoreCredits = () => {
  const { data: account } = useAccount()
  if (account === undefined) return null
  const { email = "", is_admin = false } = account
  return is_admin ? (
    <p>
      {said.owner((text) => (
        <Link href={pathWith("/admin", { email })}>{text}</Link>
      ))}
    </p>
  ) : (
    <p>{said.customer(<b className="breaks">{email}</b>)}</p>
  )
}
