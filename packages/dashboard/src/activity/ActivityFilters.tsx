/** The filters of activity, and the search for an address or a request id. Back undoes each choice. */
import type { Key } from "@rcpt/api/Keys"
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Input } from "../parts/Input.tsx"
import { Select } from "../parts/Select.tsx"
import type { Choice } from "../parts/Select.tsx"
import { searchedFor } from "./activityQueries.ts"
import type { ActivityState } from "./activityQueries.ts"
import { kindLabels } from "./activityWords.ts"

const kinds: ReadonlyArray<Choice> = [
  { value: "", label: "Everything" },
  ...Object.entries(kindLabels).map(([value, label]) => ({ value, label }))
]

const verdicts: ReadonlyArray<Choice> = [
  { value: "", label: "Any verdict" },
  { value: "valid", label: "Valid" },
  { value: "risky", label: "Risky" },
  { value: "invalid", label: "Invalid" },
  { value: "unknown", label: "Unknown" }
]

const responses: ReadonlyArray<Choice> = [
  { value: "", label: "Any response" },
  { value: "2xx", label: "OK (2xx)" },
  { value: "4xx", label: "Refused (4xx)" },
  { value: "5xx", label: "Failed (5xx)" }
]

const keyChoices = (keys: ReadonlyArray<Key>, chosen: string): ReadonlyArray<Choice> => [
  { value: "", label: "Any caller" },
  ...(chosen === "" || keys.some(({ id }) => id === chosen)
    ? []
    : [{ value: chosen, label: "Revoked key" }]),
  ...keys.map(({ id, name, last4 }) => ({ value: id, label: `${name} (…${last4})` }))
]

/** As long as an address may be. */
const searchCharsMax = 254

interface SearchProps {
  readonly searched: string
  readonly choose: ActivityState["choose"]
}

const Search = ({ searched, choose }: SearchProps) => {
  const [text, setText] = useState(searched)
  return (
    <form
      role="search"
      className="activity-search"
      onSubmit={(event) => {
        event.preventDefault()
        choose(searchedFor(text))
      }}
    >
      <Input
        type="search"
        label="Address or request id"
        value={text}
        maxLength={searchCharsMax}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit">Search</Button>
    </form>
  )
}

interface ActivityFiltersProps {
  readonly state: ActivityState
  readonly keys: ReadonlyArray<Key>
}

export const ActivityFilters = ({ state, keys }: ActivityFiltersProps) => {
  const { what = "", status = "", http_status: response = "", key = "" } = state.filter
  const searched = state.filter.email ?? state.filter.request_id ?? ""
  return (
    <div className="stack">
      {/* Back and Forward change the search too: then the text begins anew. */}
      <Search key={searched} searched={searched} choose={state.choose} />
      <div className="activity-filters" role="group" aria-label="Filters">
        <Select
          label="Show"
          choices={kinds}
          value={what}
          onChoose={(what) => state.choose({ what })}
        />
        <Select
          label="Verdict"
          choices={verdicts}
          value={status}
          onChoose={(status) => state.choose({ status })}
        />
        <Select
          label="Response"
          choices={responses}
          value={response}
          onChoose={(http_status) => state.choose({ http_status })}
        />
        <Select
          label="Key"
          choices={keyChoices(keys, key)}
          value={key}
          onChoose={(key) => state.choose({ key })}
        />
        <Button variant="quiet" disabled={!state.isFiltered} onClick={state.clear}>
          Clear filters
        </Button>
      </div>
    </div>
  )
}
