/** The filters of a list, each a choice, and the button that clears them. Back undoes each choice. */
import { phrases } from "../words/phrases.tsx"
import { Button } from "./Button.tsx"
import { Select } from "./Select.tsx"
import type { Choice } from "./Select.tsx"
import type { ListState } from "./useListState.ts"

interface ListFiltersProps<Name extends string> {
  /** Names the group. */
  readonly label: string
  readonly state: Pick<ListState<Name>, "filter" | "isFiltered" | "choose" | "clear">
  readonly filters: ReadonlyArray<{
    readonly name: Name
    readonly label: string
    readonly choices: ReadonlyArray<Choice>
  }>
}

export const ListFilters = <Name extends string>({
  label,
  state: { filter, isFiltered, choose, clear },
  filters
}: ListFiltersProps<Name>) => (
  <search className="list-filters" aria-label={label}>
    {filters.map(({ name, ...select }) => (
      <Select
        key={name}
        {...select}
        value={filter[name] ?? ""}
        onChoose={(value) => choose({ [name]: value } as Partial<Record<Name, string>>)}
      />
    ))}
    <Button variant="quiet" disabled={!isFiltered} onClick={clear}>
      {phrases.clearFilters}
    </Button>
  </search>
)
