/** The sign-in page. It signs in, goes on to the requested page, and describes the service. */
import type { Credentials } from "@rcpt/api/Session"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useLocation, useSearch } from "wouter"

import { ApiError, sentenceOf, serviceSentence } from "../api/ApiError.ts"
import { forgotPath, nextPath, signUpPath } from "../api/leaveToSignIn.ts"
import { queryClient } from "../api/queryClient.ts"
import { request } from "../api/request.ts"
import { sandboxAddress } from "../api/sandbox.ts"
import { signIn, signUp, signUpOfferQuery, useMailSent } from "../api/session.ts"
import { Section } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { Form, useFields } from "../parts/Form.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { shellWord } from "../verify/curlOf.ts"
import { adviceOf, meaningOf } from "../verify/verdictWords.ts"
import { adoptLanguage, language } from "../words/language.ts"
import { inOwnScript } from "../words/ownScript.ts"
import { words } from "../words/session.tsx"
import { ProviderButton, refusedSentence } from "./AtProvider.tsx"
import { CredentialsForm } from "./CredentialsForm.tsx"
import { LinkMailed } from "./LinkMailed.tsx"
import { currentPassword } from "./passwordInputs.ts"

import "./SignInPage.css"

/** A description of the service, for people who have only been sent its address. */
const AboutService = () => (
  <Section title={words.about.title}>
    <p>{words.about.text}</p>
    <ul className="about-promises">
      {words.about.promises.map(({ title, text }) => (
        <li key={title}>
          <Icon name="check" />
          <p>
            <strong>{title}</strong> {text}
          </p>
        </li>
      ))}
    </ul>
  </Section>
)

/** The address in the command while no email is entered. */
const anybody = "you@example.com"

/** The way to call `rcpt`, by where the service runs. */
const ways: ReadonlyArray<readonly [title: string, program: string]> = [
  [words.firstVisit.inFolder, "node packages/cli/bin/rcpt.mjs"],
  [words.firstVisit.withCompose, "docker compose --file infra/compose.yaml exec rcpt rcpt"]
]

/** Advice on the password of the first account, and on resetting one where the service sends no mail. */
const FirstVisit = ({
  email,
  isMailed
}: {
  readonly email: string
  readonly isMailed: boolean
}) => (
  <details className="first-visit">
    <summary>{isMailed ? words.firstVisit.summaryWithMail : words.firstVisit.summary}</summary>
    <div className="stack">
      <p>{words.firstVisit.printed(<q lang="en">This is the first start</q>)}</p>
      {!isMailed && <p>{words.firstVisit.reset}</p>}
      {!isMailed &&
        ways.map(([title, program]) => (
          <CodeBlock
            key={title}
            title={title}
            code={`${program} admin reset-password ${shellWord(email.trim() || anybody)}`}
          />
        ))}
    </div>
  </details>
)

/** Sandbox names: one of each verdict, and the findings that people ask about first. */
const sandboxNames = [
  "valid",
  "disposable",
  "role_based",
  "did_you_mean",
  "domain_not_found",
  "dns_error"
]

const verifyFree = (email: string): Promise<VerifyResult> =>
  request("/demo/verify", { query: { email } })

const Tried = ({ result }: { readonly result: VerifyResult }) => {
  const meaning = meaningOf(result)
  const advice = adviceOf(result)
  return (
    <div className="trial-result">
      <p className="row">
        <StatusBadge status={result.status} subStatus={result.sub_status} />
        <span className="small muted">{words.trial.score(result.score)}</span>
      </p>
      <p className="breaks">
        <strong>{result.email}</strong>
      </p>
      {advice && <p>{advice}</p>}
      {meaning && <p>{meaning}</p>}
      {result.reasons.length > 0 && (
        <ul className="trial-reasons">
          {result.reasons.map((reason) => (
            <li key={reason}>{inOwnScript(reason)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/**
 * A free trial for visitors without an account: it shows the verdicts of sandbox addresses, and checks any
 * address if the operator has turned the demo on.
 */
const FreeTrial = ({ isDemoOn }: { readonly isDemoOn: boolean }) => {
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: verifyFree,
    meta: { mayBeSignedOut: true }
  })
  const fields = useFields({ email: "" }, error, { email: words.trial.subject })
  const submit = () => mutate(fields.values.email)
  return (
    <Section title={words.trial.title} lead={words.trial.lead(<code>{sandboxAddress("")}</code>)}>
      {isDemoOn && (
        <Form form={{ ...fields, isPending, submit }} action={words.trial.action}>
          <Input
            label={words.trial.field}
            hint={words.trial.hint}
            inputMode="email"
            required
            {...fields.text("email")}
          />
        </Form>
      )}
      <ul className="trial-names">
        {sandboxNames.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="trial-name"
              aria-pressed={variables === sandboxAddress(name)}
              aria-busy={(isPending && variables === sandboxAddress(name)) || undefined}
              onClick={() => !isPending && mutate(sandboxAddress(name))}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {error && !isDemoOn && <ErrorNotice error={error} />}
      <div role="status">{data && <Tried result={data} />}</div>
    </Section>
  )
}

/**
 * The sentence for an error. A 401 is "unauthorized", or says what is wrong with the code of the second
 * factor.
 */
const sentenceFor = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status !== 401) return sentenceOf(error)
  return error.code === "unauthorized" ? words.wrongCredentials : serviceSentence(error)
}

/** The password is that of a sign-up whose link was not opened: signing up again mails another one. */
const noticeFor = (error: unknown, { email, password }: Credentials) =>
  error instanceof ApiError && error.code === "email_not_confirmed" ? (
    <LinkMailed isOld send={() => signUp({ email, password, language })}>
      {words.notConfirmed}
    </LinkMailed>
  ) : undefined

const SignIn = () => {
  const [email, setEmail] = useState("")
  const search = useSearch()
  const [, navigate] = useLocation()
  const { data: offer } = useQuery(signUpOfferQuery)
  const isMailed = useMailSent()
  const params = new URLSearchParams(search)
  const refused = refusedSentence(params.get("refused"), offer?.provider?.name)
  const byPassword = (
    <>
      <CredentialsForm
        send={signIn}
        action={words.signIn}
        password={currentPassword}
        onEmail={setEmail}
        sentenceFor={sentenceFor}
        noticeFor={noticeFor}
        onDone={(session) => {
          // Cached responses may be those of another account.
          queryClient.clear()
          if (adoptLanguage(session.language)) window.location.replace(nextPath(search))
          else navigate(nextPath(search), { replace: true })
        }}
      />
      {isMailed && (
        <p>
          <Link href={forgotPath}>{words.forgotLink}</Link>
        </p>
      )}
    </>
  )
  return (
    <Page title={words.signIn}>
      {params.has("ended") && <Notice live>{words.ended}</Notice>}
      {params.has("opened") && <Notice kind="success">{words.opened}</Notice>}
      {refused && <Notice kind="warning">{refused}</Notice>}
      {offer?.provider && <ProviderButton provider={offer.provider} next={nextPath(search)} />}
      {offer?.passwords === false ? (
        <details className="first-visit">
          <summary>{words.provider.withPassword}</summary>
          <div className="stack">{byPassword}</div>
        </details>
      ) : (
        byPassword
      )}
      {offer?.open && (
        <p>
          {words.noAccount((text) => (
            <Link href={signUpPath}>{text}</Link>
          ))}
        </p>
      )}
      {offer?.passwords !== false && <FirstVisit email={email} isMailed={isMailed} />}
    </Page>
  )
}

export const SignInPage = () => {
  const { data: offer } = useQuery(signUpOfferQuery)
  return (
    <div className="front-door">
      <SignIn />
      <div className="front-door-side">
        <AboutService />
        <FreeTrial isDemoOn={offer?.demo === true} />
      </div>
    </div>
  )
}
