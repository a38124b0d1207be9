/** The mode of a list, its price in that mode, and the start. */
import { sentenceOf } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { ProgressBar } from "../parts/ProgressBar.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { words } from "../words/bulk.tsx"
import { phrases } from "../words/phrases.tsx"
import type { List, ListUpload, Mode } from "./List.ts"
import { PriceSlip } from "./PriceSlip.tsx"
import { StartList } from "./StartList.tsx"
import { usePrice } from "./usePrice.ts"
import { useIsStarting } from "./useStart.ts"

const modes = [
  { value: "fast", ...words.mode.fast },
  { value: "deep", ...words.mode.deep }
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
          <RadioGroup legend={words.mode.legend} choices={modes} value={mode} onChoose={onMode} />
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
  <ProgressBar label={words.price.calculating} done={progress} total={1}>
    {words.price.calculatingFree}
  </ProgressBar>
)

interface PriceErrorProps {
  readonly error: unknown
  readonly onRetry: () => void
}

const isFileError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === words.start.fileChanged || error.message.startsWith("file "))

const PriceError = ({ error, onRetry }: PriceErrorProps) =>
  isFileError(error) ? (
    <Notice kind="error" title={words.price.unusable}>
      {sentenceOf(error).replace(/^File /, "The file ")}
    </Notice>
  ) : (
    <ErrorNotice
      error={error}
      actions={
        <Button small onClick={onRetry}>
          {phrases.tryAgain}
        </Button>
      }
    />
  )
