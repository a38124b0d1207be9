/** Chooses a new list. A file that the service would refuse is refused before it is sent. */
import { useCallback, useMemo, useState } from "react"

import { newIdempotencyKey } from "../api/idempotencyKey.ts"
import { Card } from "../parts/Card.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { ChosenList } from "./ChosenList.tsx"
import { FileBox } from "./FileBox.tsx"
import { refusalOf } from "./listFile.ts"
import type { Refusal } from "./listFile.ts"
import { PasteBox } from "./PasteBox.tsx"
import { pastedList } from "./pastedList.ts"
import { useFileDrop } from "./useFileDrop.ts"
import { useListPaste } from "./useListPaste.ts"
import type { List } from "./usePrice.ts"
import { useIsStarting } from "./useStart.ts"

const oneAtATime: Refusal = {
  title: "One list at a time",
  advice: "Choose a single file. You can start the next one as soon as this one is uploaded."
}

const isWorkbook = ({ name }: File): boolean => /\.xlsx$/i.test(name)

/** The reader is loaded only when it is needed. */
const csvOf = async (file: File): Promise<File> => {
  const { readWorkbook } = await import("../workbook/readWorkbook.ts")
  return readWorkbook(file)
}

const unreadable = ({ name }: File, error: unknown): Refusal => ({
  title: `${name} cannot be read`,
  advice:
    error instanceof Error && error.name === "WorkbookError"
      ? error.message
      : "It could not be opened. Try again, or save it as CSV."
})

export const NewList = () => {
  const [list, setList] = useState<List>()
  const [isBack, setBack] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const isStarting = useIsStarting()
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
  const isOver = useFileDrop(isStarting ? undefined : choose)
  const onPaste = useMemo(() => ({ onText: choosePasted, onFiles: choose }), [choosePasted, choose])
  useListPaste(isStarting ? undefined : onPaste)
  return (
    <Card title="New list">
      {refusal && (
        <Notice kind="error" title={refusal.title}>
          {refusal.advice}
        </Notice>
      )}
      {list ? (
        <ChosenList
          key={list.id}
          list={list}
          onBack={() => {
            setList(undefined)
            setBack(true)
          }}
        />
      ) : isReading ? (
        <Skeleton shape="block" height="12.5rem" />
      ) : (
        <div className="stack">
          <FileBox isOver={isOver} hasFocus={isBack} onFiles={choose} />
          <PasteBox onText={choosePasted} />
        </div>
      )}
    </Card>
  )
}
