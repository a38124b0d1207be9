/** Opens an account, where the operator lets everybody do that. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useLocation } from "wouter"

import { signInPath } from "../api/leaveToSignIn.ts"
import { signUp, signUpOfferQuery } from "../api/session.ts"
import { Button } from "../parts/Button.tsx"
import { creditsText } from "../parts/Credits.tsx"
import { Input } from "../parts/Input.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { passwordHint, passwordMin } from "./newPassword.ts"

const SignUpForm = () => {
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [, navigate] = useLocation()
  const { mutate, isPending, error } = useMutation({
    mutationFn: signUp,
    meta: { mayBeSignedOut: true },
    onSuccess: () => navigate(`${signInPath}?opened=1`)
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate({ email, password })
      }}
    >
      {error && <ErrorNotice error={error} />}
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
        autoComplete="new-password"
        hint={passwordHint}
        required
        minLength={passwordMin}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" pending={isPending}>
        Open account
      </Button>
    </form>
  )
}

export const SignUpPage = () => {
  const offer = useQuery(signUpOfferQuery)
  return (
    <Page title="Open an account">
      <Loaded query={offer} skeleton={<Skeleton shape="block" height="16rem" />}>
        {({ open, credits }) =>
          open ? (
            <>
              {credits > 0 && <p>It comes with {creditsText(credits)} to begin with.</p>}
              <SignUpForm />
            </>
          ) : (
            <Notice>This service opens accounts by invitation. Ask whoever runs it for one.</Notice>
          )
        }
      </Loaded>
      <p>
        Have an account? <Link href={signInPath}>Sign in</Link>
      </p>
    </Page>
  )
}
