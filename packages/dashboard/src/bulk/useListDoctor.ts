/**
 * Prepares a chosen list before anything is sent: which column has the addresses, and what is repaired in
 * it. Answers what to upload, once that is known.
 */
import { useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"

import type { List, ListUpload } from "./List.ts"
import { guessLayout, partsOf, startOf } from "./listLayout.ts"
import type { ListLayout } from "./listLayout.ts"
import { readPreview } from "./readPreview.ts"
import { repairList } from "./repairList.ts"

/** Reading the whole file takes some tenths of a second, once for each column. */
const useRepair = ({ id, file }: List, layout: ListLayout | undefined) =>
  useQuery({
    queryKey: ["list-repair", id, layout?.column, layout?.hasHeader],
    queryFn: async () => (layout && (await repairList(file, layout))) ?? null,
    enabled: layout !== undefined && layout.column >= 0,
    staleTime: "static",
    retry: false
  })

const useLayout = (list: List) => {
  const text = useQuery({
    queryKey: ["list-preview", list.id],
    queryFn: () => readPreview(list.file),
    staleTime: "static",
    retry: false
  })
  const [chosen, setChosen] = useState<ListLayout>()
  const guessed = useMemo(() => (text.data ? guessLayout(text.data) : undefined), [text.data])
  const layout = chosen ?? guessed
  const hasHeader = layout?.hasHeader ?? true
  const start = useMemo(
    () => (text.data ? startOf(text.data, hasHeader) : undefined),
    [text.data, hasHeader]
  )
  return { isPending: text.isPending, layout, start, setLayout: setChosen }
}

export const useListDoctor = (list: List) => {
  const { isPending, layout, start, setLayout } = useLayout(list)
  const repair = useRepair(list, layout)
  const [isRepairing, setRepairing] = useState(true)
  const uploadNow = (): ListUpload | undefined => {
    if (isPending) return undefined
    // Not text, or no row: the service reports what is wrong.
    if (layout === undefined || start === undefined)
      return { key: "unchanged", file: list.file, parts: {} }
    if (layout.column < 0 || repair.isPending) return undefined
    const repaired = isRepairing ? repair.data?.file : undefined
    const { column, hasHeader } = layout
    return {
      key: `${column} ${hasHeader} ${repaired ? "repaired" : "unchanged"}`,
      file: repaired ?? list.file,
      parts: partsOf(layout, start)
    }
  }
  return {
    isPending,
    start,
    layout,
    setLayout,
    repairs: repair.data ?? undefined,
    isRepairing,
    setRepairing,
    upload: uploadNow()
  }
}
