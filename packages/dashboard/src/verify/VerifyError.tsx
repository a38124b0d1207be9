/** Why there is no verdict, and what to do: nothing was charged for any of it. */
import { useAccount } from "../api/account.ts"
import { ApiError, sentence, sentenceOf } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { creditsText } from "../parts/Credits.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { heldFor } from "./price.ts"
import type { Question } from "./Question.ts"

interface VerifyErrorProps {
  readonly question: Question
  readonly error: Error
  readonly onVerify: (question: Question) => void
  /** Under the key that it was sent with: charged once, whatever has become of it. */
  readonly onAskAgain: () => void
}

/** The words of the contract about the address itself: shown at the field. */
export const fieldWords = (error: Error | undefined): string | undefined =>
  error instanceof ApiError && error.status === 400 ? sentence(error.message) : undefined

const TooFew = ({ question, error, onVerify }: VerifyErrorProps) => {
  const { data: account } = useAccount()
  const has = account?.credits ?? 0
  const canFast = question.mode === "deep" && has >= heldFor.fast
  return (
    <ErrorNotice
      error={error}
      sentence={
        `There are not enough credits: a ${question.mode} check holds ` +
        `${creditsText(heldFor[question.mode])}, and ${creditsText(has)} ${has === 1 ? "is" : "are"} ` +
        "available. Whoever runs this service can grant more."
      }
      actions={
        canFast && (
          <Button small onClick={() => onVerify({ ...question, mode: "fast" })}>
            Verify in fast mode, for 1 credit
          </Button>
        )
      }
    />
  )
}

export const VerifyError = (props: VerifyErrorProps) => {
  const { question, error, onVerify, onAskAgain } = props
  if (fieldWords(error) !== undefined) return null
  if (error instanceof ApiError && error.status === 402) return <TooFew {...props} />
  const isLost = error instanceof ApiError && error.isConnection
  return (
    <ErrorNotice
      error={error}
      sentence={
        isLost
          ? `${sentenceOf(error)} Asking again gets the same check's answer: it is charged once.`
          : `${sentenceOf(error)} Nothing was charged.`
      }
      actions={
        <Button small onClick={() => (isLost ? onAskAgain() : onVerify(question))}>
          Try again
        </Button>
      }
    />
  )
}
