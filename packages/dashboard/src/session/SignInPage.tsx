/** From an address and a password to the page that one wanted. */
import { useQuery } from "@tanstack/react-query"
import { Link, useLocation, useSearch } from "wouter"

import { ApiError, sentenceOf } from "../api/ApiError.ts"
import { nextPath, signUpPath } from "../api/leaveToSignIn.ts"
import { queryClient } from "../api/queryClient.ts"
import { signIn, signUpOfferQuery } from "../api/session.ts"
import { Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { CredentialsForm } from "./CredentialsForm.tsx"
import { FirstVisit } from "./FirstVisit.tsx"

const wrong = "This address and password do not belong together. Check both and try again."

const words = (error: unknown): string =>
  error instanceof ApiError && error.status === 401 ? wrong : sentenceOf(error)

export const SignInPage = () => {
  const search = useSearch()
  const [, navigate] = useLocation()
  const { data: offer } = useQuery(signUpOfferQuery)
  const asked = new URLSearchParams(search)
  return (
    <Page title="Sign in">
      {asked.has("ended") && (
        <Notice live>Your session has ended. Sign in, and you are back where you were.</Notice>
      )}
      {asked.has("opened") && <Notice kind="success">Your account is open. Sign in to it.</Notice>}
      <CredentialsForm
        send={signIn}
        action="Sign in"
        password={{ autoComplete: "current-password" }}
        sentenceFor={words}
        onDone={() => {
          // What is kept may be another account's.
          queryClient.clear()
          navigate(nextPath(search), { replace: true })
        }}
      />
      {offer?.open && (
        <p>
          No account yet? <Link href={signUpPath}>Open one</Link>
        </p>
      )}
      <FirstVisit />
    </Page>
  )
}
