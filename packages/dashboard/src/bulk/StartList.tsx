/** Starts a job: the upload with its progress, a button to cancel it, and errors. */
import { ApiError } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { ProgressBar } from "../parts/ProgressBar.tsx"
import { words } from "../words/bulk.tsx"
import type { ListUpload, Mode } from "./List.ts"
import { useStart } from "./useStart.ts"

interface StartListProps {
  readonly upload: ListUpload
  readonly mode: Mode
}

const { start: said } = words

/** For errors whose own sentence does not say what happened to the list. */
const sentences: Readonly<Record<number, string>> = said.errors

const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError"

const StartError = ({ error }: { readonly error: unknown }) => {
  if (isAborted(error)) return <Notice live>{said.cancelled}</Notice>
  const sentence = error instanceof ApiError ? sentences[error.status] : undefined
  return <ErrorNotice error={error} {...(sentence !== undefined && { sentence })} />
}

export const StartList = ({ upload, mode }: StartListProps) => {
  const { start, progress, cancel } = useStart(upload, mode)
  const { isPending, isError, error } = start
  return (
    <div className="stack">
      {isPending && (
        <ProgressBar label={said.upload} done={progress} total={1}>
          {progress < 1 ? said.uploading(progress) : said.uploaded}
        </ProgressBar>
      )}
      {isError && <StartError error={error} />}
      <div className="row">
        <Button variant="primary" pending={isPending} onClick={() => start.mutate()}>
          {said.action}
        </Button>
        {/* A complete upload cannot be cancelled by closing the connection. */}
        {isPending && (
          <Button disabled={progress === 1} onClick={cancel}>
            {said.cancel}
          </Button>
        )}
      </div>
    </div>
  )
}
