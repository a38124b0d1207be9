/** The mode of a list, its price in that mode, and the start. */
import { sentenceOf } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { ProgressBar } from "../parts/ProgressBar.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import type { List, ListUpload, Mode } from "./List.ts"
import { PriceSlip } from "./PriceSlip.tsx"
import { StartList } from "./StartList.tsx"
import { usePrice } from "./usePrice.ts"
import { useIsStarting } from "./useStart.ts"

const modes = [
  {
    value: "fast",
    label: "Fast – 1 credit per address",
    hint: "Checks syntax, DNS, reputation and lists. No mail server is contacted."
  },
  {
    value: "deep",
    label: "Deep – 1 to 5 credits per address",
    hint: "Also asks the mail server whether the mailbox exists. Takes longer: some servers have to be asked again up to an hour later."
  }
] as const

interface ModeAndPriceProps {
  readonly list: List
  readonly upload: ListUpload
  readonly mode: Mode
  readonly onMode: (mode: Mode) => void
}

export const ModeAndPrice = ({ list, upload, mode, onMode }: ModeAndPriceProps) => {
  const isStarting = useIsStarting()
  const { price, progress } = usePrice(list, upload, mode)
  return (
    <>
      <div className="columns">
        {/* A disabled fieldset disables its controls. */}
        <fieldset disabled={isStarting}>
          <RadioGroup legend="Mode" choices={modes} value={mode} onChoose={onMode} />
        </fieldset>
        <div className="bulk-price" aria-live="polite">
          {price.data ? (
            <PriceSlip price={price.data} />
          ) : price.isError ? (
            <PriceError error={price.error} onRetry={() => void price.refetch()} />
          ) : (
            <Calculating progress={progress} />
          )}
        </div>
      </div>
      {price.data && <StartList upload={upload} mode={mode} />}
    </>
  )
}

const Calculating = ({ progress }: { readonly progress: number }) => (
  <ProgressBar label="Calculating the price" done={progress} total={1}>
    Calculating the price. This is free.
  </ProgressBar>
)

interface PriceErrorProps {
  readonly error: unknown
  readonly onRetry: () => void
}

const isFileError = (error: unknown): boolean =>
  error instanceof Error && /^(?:the )?file /.test(error.message)

const PriceError = ({ error, onRetry }: PriceErrorProps) =>
  isFileError(error) ? (
    <Notice kind="error" title="This file cannot be used">
      {sentenceOf(error).replace(/^File /, "The file ")}
    </Notice>
  ) : (
    <ErrorNotice
      error={error}
      actions={
        <Button small onClick={onRetry}>
          Try again
        </Button>
      }
    />
  )
