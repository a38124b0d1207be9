/** The mode of a list, its price in that mode, and the start. */
import type { UploadPrice } from "@rcpt/api/Jobs"
import { serviceNamed } from "@rcpt/api/otherServices"
import { heldFor } from "@rcpt/domain/prices"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { ApiError, sentenceOf } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { Checkbox } from "../parts/Checkbox.tsx"
import { Input } from "../parts/Input.tsx"
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

// Verdicts of another service that the list has. They count by their date, which is asked for where they have none.

/** The upload with the date of its verdicts; empty: it is not given. */
const withDate = (upload: ListUpload, date: string): ListUpload =>
  date === ""
    ? upload
    : {
        ...upload,
        key: `${upload.key} ${date}`,
        parts: { ...upload.parts, import_date: date }
      }

interface ImportedVerdictsProps {
  readonly imports: NonNullable<NonNullable<UploadPrice["format"]>["imports"]>
  readonly date: string
  readonly onDate: (date: string) => void
}

const ImportedVerdicts = ({ imports, date, onDate }: ImportedVerdictsProps) => (
  <Notice title={words.price.imports.title(serviceNamed(imports.from))}>
    <p>{words.price.imports.column(imports.column_name)}</p>
    {imports.date_column === undefined && (
      <Input
        label={words.price.imports.date}
        hint={words.price.imports.dateHint}
        type="date"
        value={date}
        onChange={({ target }) => onDate(target.value)}
      />
    )}
  </Notice>
)

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
  const [date, setDate] = useState("")
  const dated = withDate(upload, date)
  const { price, progress } = usePrice(list, dated, mode)
  // As it was without a date: the field stays while the price is calculated again.
  const imports = usePrice(list, upload, mode).price.data?.format?.imports
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
          {imports && <ImportedVerdicts imports={imports} date={date} onDate={setDate} />}
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
      {price.data && <StartList upload={dated} mode={mode} takesKnown={takesKnown} />}
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
