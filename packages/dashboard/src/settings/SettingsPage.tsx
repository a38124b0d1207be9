/** The account's email and role, its password and second factor, its sessions, and its end. */
import { useAccount } from "../api/account.ts"
import { Card } from "../parts/Card.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
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
          {({ email = "", is_admin = false }) => (
            <Leaders
              rows={[
                { label: "Email", value: <span className="breaks">{email}</span> },
                { label: "Role", value: is_admin ? "Service administrator" : "Customer" }
              ]}
            />
          )}
        </Loaded>
      </Card>
      <ChangePassword />
      <TwoFactor />
      <SessionsList />
      <EraseAddress />
      <CloseAccount />
    </Page>
  )
}
