/** A search for a part of an address. It starts when the typing pauses, or on Enter. */
import { useEffect, useState } from "react"

import { Input } from "../parts/Input.tsx"
import { words } from "../words/results.tsx"
import { searchCharsMax } from "./resultsView.ts"

/** Milliseconds: longer than the time between two keys. */
const pause = 300

interface SearchBoxProps {
  readonly search: string
  readonly show: (
    change: { readonly search: string },
    options: { readonly replace: boolean }
  ) => void
}

export const SearchBox = ({ search, show }: SearchBoxProps) => {
  const [text, setText] = useState(search)
  const trimmed = text.trim()
  // Back and Forward change the search too.
  useEffect(() => setText((text) => (text.trim() === search ? text : search)), [search])
  const startSearch = (): void => {
    // A new search is a step of Back; changes of its text replace that step.
    if (trimmed !== search) show({ search: trimmed }, { replace: search !== "" && trimmed !== "" })
  }
  useEffect(() => {
    const timer = setTimeout(startSearch, pause)
    return () => clearTimeout(timer)
    // Only typing starts it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [trimmed])
  return (
    <form
      role="search"
      className="job-search"
      onSubmit={(event) => {
        event.preventDefault()
        startSearch()
      }}
    >
      <Input
        type="search"
        label={words.filters.search}
        value={text}
        maxLength={searchCharsMax}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  )
}
