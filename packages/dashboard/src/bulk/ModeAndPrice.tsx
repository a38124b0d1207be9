/** The mode of a list, its price in that mode, and the start. */
import type { UploadPrice } from "@rcpt/api/Jobs"
import { heldFor } from "@rcpt/domain/prices"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { ApiError, sentenceOf } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { Checkbox } from "../parts/Checkbox.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { ProgressBar } from "../parts/ProgressBar.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { words } from "../words/bulk.tsx"
import { phrases } from "../words/phrases.tsx"
import type { List, ListUpload, Mode } from "./chosenListState.ts"
import { useIsStarting, useStart } from "./chosenListState.ts"
import { PriceSlip } from "./PriceSlip.tsx"
import { sendFile } from "./sendFile.ts"

interface StartListProps {
  readonly upload: ListUpload
  readonly mode: Mode
  /** Whether earlier results are taken. */
  readonly takesKnown: boolean
}

/** The age up to which earlier results are offered: people verify the same list once a month. */
const knownAge = { max_age: "30d" }

/** The least share of a list that must be known before earlier results are offered. */
const knownShareMin = 1 / 10

/** Sentences for errors whose own one does not say what happened to the list. */
const sentences: Readonly<Record<number, string>> = words.start.errors

const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError"

const StartError = ({ error }: { readonly error: unknown }) => {
  if (isAborted(error)) return <Notice live>{words.start.cancelled}</Notice>
  const sentence = error instanceof ApiError ? sentences[error.status] : undefined
  return <ErrorNotice error={error} {...(sentence !== undefined && { sentence })} />
}

/** Starts a job: the upload with its progress, a button to cancel it, and errors. */
const StartList = ({ upload, mode, takesKnown }: StartListProps) => {
  const { start, progress, cancel } = useStart(upload, mode, takesKnown ? knownAge : {})
  const { isPending, isError, error } = start
  return (
    <div className="stack">
      {isPending && (
        <ProgressBar label={words.start.upload} done={progress} total={1}>
          {progress < 1 ? words.start.uploading(progress) : words.start.uploaded}
        </ProgressBar>
      )}
      {isError && <StartError error={error} />}
      <div className="row">
        <Button variant="primary" pending={isPending} onClick={() => start.mutate()}>
          {words.start.action}
        </Button>
        {/* A complete upload cannot be cancelled by closing the connection. */}
        {isPending && (
          <Button disabled={progress === 1} onClick={cancel}>
            {words.start.cancel}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Asks for the price of a list by a dry run: the service reads the whole file and stores nothing. */
const usePrice = ({ id }: List, { key, file, parts }: ListUpload, mode: Mode) => {
  const [progress, setProgress] = useState(0)
  const price = useQuery({
    queryKey: ["list-price", id, key, mode],
    queryFn: ({ signal }) => {
      setProgress(0)
      return sendFile<UploadPrice>({
        file,
        parts,
        mode,
        query: { dry_run: true, ...knownAge },
        signal,
        onProgress: setProgress
      })
    },
    // Up to 32 MB are sent for it, so it is fetched only once, unless that failed.
    staleTime: ({ state }) => (state.data === undefined ? 0 : "static"),
    refetchOnWindowFocus: false,
    retry: false
  })
  return { price, progress }
}

/** The price of the list if all of it is verified. */
const withoutKnown = ({
  known_rows: known = 0,
  credits_saved: saved = 0,
  ...price
}: UploadPrice) => ({
  ...price,
  credits_expected: price.credits_expected + saved,
  credits_maximum: price.credits_maximum + known * heldFor[price.mode]
})

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
  const [wantsKnown, setWantsKnown] = useState(false)
  const { known_rows: known = 0, distinct_rows: distinct = 0 } = price.data ?? {}
  const isOffered = known > 0 && known >= distinct * knownShareMin
  const takesKnown = wantsKnown && isOffered
  return (
    <>
      <div className="columns">
        {/* A disabled fieldset disables its controls. */}
        <fieldset disabled={isStarting}>
          <RadioGroup legend={words.mode.legend} choices={modes} value={mode} onChoose={onMode} />
        </fieldset>
        <div className="bulk-price" aria-live="polite">
          {price.data ? (
            <>
              <PriceSlip price={takesKnown ? price.data : withoutKnown(price.data)} />
              {isOffered && (
                <fieldset disabled={isStarting}>
                  <Checkbox isOn={takesKnown} onSwitch={setWantsKnown}>
                    {words.price.known(known, known * heldFor[mode])}
                  </Checkbox>
                </fieldset>
              )}
            </>
          ) : price.isError ? (
            <PriceError error={price.error} onRetry={() => void price.refetch()} />
          ) : (
            <Calculating progress={progress} />
          )}
        </div>
      </div>
      {price.data && <StartList upload={upload} mode={mode} takesKnown={takesKnown} />}
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
