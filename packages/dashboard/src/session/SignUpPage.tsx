/** The page that creates an account, if sign-up is open. Where the service sends mail, a link opens the account. */
import type { Credentials } from "@rcpt/api/Session"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useLocation } from "wouter"

import { signInPath } from "../api/leaveToSignIn.ts"
import { signUp, signUpOfferQuery } from "../api/session.ts"
import { creditsText } from "../parts/Credits.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { language } from "../words/language.ts"
import { words } from "../words/session.tsx"
import { CredentialsForm } from "./CredentialsForm.tsx"
import { LinkMailed } from "./LinkMailed.tsx"
import { newPassword } from "./passwordInputs.ts"

const { signUp: said } = words

const send = ({ email, password }: Credentials) => signUp({ email, password, language })

const SignUpForm = ({ isMailed }: { readonly isMailed: boolean }) => {
  const [, navigate] = useLocation()
  const [sent, setSent] = useState<Credentials>()
  return sent ? (
    <LinkMailed send={() => send(sent)}>
      {said.mailed(<b className="breaks">{sent.email}</b>)}
    </LinkMailed>
  ) : (
    <CredentialsForm
      send={send}
      action={said.action}
      password={newPassword}
      onDone={(_, credentials) =>
        isMailed ? setSent(credentials) : navigate(`${signInPath}?opened=1`)
      }
    />
  )
}

export const SignUpPage = () => {
  const offer = useQuery(signUpOfferQuery)
  return (
    <Page title={said.title}>
      <QueryState query={offer} skeleton={<Skeleton shape="block" height="16rem" />}>
        {({ open, credits, mail }) =>
          open ? (
            <>
              {credits > 0 && <p>{said.startsWith(creditsText(credits))}</p>}
              <SignUpForm isMailed={mail} />
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
