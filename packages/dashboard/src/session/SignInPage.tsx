/** The front door: signs in and goes on to the requested page, and says what this service is. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useLocation, useSearch } from "wouter"

import { ApiError, sentenceOf, toSentence } from "../api/ApiError.ts"
import { nextPath, signUpPath } from "../api/leaveToSignIn.ts"
import { queryClient } from "../api/queryClient.ts"
import { signIn, signUpOfferQuery } from "../api/session.ts"
import { Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { words } from "../words/session.tsx"
import { AboutService } from "./AboutService.tsx"
import { CredentialsForm } from "./CredentialsForm.tsx"
import { FirstVisit } from "./FirstVisit.tsx"
import { SandboxTrial } from "./SandboxTrial.tsx"

import "./FrontDoor.css"

/** 401 is "unauthorized", or says what is wrong with the code of the second factor. */
const sentenceFor = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status !== 401) return sentenceOf(error)
  return error.message === "unauthorized" ? words.wrongCredentials : toSentence(error.message)
}

const SignIn = () => {
  const [email, setEmail] = useState("")
  const search = useSearch()
  const [, navigate] = useLocation()
  const { data: offer } = useQuery(signUpOfferQuery)
  const params = new URLSearchParams(search)
  return (
    <Page title={words.signIn}>
      {params.has("ended") && <Notice live>{words.ended}</Notice>}
      {params.has("opened") && <Notice kind="success">{words.opened}</Notice>}
      <CredentialsForm
        send={signIn}
        action={words.signIn}
        password={{ autoComplete: "current-password" }}
        onEmail={setEmail}
        sentenceFor={sentenceFor}
        onDone={() => {
          // Cached responses may be those of another account.
          queryClient.clear()
          navigate(nextPath(search), { replace: true })
        }}
      />
      {offer?.open && (
        <p>
          {words.noAccount((text) => (
            <Link href={signUpPath}>{text}</Link>
          ))}
        </p>
      )}
      <FirstVisit email={email} />
    </Page>
  )
}

export const SignInPage = () => (
  <div className="front-door">
    <SignIn />
    <div className="front-door-side">
      <AboutService />
      <SandboxTrial />
    </div>
  </div>
)
