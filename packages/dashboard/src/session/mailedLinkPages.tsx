/**
 * The pages that links in mail open, and the page that asks for one. Opening such a page does nothing: programs that look
 * through mail open links as well. The person presses a button, and the page posts the token.
 */
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { ReactNode } from "react"
import { Link, useLocation } from "wouter"

import { ApiError, isMissing } from "../api/ApiError.ts"
import { forgotPath, signInPath, signUpPath } from "../api/leaveToSignIn.ts"
import { queryClient } from "../api/queryClient.ts"
import {
  confirmEmail,
  confirmSignUp,
  requestPasswordReset,
  resetPassword,
  signUpOfferQuery,
  takeEmailBack
} from "../api/session.ts"
import { Button } from "../parts/Button.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/session.tsx"
import { LinkMailed } from "./LinkMailed.tsx"
import { currentPassword, newPassword } from "./passwordInputs.ts"

/** What stands behind `#`, so that no server, log or other page sees it. */
const useToken = (): string => useState(() => window.location.hash.slice(1))[0]

const linkTo = (path: string) => (text: string) => <Link href={path}>{text}</Link>

const BackToSignIn = () => <p>{words.mailed.toSignIn(linkTo(signInPath))}</p>

const Ended = ({ children }: { readonly children?: ReactNode }) => (
  <Notice kind="warning" live>
    <p>{words.mailed.ended}</p>
    {children && <p>{children}</p>}
  </Notice>
)

const ForgotForm = () => {
  const form = useForm({
    initial: { email: "" },
    problems: { email: words.email },
    send: requestPasswordReset,
    meta: { mayBeSignedOut: true }
  })
  const { isSuccess, values } = form
  return isSuccess ? (
    <LinkMailed send={() => requestPasswordReset(values)}>
      {words.forgot.sent(<b className="breaks">{values.email}</b>)}
    </LinkMailed>
  ) : (
    <Form form={form} action={words.forgot.action}>
      <Input
        label={words.email}
        type="email"
        name="email"
        required
        {...form.text("email")}
        autoComplete="username"
      />
    </Form>
  )
}

/** Asks for a link that resets the password, where the service sends mail. */
export const ForgotPage = () => {
  const offer = useQuery(signUpOfferQuery)
  return (
    <Page title={words.forgot.title} lead={words.forgot.lead}>
      <QueryState query={offer} skeleton={<Skeleton shape="block" height="9rem" />}>
        {({ mail }) => (mail ? <ForgotForm /> : <Notice>{words.forgot.off}</Notice>)}
      </QueryState>
      <BackToSignIn />
    </Page>
  )
}

interface SetPasswordProps {
  readonly said: Pick<(typeof words)["reset"], "title" | "lead" | "action" | "done">
  readonly set: typeof resetPassword
  /** What to do once the link has ended. */
  readonly again?: ReactNode
}

/** Sets a new password. It does not sign in: the second factor is asked for by the sign-in page. */
const SetPasswordPage = ({ said, set, again }: SetPasswordProps) => {
  const { password, passwordSubject } = words.reset
  const token = useToken()
  const form = useForm({
    initial: { new: "" },
    problems: { new: passwordSubject },
    send: (chosen) => set({ token, ...chosen }),
    meta: { mayBeSignedOut: true },
    onDone: () => queryClient.clear()
  })
  return (
    <Page title={said.title} {...(!form.isSuccess && { lead: said.lead })}>
      {isMissing(form.error) ? (
        <Ended>{again}</Ended>
      ) : form.isSuccess ? (
        <Notice kind="success" live>
          {said.done}
        </Notice>
      ) : (
        <Form form={form} action={said.action} wide>
          <Input label={password} {...form.text("new")} {...newPassword} />
        </Form>
      )}
      <BackToSignIn />
    </Page>
  )
}

export const ResetPage = () => (
  <SetPasswordPage
    said={words.reset}
    set={resetPassword}
    again={words.reset.again(linkTo(forgotPath))}
  />
)

/** Takes a change of the email back, by the link that was mailed to the old one. */
export const TakeBackPage = () => <SetPasswordPage said={words.takeBack} set={takeEmailBack} />

/** The error of a password that is not that of the sign-up (401). */
const wrongAtSignUp = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 401 ? words.confirm.wrong : undefined

/** Opens the account of a sign-up, and signs in. */
export const ConfirmPage = () => {
  const { confirm: said } = words
  const token = useToken()
  const [, navigate] = useLocation()
  const form = useForm({
    initial: { password: "" },
    problems: { password: wrongAtSignUp },
    send: (chosen) => confirmSignUp({ token, ...chosen }),
    meta: { mayBeSignedOut: true },
    onDone: () => {
      // Cached responses may be those of another account.
      queryClient.clear()
      navigate("/", { replace: true })
    }
  })
  return (
    <Page title={said.title} lead={said.lead}>
      {isMissing(form.error) ? (
        <Ended>{said.again(linkTo(signUpPath))}</Ended>
      ) : (
        <Form form={form} action={said.action} wide>
          <Input label={words.password} {...form.text("password")} {...currentPassword} />
        </Form>
      )}
      <BackToSignIn />
    </Page>
  )
}

/** Confirms the new email of a person, who may be signed in here or not. */
export const NewEmailPage = () => {
  const { newEmail: said } = words
  const token = useToken()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: confirmEmail,
    meta: { mayBeSignedOut: true },
    onSuccess: () => queryClient.clear()
  })
  return (
    <Page title={said.title} lead={said.lead}>
      {error && (isMissing(error) ? <Ended /> : <ErrorNotice error={error} />)}
      {isSuccess ? (
        <Notice kind="success" live>
          {said.done}
        </Notice>
      ) : (
        !isMissing(error) && (
          <div className="row">
            <Button variant="primary" pending={isPending} onClick={() => mutate({ token })}>
              {said.action}
            </Button>
          </div>
        )
      )}
      <BackToSignIn />
    </Page>
  )
}
