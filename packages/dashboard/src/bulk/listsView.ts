/** What the page of lists shows of them, which is in the URL. */
import { pageIn, useUrlView } from "../parts/useUrlView.ts"
import { words } from "../words/bulk.tsx"

const { lists: said } = words

/** The states of the API by what people choose. Empty: any. */
export const statesOf = {
  "": undefined,
  running: "pending,processing",
  complete: "complete",
  failed: "failed",
  cancelled: "cancelled"
} as const

type State = keyof typeof statesOf

const states = Object.keys(statesOf) as ReadonlyArray<State>

const orders = ["", "created", "name", "-name", "-rows", "rows"] as const

type Order = (typeof orders)[number]

export const stateChoices = states.map((value) => ({ value, label: said.states[value] }))
export const orderChoices = orders.map((value) => ({ value, label: said.orders[value] }))

export interface ListsView {
  /** Counted from 1. */
  readonly page: number
  readonly status: State
  readonly search: string
  /** Empty: the newest first. */
  readonly sort: Order
}

/** Characters: the service takes no longer name. */
export const nameCharsMax = 255

export const isFiltered = ({ status, search }: ListsView): boolean => status !== "" || search !== ""

export const useListsView = () =>
  useUrlView<ListsView>({
    read: (params) => ({
      page: pageIn(params),
      status: states.find((state) => state === params.get("status")) ?? "",
      search: (params.get("search") ?? "").slice(0, nameCharsMax),
      sort: orders.find((order) => order === params.get("sort")) ?? ""
    }),
    write: ({ status, search, sort }) => ({ status, search, sort })
  })
