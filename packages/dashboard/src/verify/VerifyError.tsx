/** The reason why there is no verdict, with advice. */
import { heldFor } from "@rcpt/domain/prices"

import { useAccount } from "../api/account.ts"
import { ApiError, serviceSentence } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { creditsText } from "../parts/Credits.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { RetryButton } from "../parts/RetryAfter.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/verify.tsx"
import type { VerifyRequest } from "./verifyRequest.ts"

interface VerifyErrorProps {
  readonly request: VerifyRequest
  readonly error: Error
  readonly onVerify: (request: VerifyRequest) => void
  /** Sends the same request again, with the same idempotency key, so that it is charged once. */
  readonly onRetry: () => void
}

/** The error about the address itself, which is shown at the field. */
export const addressError = (error: Error | undefined): string | undefined =>
  error instanceof ApiError && error.status === 400 ? serviceSentence(error) : undefined

const NotEnoughCredits = ({ request, error, onVerify }: VerifyErrorProps) => {
  const { data: account } = useAccount()
  const available = account?.credits ?? 0
  const canFast = request.mode === "deep" && available >= heldFor.fast
  return (
    <ErrorNotice
      error={error}
      sentence={words.errors.tooFewCredits[request.mode](
        creditsText(heldFor[request.mode]),
        creditsText(available),
        available === 1
      )}
      actions={
        canFast && (
          <Button small onClick={() => onVerify({ ...request, mode: "fast" })}>
            {words.errors.verifyFast}
          </Button>
        )
      }
    />
  )
}

export const VerifyError = (props: VerifyErrorProps) => {
  const { request, error, onVerify, onRetry } = props
  if (addressError(error) !== undefined) return null
  if (error instanceof ApiError && error.status === 402) return <NotEnoughCredits {...props} />
  const isLost = error instanceof ApiError && error.isConnection
  return (
    <ErrorNotice
      error={error}
      more={isLost ? words.errors.lost : words.errors.notCharged}
      actions={
        <RetryButton error={error} onClick={() => (isLost ? onRetry() : onVerify(request))}>
          {phrases.tryAgain}
        </RetryButton>
      }
    />
  )
}
