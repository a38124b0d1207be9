/** The second factor for signing in: an authenticator app, and recovery codes. */
import type { TotpState } from "@rcpt/api/Totp"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/settings.tsx"
import { EnrolTotp } from "./EnrolTotp.tsx"
import { beginTotp, disableTotp, renewRecoveryCodes, totpQuery } from "./totpQueries.ts"

const { twoFactor: said } = words

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

const TurnOff = () => {
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const disabling = useMutation({
    mutationFn: disableTotp,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: totpQuery.queryKey })
  })
  return (
    <>
      <Button variant="danger" small onClick={() => setOpen(true)}>
        {said.turnOff}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={said.turnOffQuestion}
        action={said.turnOff}
        danger
        mutation={disabling}
        onConfirm={() => disabling.mutate()}
        onClose={() => setOpen(false)}
      >
        {said.turnOffConsequences}
      </ConfirmDialog>
    </>
  )
}

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
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<ReadonlyArray<string>>()
  const show = (next: ReadonlyArray<string>): void => {
    setCodes(next)
    void queryClient.invalidateQueries({ queryKey: totpQuery.queryKey })
  }
  return (
    <Card title={said.title} lead={said.lead}>
      {codes !== undefined ? (
        <NewCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : (
        <Loaded query={state} skeleton={<Skeleton lines={2} />}>
          {(loaded) =>
            loaded.enabled ? <On state={loaded} onCodes={show} /> : <Off onCodes={show} />
          }
        </Loaded>
      )}
    </Card>
  )
}
