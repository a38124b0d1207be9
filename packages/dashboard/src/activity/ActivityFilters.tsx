/** The filters of activity, and the search for an address or a request id. Back undoes each choice. */
import type { Key } from "@rcpt/api/Keys"
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Input } from "../parts/Input.tsx"
import { Select } from "../parts/Select.tsx"
import type { Choice } from "../parts/Select.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import { words } from "../words/activity.tsx"
import { phrases } from "../words/phrases.tsx"
import { searchedFor } from "./activityQueries.ts"
import type { ActivityState } from "./activityQueries.ts"

const { filters: said } = words

const kinds: ReadonlyArray<Choice> = [
  { value: "", label: said.everything },
  ...Object.entries(words.kinds).map(([value, label]) => ({ value, label }))
]

const verdicts: ReadonlyArray<Choice> = [
  { value: "", label: said.anyVerdict },
  ...["valid", "risky", "invalid", "unknown"].map((value) => ({ value, label: statusLabel(value) }))
]

const responses: ReadonlyArray<Choice> = [
  { value: "", label: said.anyResponse },
  { value: "2xx", label: said.ok },
  { value: "4xx", label: said.refused },
  { value: "5xx", label: said.failed }
]

const keyChoices = (keys: ReadonlyArray<Key>, chosen: string): ReadonlyArray<Choice> => [
  { value: "", label: said.anyCaller },
  ...(chosen === "" || keys.some(({ id }) => id === chosen)
    ? []
    : [{ value: chosen, label: words.revokedKey }]),
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
        label={said.searched}
        value={text}
        maxLength={searchCharsMax}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit">{said.search}</Button>
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
      <div className="activity-filters" role="group" aria-label={said.label}>
        <Select
          label={said.show}
          choices={kinds}
          value={what}
          onChoose={(what) => state.choose({ what })}
        />
        <Select
          label={said.verdict}
          choices={verdicts}
          value={status}
          onChoose={(status) => state.choose({ status })}
        />
        <Select
          label={said.response}
          choices={responses}
          value={response}
          onChoose={(http_status) => state.choose({ http_status })}
        />
        <Select
          label={said.key}
          choices={keyChoices(keys, key)}
          value={key}
          onChoose={(key) => state.choose({ key })}
        />
        <Button variant="quiet" disabled={!state.isFiltered} onClick={state.clear}>
          {phrases.clearFilters}
        </Button>
      </div>
    </div>
  )
}
