/** A part of an address to search for. It is looked for when the typing pauses, or at Enter. */
import { useEffect, useState } from "react"

import { Input } from "../parts/Input.tsx"
import { searchCharsMax } from "./resultsView.ts"

/** Milliseconds: longer than between two keys, shorter than patience. */
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
  const wanted = text.trim()
  // Back and Forward change what is searched for, too.
  useEffect(() => setText((text) => (text.trim() === search ? text : search)), [search])
  const look = (): void => {
    // The first letter is a step of its own; those after it belong to the same search.
    if (wanted !== search) show({ search: wanted }, { replace: search !== "" && wanted !== "" })
  }
  useEffect(() => {
    const timer = setTimeout(look, pause)
    return () => clearTimeout(timer)
    // Only what is typed starts it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted])
  return (
    <form
      role="search"
      className="job-search"
      onSubmit={(event) => {
        event.preventDefault()
        look()
      }}
    >
      <Input
        type="search"
        label="Search addresses"
        value={text}
        maxLength={searchCharsMax}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  )
}
