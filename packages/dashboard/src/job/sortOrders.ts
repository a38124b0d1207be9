/** The orders in which rows can be shown, with their words. Empty: that of the file. */
export const sortOrders = [
  { value: "", label: "File order" },
  { value: "address", label: "Address, A to Z" },
  { value: "-address", label: "Address, Z to A" },
  { value: "status", label: "Status, valid first" },
  { value: "-status", label: "Status, unknown first" },
  { value: "-score", label: "Score, highest first" },
  { value: "score", label: "Score, lowest first" }
] as const

export type SortOrder = (typeof sortOrders)[number]["value"]

/** For the caption of the table. */
export const orderText = (sort: SortOrder): string => {
  const order = sortOrders.find(({ value }) => value === sort)
  return sort === "" || order === undefined ? "in file order" : `by ${order.label.toLowerCase()}`
}
