/**
 * The settings page: the person's email and role, password, second factor and sessions, and closing the
 * account.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useLocation } from "wouter"

import { useAccount } from "../api/account.ts"
import { signInPath } from "../api/leaveToSignIn.ts"
import type { Role } from "../api/roleLacks.ts"
import { AmountList } from "../parts/AmountList.tsx"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { roleWords } from "../people/roleWords.ts"
import { words } from "../words/settings.tsx"
import { ChangePassword } from "./ChangePassword.tsx"
import { closeAccount, EraseAddress } from "./EraseAddress.tsx"
import { SessionsList } from "./SessionsList.tsx"
import { TwoFactor } from "./TwoFactor.tsx"

/** The card that closes the account after a question. Its person is signed out then. */
const CloseAccount = () => {
  const [isOpen, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const closing = useMutation({
    mutationFn: closeAccount,
    onSuccess: () => {
      navigate(signInPath)
      queryClient.clear()
    }
  })
  return (
    <Card title={words.closing.title} lead={words.closing.lead}>
      <div className="row">
        <Button variant="danger" onClick={() => setOpen(true)}>
          {words.closing.open}
        </Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        title={words.closing.question}
        action={words.closing.action}
        danger
        mutation={closing}
        onConfirm={() => closing.mutate()}
        onClose={() => setOpen(false)}
      >
        {words.closing.consequences}
      </ConfirmDialog>
    </Card>
  )
}

const roleText = (role: Role | undefined): string =>
  role === undefined ? words.account.roleUnknown : roleWords[role].label

export const SettingsPage = () => {
  const account = useAccount()
  return (
    <Page title={words.title} width="prose">
      <Card title={words.account.title}>
        <QueryState query={account} skeleton={<Skeleton lines={2} />}>
          {({ email = "", role, is_admin = false }) => (
            <AmountList
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
        </QueryState>
      </Card>
      <ChangePassword />
      <TwoFactor />
      <SessionsList />
      <IfPermitted may="erase" otherwise={words.onlyManagers}>
        <EraseAddress />
        <CloseAccount />
      </IfPermitted>
    </Page>
  )
}
