/** The chosen list: a preview, the mode, the price, and the start. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { sentenceOf } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { ProgressBar } from "../parts/ProgressBar.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { sizeText } from "./listFile.ts"
import { Preview } from "./Preview.tsx"
import { PriceSlip } from "./PriceSlip.tsx"
import { readPreview } from "./readPreview.ts"
import { StartList } from "./StartList.tsx"
import { usePrice } from "./usePrice.ts"
import type { List, Mode } from "./usePrice.ts"
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

const FilePreview = ({ list }: { readonly list: List }) => {
  const preview = useQuery({
    queryKey: ["list-preview", list.id],
    queryFn: () => readPreview(list.file),
    staleTime: "static"
  })
  if (preview.isPending) return <Skeleton shape="block" height="12.5rem" />
  // If the file is not a CSV, the service reports what is wrong.
  return preview.data ? <Preview start={preview.data} /> : null
}

const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })

interface ChosenListProps {
  readonly list: List
  /** Back to choosing a file. */
  readonly onBack: () => void
}

export const ChosenList = ({ list, onBack }: ChosenListProps) => {
  const [mode, setMode] = useState<Mode>("fast")
  const isStarting = useIsStarting()
  const { price, progress } = usePrice(list, mode)
  return (
    <div className="stack">
      <div className="row-between">
        {/* The file box that had the focus is gone, so the focus moves here. */}
        <p className="breaks bulk-name" ref={takeFocus} tabIndex={-1}>
          <strong>{list.file.name}</strong>{" "}
          <span className="muted numeric">{sizeText(list.file.size)}</span>
        </p>
        <Button small disabled={isStarting} onClick={onBack}>
          Choose another file
        </Button>
      </div>
      <FilePreview list={list} />
      <div className="columns">
        {/* A disabled fieldset disables its controls. */}
        <fieldset disabled={isStarting}>
          <RadioGroup legend="Mode" choices={modes} value={mode} onChoose={setMode} />
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
      {price.data && <StartList list={list} mode={mode} />}
    </div>
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
