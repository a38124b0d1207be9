/** From an address and a password to the page that one wanted. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useLocation, useSearch } from "wouter"

import { ApiError, sentenceOf } from "../api/ApiError.ts"
import { nextPath, signUpPath } from "../api/leaveToSignIn.ts"
import { queryClient } from "../api/queryClient.ts"
import { signIn, signUpOfferQuery } from "../api/session.ts"
import { Button } from "../parts/Button.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { FirstVisit } from "./FirstVisit.tsx"

const wrong = "This address and password do not belong together. Check both and try again."

const words = (error: unknown): string =>
  error instanceof ApiError && error.status === 401 ? wrong : sentenceOf(error)

const SignInForm = ({ onSignedIn }: { readonly onSignedIn: () => void }) => {
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const { mutate, isPending, error } = useMutation({
    mutationFn: signIn,
    meta: { mayBeSignedOut: true },
    onSuccess: onSignedIn
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate({ email, password })
      }}
    >
      {error && <ErrorNotice error={error} sentence={words(error)} />}
      <Input
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Input
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" pending={isPending}>
        Sign in
      </Button>
    </form>
  )
}

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
      <SignInForm
        onSignedIn={() => {
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
