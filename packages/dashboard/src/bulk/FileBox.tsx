/** Where a list is dropped or chosen: the browser's own file input, so that every keyboard knows it. */
import { useEffect, useId, useRef } from "react"

import { Icon } from "../parts/Icon.tsx"

interface FileBoxProps {
  readonly isOver: boolean
  /** The reader has come back to it from a list, and wants another one. */
  readonly hasFocus: boolean
  readonly onFiles: (files: ReadonlyArray<File>) => void
}

export const FileBox = ({ isOver, hasFocus, onFiles }: FileBoxProps) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [hasFocus])
  return (
    <div className={isOver ? "bulk-box bulk-box-over" : "bulk-box"}>
      <input
        ref={input}
        type="file"
        id={id}
        className="bulk-file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file again is a choice, too.
          target.value = ""
        }}
      />
      <label htmlFor={id} className="bulk-box-label">
        <Icon name="upload" />
        <span>
          <span className="bulk-box-action">Choose a CSV file</span> or drop it here
        </span>
      </label>
      <p className="bulk-box-hint" id={`${id}-hint`}>
        Up to 32 MB, with a header line and a column whose name contains “email”. All other columns
        come back as they are, with the results beside them.
      </p>
    </div>
  )
}
