/** The list that is chosen: a file, pasted text, or a workbook, which is read as CSV first. */
import { useCallback, useState } from "react"

import { newIdempotencyKey } from "../api/idempotencyKey.ts"
import { words } from "../words/bulk.tsx"
import type { List } from "./List.ts"
import { refusalOf } from "./listFile.ts"
import type { Refusal } from "./listFile.ts"
import { pastedList } from "./pastedList.ts"

const { refusal: said } = words

const oneAtATime: Refusal = {
  title: said.several,
  advice: said.severalAdvice
}

const isWorkbook = ({ name }: File): boolean => /\.xlsx$/i.test(name)

/** The reader is loaded only when it is needed. */
const csvOf = async (file: File): Promise<File> => {
  const { readWorkbook } = await import("../workbook/readWorkbook.ts")
  return readWorkbook(file)
}

const unreadable = ({ name }: File, error: unknown): Refusal => ({
  title: said.unreadable(name),
  advice:
    error instanceof Error && error.name === "WorkbookError" ? error.message : said.unreadableAdvice
})

/** `choosePasted` answers false if there is no address in the text. */
export const useListChoice = () => {
  const [list, setList] = useState<List>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [isReading, setReading] = useState(false)
  const take = useCallback((file: File, refusal: Refusal | undefined): void => {
    setRefusal(refusal)
    setList(refusal ? undefined : { id: newIdempotencyKey(), file })
  }, [])
  const choose = useCallback(
    (files: ReadonlyArray<File>): void => {
      const [file, ...others] = files
      if (file === undefined) return
      const newRefusal = others.length > 0 ? oneAtATime : refusalOf(file)
      if (newRefusal !== undefined || !isWorkbook(file)) return take(file, newRefusal)
      setReading(true)
      void csvOf(file)
        .then(
          (csv) => take(csv, refusalOf(csv)),
          (error) => take(file, unreadable(file, error))
        )
        .finally(() => setReading(false))
    },
    [take]
  )
  const choosePasted = useCallback(
    (text: string): boolean => {
      const file = pastedList(text, new Date())
      if (file !== undefined) choose([file])
      return file !== undefined
    },
    [choose]
  )
  const forget = useCallback(() => setList(undefined), [])
  return { list, refusal, isReading, choose, choosePasted, forget }
}
