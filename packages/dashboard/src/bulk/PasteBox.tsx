/** A box to paste addresses into, for a list that is no file. */
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Field } from "../parts/Field.tsx"
import { words } from "../words/bulk.tsx"

const { paste: said } = words

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
        setError(onText(text) ? undefined : said.noAddress)
      }}
    >
      <Field label={said.label} hint={said.hint} error={error}>
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
        <Button type="submit">{said.action}</Button>
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
        {said.open}
      </Button>
    </div>
  )
}
