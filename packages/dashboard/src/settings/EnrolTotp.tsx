/** Turning the second factor on: scan, enter a first code. */
import type { TotpEnrolment } from "@rcpt/api/Totp"
import { useMutation } from "@tanstack/react-query"
import { lazy, Suspense } from "react"

import { Button } from "../parts/Button.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { TextFieldForm } from "../parts/TextFieldForm.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/settings.tsx"
import { enableTotp } from "./totpQueries.ts"

const { enrolment: said } = words

/** Its code is loaded only by those who turn it on. */
const QrCode = lazy(async () => ({ default: (await import("./QrCode.tsx")).QrCode }))

interface EnrolTotpProps {
  readonly enrolment: TotpEnrolment
  readonly onEnabled: (codes: ReadonlyArray<string>) => void
  readonly onCancel: () => void
}

export const EnrolTotp = ({ enrolment: { secret, uri }, onEnabled, onCancel }: EnrolTotpProps) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: enableTotp,
    onSuccess: ({ recovery_codes }) => onEnabled(recovery_codes)
  })
  return (
    <div className="stack">
      <p>{said.scan}</p>
      <Suspense fallback={<Skeleton shape="block" height="13rem" />}>
        <QrCode text={uri} label={said.qrCode} />
      </Suspense>
      <p>{said.secret(<code className="breaks">{secret.replaceAll(/.{4}(?=.)/g, "$& ")}</code>)}</p>
      <TextFieldForm
        field={{ name: "code", subject: said.codeSubject }}
        input={{ label: said.code, inputMode: "numeric", autoComplete: "one-time-code" }}
        action={said.action}
        pending={isPending}
        error={error}
        onSubmit={mutate}
        otherActions={<Button onClick={onCancel}>{phrases.cancel}</Button>}
      />
    </div>
  )
}
