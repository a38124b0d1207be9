/** A search for a part of a text. It starts when the typing pauses, or on Enter. */
import { useEffect, useState } from "react"

import { Input } from "./Input.tsx"

/** Milliseconds without a key after which a search starts: longer than the time between two keys. */
const typingPause = 300

interface SearchBoxProps {
  readonly label: string
  /** Characters. */
  readonly charsMax: number
  readonly search: string
  readonly show: (
    change: { readonly search: string },
    options: { readonly replace: boolean }
  ) => void
}

export const SearchBox = ({ label, charsMax, search, show }: SearchBoxProps) => {
  const [text, setText] = useState(search)
  const trimmed = text.trim()
  // Back and Forward change the search too.
  useEffect(() => setText((text) => (text.trim() === search ? text : search)), [search])
  const startSearch = (): void => {
    // A new search is a step of Back; changes of its text replace that step.
    if (trimmed !== search) show({ search: trimmed }, { replace: search !== "" && trimmed !== "" })
  }
  useEffect(() => {
    const timer = setTimeout(startSearch, typingPause)
    return () => clearTimeout(timer)
    // Only typing starts a search.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [trimmed])
  return (
    <form
      role="search"
      className="find-search"
      onSubmit={(event) => {
        event.preventDefault()
        startSearch()
      }}
    >
      <Input
        type="search"
        label={label}
        value={text}
        maxLength={charsMax}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  )
}
