/** Where more credits come from, below a 402: owners grant them, everybody else asks the owner. */
import { Link } from "wouter"

import { useAccount } from "../api/account.ts"
import { pathWith } from "../api/request.ts"

export const MoreCredits = () => {
  const { data: account } = useAccount()
  if (account === undefined) return null
  const { email = "", is_admin = false } = account
  return is_admin ? (
    <p>
      You run this service: <Link href={pathWith("/admin", { email })}>grant credits in Admin</Link>
      , with “Grant” beside the account.
    </p>
  ) : (
    <p>
      Whoever runs this service can grant more. Tell them the email of your account:{" "}
      <b className="breaks">{email}</b>
    </p>
  )
}
