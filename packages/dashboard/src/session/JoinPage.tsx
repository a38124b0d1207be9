/** The page that accepts an invitation: it shows the account and role, asks for a password, and signs in. */
import type { OpenInvitation } from "@rcpt/api/People"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useLocation } from "wouter"

import { isMissing, sentenceOf } from "../api/ApiError.ts"
import { signInPath } from "../api/leaveToSignIn.ts"
import { queryClient } from "../api/queryClient.ts"
import { AmountList } from "../parts/AmountList.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { acceptInvitation, invitationQuery } from "../people/peopleQueries.ts"
import { roleWords } from "../people/roleWords.ts"
import { words } from "../words/session.tsx"
import { newPassword } from "./passwordInputs.ts"

const { join: said } = words

interface JoinFormProps {
  readonly token: string
  readonly invitation: OpenInvitation
}

const JoinForm = ({ token, invitation: { email, role } }: JoinFormProps) => {
  const [, navigate] = useLocation()
  const form = useForm({
    initial: { password: "" },
    problems: { password: words.passwordSubject },
    send: ({ password }) => acceptInvitation({ token, password }),
    meta: { mayBeSignedOut: true },
    onDone: () => {
      // Cached responses may be those of another account.
      queryClient.clear()
      navigate("/", { replace: true })
    }
  })
  return (
    <Form form={form} action={said.action} wide>
      <AmountList
        rows={[
          { label: words.email, value: <span className="breaks">{email}</span> },
          { label: said.role, value: roleWords[role].label }
        ]}
      />
      <p className="muted">{roleWords[role].hint}</p>
      {/* Password managers need the user name. */}
      <input hidden type="email" name="email" autoComplete="username" readOnly value={email} />
      <Input label={said.choosePassword} {...form.text("password")} {...newPassword} />
    </Form>
  )
}

export const JoinPage = () => {
  // The token stands behind `#`, so that no server, log or other page sees it.
  const [token] = useState(() => window.location.hash.slice(1))
  const invitation = useQuery(invitationQuery(token))
  return (
    <Page title={said.title} lead={said.lead}>
      {isMissing(invitation.error) ? (
        <Notice kind="warning" live>
          {sentenceOf(invitation.error)}
        </Notice>
      ) : (
        <QueryState query={invitation} skeleton={<Skeleton shape="block" height="16rem" />}>
          {(open) => <JoinForm token={token} invitation={open} />}
        </QueryState>
      )}
      <p>
        {said.joined((text) => (
          <Link href={signInPath}>{text}</Link>
        ))}
      </p>
    </Page>
  )
}
