/** The person's email and role, their password and second factor, their sessions; and the account's end. */
import { Link } from "wouter"

import { useAccount } from "../api/account.ts"
import { Card } from "../parts/Card.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { OfRole } from "../parts/OfRole.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { roleWords } from "../people/roleWords.ts"
import { ChangePassword } from "./ChangePassword.tsx"
import { CloseAccount } from "./CloseAccount.tsx"
import { EraseAddress } from "./EraseAddress.tsx"
import { SessionsList } from "./SessionsList.tsx"
import { TwoFactor } from "./TwoFactor.tsx"

export const SettingsPage = () => {
  const account = useAccount()
  return (
    <Page title="Settings" width="prose">
      <Card title="Account">
        <Loaded query={account} skeleton={<Skeleton lines={2} />}>
          {({ email = "", role, is_admin = false }) => (
            <Leaders
              rows={[
                { label: "Email", value: <span className="breaks">{email}</span> },
                {
                  label: "Role",
                  value: (
                    <Link href="/people">
                      {role === undefined ? "Unknown" : roleWords[role].label}
                      {is_admin && ", service administrator"}
                    </Link>
                  )
                }
              ]}
            />
          )}
        </Loaded>
      </Card>
      <ChangePassword />
      <TwoFactor />
      <SessionsList />
      <OfRole
        may="erase"
        otherwise="Only managers erase addresses from the account, or close the account."
      >
        <EraseAddress />
        <CloseAccount />
      </OfRole>
    </Page>
  )
}
