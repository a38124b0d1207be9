/**
 * The filters of a list and the page that is shown. They are in the URL, with the names of the API, so that a reload, Back
 * and a shared link show the same.
 */
import { useSearchParams } from "wouter"

export interface ListState<Name extends string = never> {
  readonly filter: Readonly<Partial<Record<Name, string>>>
  /** `next` of the page before. */
  readonly cursor: string | undefined
  readonly isFiltered: boolean
  /** Goes back to the newest row. An empty string removes a filter. */
  readonly choose: (change: Readonly<Partial<Record<Name, string>>>) => void
  readonly clear: () => void
  readonly move: (cursor: string | undefined) => void
}

/** `kept`: what else is in the URL and stays, such as the view. */
export const useListState = <const Name extends string = never>(
  names: ReadonlyArray<Name> = [],
  kept: Readonly<Record<string, string>> = {}
): ListState<Name> => {
  const [params, setParams] = useSearchParams()
  const given = names.flatMap((name) => {
    const value = params.get(name)
    return value ? [[name, value]] : []
  })
  const filter: ListState<Name>["filter"] = Object.fromEntries(given)
  const show = (shown: Readonly<Record<string, string | undefined>>): void => {
    const set = Object.entries({ ...kept, ...shown })
    setParams(Object.fromEntries(set.flatMap(([name, value]) => (value ? [[name, value]] : []))))
  }
  return {
    filter,
    cursor: params.get("cursor") ?? undefined,
    isFiltered: given.length > 0,
    choose: (change) => show({ ...filter, ...change }),
    clear: () => show({}),
    move: (cursor = "") => show({ ...filter, cursor })
  }
}
