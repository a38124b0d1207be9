/** A list that was chosen: a look at it, the mode, what it costs, and the start. */
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
    label: "Fast – 1 credit an address",
    hint: "Syntax, DNS, reputation and lists. No mail server is asked."
  },
  {
    value: "deep",
    label: "Deep – 1 to 5 credits an address",
    hint: "Also asks the mail server whether the mailbox exists. Takes longer: some servers want to be asked again, up to an hour later."
  }
] as const

const LookAtIt = ({ list }: { readonly list: List }) => {
  const preview = useQuery({
    queryKey: ["list-preview", list.id],
    queryFn: () => readPreview(list.file),
    staleTime: "static"
  })
  if (preview.isPending) return <Skeleton shape="block" height="12.5rem" />
  // What it is instead, the service says.
  return preview.data ? <Preview start={preview.data} /> : null
}

const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })

interface ChosenListProps {
  readonly list: List
  /** Another one, or none. */
  readonly onAway: () => void
}

export const ChosenList = ({ list, onAway }: ChosenListProps) => {
  const [mode, setMode] = useState<Mode>("fast")
  const isStarting = useIsStarting()
  const { price, share } = usePrice(list, mode)
  return (
    <div className="stack">
      <div className="row-between">
        {/* The box that had the focus is gone: it goes on from here. */}
        <p className="breaks bulk-name" ref={takeFocus} tabIndex={-1}>
          <strong>{list.file.name}</strong>{" "}
          <span className="muted numeric">{sizeText(list.file.size)}</span>
        </p>
        <Button small disabled={isStarting} onClick={onAway}>
          Choose another file
        </Button>
      </div>
      <LookAtIt list={list} />
      <div className="columns">
        {/* A disabled fieldset disables what is in it. */}
        <fieldset disabled={isStarting}>
          <RadioGroup legend="Mode" choices={modes} value={mode} onChoose={setMode} />
        </fieldset>
        <div className="bulk-price" aria-live="polite">
          {price.data ? (
            <PriceSlip price={price.data} />
          ) : price.isError ? (
            <PriceError error={price.error} onAgain={() => void price.refetch()} />
          ) : (
            <Reading share={share} />
          )}
        </div>
      </div>
      {price.data && <StartList list={list} mode={mode} />}
    </div>
  )
}

const Reading = ({ share }: { readonly share: number }) => (
  <ProgressBar label="Reading the list for its price" done={share} total={1}>
    Reading the list for its price. Nothing is charged for that.
  </ProgressBar>
)

interface PriceErrorProps {
  readonly error: unknown
  readonly onAgain: () => void
}

const isOfTheFile = (error: unknown): boolean =>
  error instanceof Error && /^(?:the )?file /.test(error.message)

const PriceError = ({ error, onAgain }: PriceErrorProps) =>
  isOfTheFile(error) ? (
    <Notice kind="error" title="This file cannot be used">
      {sentenceOf(error).replace(/^File /, "The file ")}
    </Notice>
  ) : (
    <ErrorNotice
      error={error}
      actions={
        <Button small onClick={onAgain}>
          Try again
        </Button>
      }
    />
  )
