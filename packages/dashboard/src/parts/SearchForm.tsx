/** A search that starts when it is sent. Back and Forward change it too: the text then starts anew. */
import { useState } from "react"
import type { ComponentProps, ReactNode } from "react"

import { Button } from "./Button.tsx"
import { Input } from "./Input.tsx"

interface SearchFormProps extends Pick<
  ComponentProps<typeof Input>,
  "label" | "hint" | "maxLength"
> {
  readonly searched: string
  /** The text of the button. */
  readonly action: string
  readonly onSearch: (text: string) => void
  /** More buttons. */
  readonly children?: ReactNode
}

export const SearchForm = (props: SearchFormProps) => <Search key={props.searched} {...props} />

const Search = ({ searched, action, onSearch, children, ...input }: SearchFormProps) => {
  const [text, setText] = useState(searched)
  return (
    <form
      role="search"
      className="search-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <Input
        {...input}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit">{action}</Button>
      {children}
    </form>
  )
}
