/** How old the lists are that addresses are judged by; those that a refresh can renew. */
import type { ListTable } from "@rcpt/verifier/lists/Lists"
import { listSources } from "@rcpt/verifier/lists/listSources"

import { listed, ok, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import { fetchedListAgeMax, listAgeMax } from "./limits.ts"

type Listed = Pick<ListTable, "name" | "asOf"> & Partial<Pick<ListTable, "refreshed">>

export interface ListsLearnt {
  readonly tables: ReadonlyArray<Listed>
  /** Milliseconds of the epoch. */
  readonly now: number
}

const dayMillis = 86_400_000

export const judgeLists = ({ tables, now }: ListsLearnt): ReadonlyArray<Finding> => {
  const renewable = listSources.filter(({ url }) => url !== undefined).map(({ name }) => name)
  const ages = tables
    .filter(({ name }) => renewable.includes(name))
    .map(({ name, asOf, refreshed = false }) => ({
      name,
      asOf,
      daysMax: refreshed ? fetchedListAgeMax : listAgeMax,
      days: (now - Date.parse(asOf)) / dayMillis
    }))
    .toSorted((one, other) => other.days - one.days)
  const old = ages.filter(({ days, daysMax }) => days > daysMax)
  if (old.length === 0)
    return [ok("lists", `The oldest list of domains is of ${ages[0]?.asOf ?? "today"}.`)]
  const says = listed(old.map(({ name, asOf }) => `${name} is of ${asOf}`))
  return [
    warning(
      "lists",
      `Lists of domains are over ${Math.min(...old.map(({ daysMax }) => daysMax))} days old: ${says}.`,
      "Fetch newer ones with `rcpt lists refresh`, or have them fetched: RCPT_LISTS_REFRESH=7d."
    )
  ]
}
