/** Starts a job: the upload with its progress, a button to cancel it, and errors. */
import { ApiError } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { ProgressBar } from "../parts/ProgressBar.tsx"
import type { ListUpload, Mode } from "./List.ts"
import { useStart } from "./useStart.ts"

interface StartListProps {
  readonly upload: ListUpload
  readonly mode: Mode
}

const percent = new Intl.NumberFormat("en", { style: "percent" })

/** For errors whose own sentence does not say what happened to the list. */
const sentences: Readonly<Record<number, string>> = {
  0: "The connection was lost before the service responded. Start again when it is back: this never creates a second job.",
  402: "You do not have enough credits to hold for this list. Nothing was started.",
  409: "The service is still reading the first attempt. Start again in a moment: this never creates a second job.",
  422: "The file has changed since the first attempt. Check whether that attempt is in the lists below. If it is not, start again."
}

const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError"

const StartError = ({ error }: { readonly error: unknown }) => {
  if (isAborted(error))
    return <Notice live>Upload cancelled. Nothing was started or charged.</Notice>
  const sentence = error instanceof ApiError ? sentences[error.status] : undefined
  return <ErrorNotice error={error} {...(sentence !== undefined && { sentence })} />
}

export const StartList = ({ upload, mode }: StartListProps) => {
  const { start, progress, cancel } = useStart(upload, mode)
  const { isPending, isError, error } = start
  return (
    <div className="stack">
      {isPending && (
        <ProgressBar label="Upload" done={progress} total={1}>
          {progress < 1
            ? `Uploading: ${percent.format(progress)}`
            : "Uploaded. The service is reading the list."}
        </ProgressBar>
      )}
      {isError && <StartError error={error} />}
      <div className="row">
        <Button variant="primary" pending={isPending} onClick={() => start.mutate()}>
          Start verification
        </Button>
        {/* A complete upload cannot be cancelled by closing the connection. */}
        {isPending && (
          <Button disabled={progress === 1} onClick={cancel}>
            Cancel upload
          </Button>
        )}
      </div>
    </div>
  )
}
