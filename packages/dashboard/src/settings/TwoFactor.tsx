/** The second factor for signing in: an authenticator app, and recovery codes. */
import type { Message } from "@rcpt/api/Message"
import type { RecoveryCodes, TotpEnrolment, TotpState } from "@rcpt/api/Totp"
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query"
import { Suspense, useState } from "react"

import { refetch } from "../api/queryClient.ts"
import { read, request } from "../api/request.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { asNotice, lazyPart, PartBoundary } from "../parts/LazyPart.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/settings.tsx"

const { twoFactor: said } = words

/** The code is loaded only if somebody turns the second factor on. */
const QrCode = lazyPart(async () => (await import("./QrCode.tsx")).QrCode)

interface EnrolTotpProps {
  readonly enrolment: TotpEnrolment
  readonly onEnabled: (codes: ReadonlyArray<string>) => void
  readonly onCancel: () => void
}

/** The steps that turn the second factor on: scan the code, then enter a first one. */
const EnrolTotp = ({ enrolment: { secret, uri }, onEnabled, onCancel }: EnrolTotpProps) => {
  const form = useForm({
    initial: { code: "" },
    problems: { code: words.enrolment.codeSubject },
    send: enableTotp,
    onDone: ({ recovery_codes }) => onEnabled(recovery_codes)
  })
  return (
    <div className="stack">
      <p>{words.enrolment.scan}</p>
      <PartBoundary frame={asNotice}>
        <Suspense fallback={<Skeleton shape="block" height="13rem" />}>
          <QrCode text={uri} label={words.enrolment.qrCode} />
        </Suspense>
      </PartBoundary>
      <p>
        {words.enrolment.secret(
          <code className="breaks">{secret.replaceAll(/.{4}(?=.)/g, "$& ")}</code>
        )}
      </p>
      <Form form={form} action={words.enrolment.action} onCancel={onCancel}>
        <Input
          label={words.enrolment.code}
          inputMode="numeric"
          required
          {...form.text("code")}
          autoComplete="one-time-code"
        />
      </Form>
    </div>
  )
}

/** Requests for the second factor. */
const totpQuery = queryOptions({
  queryKey: ["totp"],
  queryFn: read<TotpState>("/totp")
})

const beginTotp = (): Promise<TotpEnrolment> => request("/totp", { method: "POST" })

const enableTotp = (body: { readonly code: string }): Promise<RecoveryCodes> =>
  request("/totp/confirm", { method: "POST", body })

const renewRecoveryCodes = (): Promise<RecoveryCodes> =>
  request("/totp/recovery-codes", { method: "POST" })

const disableTotp = (): Promise<Message> => request("/totp", { method: "DELETE" })

interface CodesProps {
  readonly codes: ReadonlyArray<string>
  readonly onDone: () => void
}

const NewCodes = ({ codes, onDone }: CodesProps) => (
  <div className="stack">
    <Notice kind="warning" live>
      {said.keepCodes}
    </Notice>
    <CodeBlock title={said.codes} code={codes.join("\n")} />
    <div className="row">
      <Button variant="primary" onClick={onDone}>
        {said.saved}
      </Button>
    </div>
  </div>
)

interface StateProps {
  readonly onCodes: (codes: ReadonlyArray<string>) => void
}

const Off = ({ onCodes }: StateProps) => {
  const { mutate, isPending, data, error, reset } = useMutation({ mutationFn: beginTotp })
  if (data !== undefined) return <EnrolTotp enrolment={data} onEnabled={onCodes} onCancel={reset} />
  return (
    <div className="stack">
      {error && <ErrorNotice error={error} />}
      <div className="row">
        <Button variant="primary" pending={isPending} onClick={() => mutate()}>
          {said.turnOn}
        </Button>
      </div>
    </div>
  )
}

const TurnOff = () => (
  <ConfirmButton
    variant="danger"
    small
    label={said.turnOff}
    title={said.turnOffQuestion}
    run={disableTotp}
    onDone={() => refetch(totpQuery)}
  >
    {said.turnOffConsequences}
  </ConfirmButton>
)

const On = ({ state, onCodes }: StateProps & { readonly state: TotpState }) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: renewRecoveryCodes,
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes)
  })
  return (
    <div className="stack">
      <p>
        {said.since(
          state.enabled_at && <DateTime at={state.enabled_at} />,
          <span className="numeric">{state.recovery_codes_left}</span>
        )}
      </p>
      {error && <ErrorNotice error={error} />}
      <div className="row">
        <Button small pending={isPending} onClick={() => mutate()}>
          {said.newCodes}
        </Button>
        <TurnOff />
      </div>
    </div>
  )
}

export const TwoFactor = () => {
  const state = useQuery(totpQuery)
  const [codes, setCodes] = useState<ReadonlyArray<string>>()
  const show = (next: ReadonlyArray<string>): void => {
    setCodes(next)
    void refetch(totpQuery)
  }
  return (
    <Card title={said.title} lead={said.lead}>
      {codes !== undefined ? (
        <NewCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : (
        <QueryState query={state} skeleton={<Skeleton lines={2} />}>
          {(loaded) =>
            loaded.enabled ? <On state={loaded} onCodes={show} /> : <Off onCodes={show} />
          }
        </QueryState>
      )}
    </Card>
  )
}
