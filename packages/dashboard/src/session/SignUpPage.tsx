/** The page that creates an account, if sign-up is open. */
import { useQuery } from "@tanstack/react-query"
import { Link, useLocation } from "wouter"

import { signInPath } from "../api/leaveToSignIn.ts"
import { signUp, signUpOfferQuery } from "../api/session.ts"
import { creditsText } from "../parts/Credits.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/session.tsx"
import { CredentialsForm } from "./CredentialsForm.tsx"
import { passwordHint, passwordMin } from "./newPassword.ts"

const { signUp: said } = words

const SignUpForm = () => {
  const [, navigate] = useLocation()
  return (
    <CredentialsForm
      send={signUp}
      action={said.action}
      password={{ autoComplete: "new-password", hint: passwordHint, minLength: passwordMin }}
      onDone={() => navigate(`${signInPath}?opened=1`)}
    />
  )
}

export const SignUpPage = () => {
  const offer = useQuery(signUpOfferQuery)
  return (
    <Page title={said.title}>
      <QueryState query={offer} skeleton={<Skeleton shape="block" height="16rem" />}>
        {({ open, credits }) =>
          open ? (
            <>
              {credits > 0 && <p>{said.startsWith(creditsText(credits))}</p>}
              <SignUpForm />
            </>
          ) : (
            <Notice>{said.closed}</Notice>
          )
        }
      </QueryState>
      <p>
        {said.hasAccount((text) => (
          <Link href={signInPath}>{text}</Link>
        ))}
      </p>
    </Page>
  )
}
