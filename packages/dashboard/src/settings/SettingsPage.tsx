/** The person's email and role, their password and second factor, their sessions; and the account's end. */
import { Link } from "wouter"

import { useAccount } from "../api/account.ts"
import type { Role } from "../api/roleLacks.ts"
import { Card } from "../parts/Card.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { OfRole } from "../parts/OfRole.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { roleWords } from "../people/roleWords.ts"
import { words } from "../words/settings.tsx"
import { ChangePassword } from "./ChangePassword.tsx"
import { CloseAccount } from "./CloseAccount.tsx"
import { EraseAddress } from "./EraseAddress.tsx"
import { SessionsList } from "./SessionsList.tsx"
import { TwoFactor } from "./TwoFactor.tsx"

const roleText = (role: Role | undefined): string =>
  role === undefined ? words.account.roleUnknown : roleWords[role].label

export const SettingsPage = () => {
  const account = useAccount()
  return (
    <Page title={words.title} width="prose">
      <Card title={words.account.title}>
        <Loaded query={account} skeleton={<Skeleton lines={2} />}>
          {({ email = "", role, is_admin = false }) => (
            <Leaders
              rows={[
                { label: words.account.email, value: <span className="breaks">{email}</span> },
                {
                  label: words.account.role,
                  value: (
                    <Link href="/people">
                      {is_admin ? words.account.administers(roleText(role)) : roleText(role)}
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
      <OfRole may="erase" otherwise={words.onlyManagers}>
        <EraseAddress />
        <CloseAccount />
      </OfRole>
    </Page>
  )
}
