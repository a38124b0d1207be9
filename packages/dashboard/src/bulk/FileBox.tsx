/** The box to choose or drop a file: the browser's own file input, which works by keyboard. */
import { useEffect, useId, useRef } from "react"

import { Icon } from "../parts/Icon.tsx"
import { words } from "../words/bulk.tsx"

interface FileBoxProps {
  readonly isOver: boolean
  /** The user came back from a chosen list, so the focus goes here. */
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
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Lets the user choose the same file again.
          target.value = ""
        }}
      />
      <label htmlFor={id} className="bulk-box-label">
        <Icon name="upload" />
        <span>
          {words.box.label((choose) => (
            <span className="bulk-box-action">{choose}</span>
          ))}
        </span>
      </label>
      <p className="bulk-box-hint" id={`${id}-hint`}>
        {words.box.hint}
      </p>
    </div>
  )
}
