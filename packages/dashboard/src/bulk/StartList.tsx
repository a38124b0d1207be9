/** The start of a job: its upload with progress, its end before the time, and what can go wrong. */
import { ApiError } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { ProgressBar } from "../parts/ProgressBar.tsx"
import type { List, Mode } from "./usePrice.ts"
import { useStart } from "./useStart.ts"

interface StartListProps {
  readonly list: List
  readonly mode: Mode
}

const percent = new Intl.NumberFormat("en", { style: "percent" })

/** Where the error's own words leave open what became of the list. */
const sentences: Readonly<Record<number, string>> = {
  0: "The connection broke before the service answered. Start again when it is back: even if the list had arrived, that makes no second job.",
  402: "There are not enough credits to hold for this list. Nothing was started.",
  409: "The service is still reading the first attempt. Start again in a moment: that makes no second job.",
  422: "The file has changed since the first attempt. Look among the jobs below whether that one was started; if not, start again."
}

const isGivenUp = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError"

const StartError = ({ error }: { readonly error: unknown }) => {
  if (isGivenUp(error))
    return <Notice live>Upload cancelled. Nothing was started or charged.</Notice>
  const sentence = error instanceof ApiError ? sentences[error.status] : undefined
  return <ErrorNotice error={error} {...(sentence !== undefined && { sentence })} />
}

export const StartList = ({ list, mode }: StartListProps) => {
  const { start, share, cancel } = useStart(list, mode)
  const { isPending, isError, error } = start
  return (
    <div className="stack">
      {isPending && (
        <ProgressBar label="Upload" done={share} total={1}>
          {share < 1
            ? `Uploading: ${percent.format(share)}`
            : "Uploaded. The service is reading the list."}
        </ProgressBar>
      )}
      {isError && <StartError error={error} />}
      <div className="row">
        <Button variant="primary" pending={isPending} onClick={() => start.mutate()}>
          Start verification
        </Button>
        {/* What has arrived as a whole is not taken back by hanging up. */}
        {isPending && (
          <Button disabled={share === 1} onClick={cancel}>
            Cancel upload
          </Button>
        )}
      </div>
    </div>
  )
}
