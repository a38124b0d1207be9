/** Chooses a new list. A file that the service would refuse is refused before it is sent. */
import { useMemo, useState } from "react"

import { Card } from "../parts/Card.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/bulk.tsx"
import { ChosenList } from "./ChosenList.tsx"
import { FileBox } from "./FileBox.tsx"
import { PasteBox } from "./PasteBox.tsx"
import { useFileDrop } from "./useFileDrop.ts"
import { useListChoice } from "./useListChoice.ts"
import { useListPaste } from "./useListPaste.ts"
import { useIsStarting } from "./useStart.ts"

export const NewList = () => {
  const { list, refusal, isReading, choose, choosePasted, forget } = useListChoice()
  const [isBack, setBack] = useState(false)
  const isBusy = useIsStarting() || isReading
  const isOver = useFileDrop(isBusy ? undefined : choose)
  const onPaste = useMemo(() => ({ onText: choosePasted, onFiles: choose }), [choosePasted, choose])
  useListPaste(isBusy ? undefined : onPaste)
  return (
    <Card title={words.newList}>
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
            forget()
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
