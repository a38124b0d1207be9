/** A box to paste addresses into, for a list that is no file. */
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Field } from "../parts/Field.tsx"

const noAddress = "There is no address in it: none has an @."

interface PasteBoxProps {
  /** False: there is no address in the text. */
  readonly onText: (text: string) => boolean
}

const takeFocus = (element: HTMLElement | null): void => element?.focus()

const OpenBox = ({ onText }: PasteBoxProps) => {
  const [text, setText] = useState("")
  const [error, setError] = useState<string>()
  return (
    <form
      className="stack-tight"
      onSubmit={(event) => {
        event.preventDefault()
        setError(onText(text) ? undefined : noAddress)
      }}
    >
      <Field
        label="Addresses"
        hint="One per line, or separated by commas. Names in front of them, as a mail program copies them, are fine. So are cells of a spreadsheet."
        error={error}
      >
        {(ids) => (
          <textarea
            {...ids}
            ref={takeFocus}
            className="control bulk-paste"
            rows={6}
            value={text}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div className="row">
        <Button type="submit">Use these addresses</Button>
      </div>
    </form>
  )
}

export const PasteBox = ({ onText }: PasteBoxProps) => {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <OpenBox onText={onText} />
  return (
    <div className="row">
      <Button small onClick={() => setOpen(true)}>
        Paste addresses instead
      </Button>
    </div>
  )
}
