/** Pages after the provider of OpenID Connect: one asks for the password once, one is for a tab that can be closed. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useSearch } from "wouter"

import { ApiError, sentenceOf } from "../api/ApiError.ts"
import { providerPath, signInPath } from "../api/leaveToSignIn.ts"
import { joinProvider, signUpOfferQuery } from "../api/session.ts"
import { Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { words } from "../words/session.tsx"
import { refusedSentence } from "./AtProvider.tsx"
import { CredentialsForm } from "./CredentialsForm.tsx"
import { currentPassword } from "./passwordInputs.ts"

const useProviderName = (): string => useQuery(signUpOfferQuery).data?.provider?.name ?? ""

const sentenceFor = (error: unknown): string =>
  error instanceof ApiError && error.code === "unauthorized"
    ? words.wrongCredentials
    : sentenceOf(error)

export const ConnectPage = () => {
  // The address stands behind `#`, so that no server, log or other page sees it.
  const [email] = useState(
    () => new URLSearchParams(window.location.hash.slice(1)).get("email") ?? ""
  )
  const name = useProviderName()
  return (
    <Page
      title={words.provider.connect(name)}
      lead={words.provider.connectLead(<b className="breaks">{email}</b>)}
    >
      <CredentialsForm
        send={({ password, code }) =>
          joinProvider({ password, ...(code !== undefined && { code }) })
        }
        knownEmail={email}
        action={words.provider.connectAction}
        password={currentPassword}
        sentenceFor={sentenceFor}
        // The provider remembers the person, and begins the session.
        onDone={() => window.location.assign(providerPath({ next: "/" }))}
      />
      <p>
        {words.mailed.toSignIn((text) => (
          <Link href={signInPath}>{text}</Link>
        ))}
      </p>
    </Page>
  )
}

export const ConfirmedPage = () => {
  const refused = refusedSentence(
    new URLSearchParams(useSearch()).get("refused"),
    useProviderName()
  )
  return refused === undefined ? (
    <Page title={words.provider.confirmed}>
      <p>{words.provider.confirmedLead}</p>
    </Page>
  ) : (
    <Page title={words.provider.notConfirmed}>
      <Notice kind="warning" live>
        {refused}
      </Notice>
    </Page>
  )
}
