/**
 * The settings page: the person's email and role, what is mailed to it, password, second factor and sessions, and closing the
 * account.
 */
import type { Role } from "@rcpt/domain/Role"
import { Link } from "wouter"

import { accountQuery, useAccount } from "../api/account.ts"
import { wrongPassword } from "../api/ApiError.ts"
import { refetch } from "../api/queryClient.ts"
import {
  changeEmail,
  changePassword,
  sessionsQuery,
  showSignIn,
  useMailSent,
  useProvider
} from "../api/session.ts"
import { AmountList } from "../parts/AmountList.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Input } from "../parts/Input.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { roleWords } from "../people/roleWords.ts"
import { currentPassword, newPassword } from "../session/passwordInputs.ts"
import { words } from "../words/settings.tsx"
import { closeAccount, EraseAddress } from "./EraseAddress.tsx"
import { Preferences } from "./Preferences.tsx"
import { SessionsList } from "./SessionsList.tsx"
import { TwoFactor } from "./TwoFactor.tsx"

/** The card that closes the account after a question. Its person is signed out then. */
const CloseAccount = () => (
  <Card title={words.closing.title} lead={words.closing.lead}>
    <div className="row">
      <ConfirmButton
        variant="danger"
        label={words.closing.open}
        title={words.closing.question}
        action={words.closing.action}
        run={closeAccount}
        onDone={showSignIn}
      >
        {words.closing.consequences}
      </ConfirmButton>
    </div>
  </Card>
)

/** The form to change the email of the person, which asks for the password. */
const ChangeEmail = () => {
  const isMailed = useMailSent()
  const form = useForm({
    initial: { email: "", password: "" },
    problems: { email: words.email.nextSubject, password: wrongPassword },
    send: changeEmail,
    onDone: () => {
      form.set({ password: "" })
      return refetch(accountQuery)
    }
  })
  return (
    <Card title={words.email.title} lead={isMailed ? words.email.lead : words.email.withoutMail}>
      {form.data && (
        <Notice kind="success" live>
          {form.data.changed
            ? words.email.changed
            : words.email.mailed(<b className="breaks">{form.variables?.email}</b>)}
        </Notice>
      )}
      <Form form={form} action={words.email.action}>
        <Input
          label={words.email.next}
          type="email"
          name="new-email"
          maxLength={254}
          required
          {...form.text("email")}
        />
        <Input
          label={words.email.password}
          {...form.text("password")}
          {...currentPassword}
          name="email-password"
        />
      </Form>
    </Card>
  )
}

const noPasswords = { current: "", new: "" }

/** The form to change the password, which asks for the current one. */
const ChangePassword = () => {
  const { data: account } = useAccount()
  const form = useForm({
    initial: noPasswords,
    problems: { current: wrongPassword, new: words.password.nextSubject },
    send: changePassword,
    onDone: () => {
      form.set(noPasswords)
      return refetch(sessionsQuery)
    }
  })
  return (
    <Card title={words.password.title} lead={words.password.lead}>
      <Form form={form} action={words.password.action}>
        {form.isSuccess && (
          <Notice kind="success" live>
            {words.password.changed}
          </Notice>
        )}
        {/* Password managers need the user name. */}
        <input
          hidden
          type="email"
          name="email"
          autoComplete="username"
          readOnly
          value={account?.email ?? ""}
        />
        <Input
          label={words.password.current}
          {...form.text("current")}
          {...currentPassword}
          name="current-password"
        />
        <Input
          label={words.password.next}
          {...form.text("new")}
          {...newPassword}
          name="new-password"
        />
      </Form>
    </Card>
  )
}

const roleText = (role: Role | undefined): string =>
  role === undefined ? words.account.roleUnknown : roleWords[role].label

export const SettingsPage = () => {
  const account = useAccount()
  const provider = useProvider()
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
      {provider === undefined ? (
        <ChangeEmail />
      ) : (
        <Card title={words.provider.title(provider)}>
          <p>{words.provider.lead}</p>
        </Card>
      )}
      <Preferences />
      {provider === undefined && (
        <>
          <ChangePassword />
          <TwoFactor />
        </>
      )}
      <SessionsList />
      <IfPermitted may="erase" otherwise={words.onlyManagers}>
        <EraseAddress />
        <CloseAccount />
      </IfPermitted>
    </Page>
  )
}
