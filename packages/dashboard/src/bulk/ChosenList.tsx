/** The chosen list: a preview, repairs, the mode, the price, and the start. */
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/bulk.tsx"
import type { List, Mode } from "./List.ts"
import { sizeText } from "./listFile.ts"
import { ModeAndPrice } from "./ModeAndPrice.tsx"
import { Preview } from "./Preview.tsx"
import { Repairs } from "./Repairs.tsx"
import { useListDoctor } from "./useListDoctor.ts"
import { useIsStarting } from "./useStart.ts"

const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })

interface ChosenListProps {
  readonly list: List
  /** Back to choosing a file. */
  readonly onBack: () => void
}

export const ChosenList = ({ list, onBack }: ChosenListProps) => {
  const isStarting = useIsStarting()
  // It stays while another column is read.
  const [mode, setMode] = useState<Mode>("fast")
  const { isPending, start, layout, setLayout, repairs, isRepairing, setRepairing, upload } =
    useListDoctor(list)
  return (
    <div className="stack">
      <div className="row-between">
        {/* The file box that had the focus is gone, so the focus moves here. */}
        <p className="breaks bulk-name" ref={takeFocus} tabIndex={-1}>
          <strong>{list.file.name}</strong>{" "}
          <span className="muted numeric">{sizeText(list.file.size)}</span>
        </p>
        <Button small disabled={isStarting} onClick={onBack}>
          {words.chosen.another}
        </Button>
      </div>
      {isPending && <Skeleton shape="block" height="12.5rem" />}
      <fieldset className="stack" disabled={isStarting}>
        {start && layout && <Preview start={start} layout={layout} onLayout={setLayout} />}
        {layout?.column === -1 && (
          <Notice live title={words.chosen.whichColumn}>
            {words.chosen.whichColumnAdvice}
          </Notice>
        )}
        {repairs && <Repairs list={repairs} isOn={isRepairing} onSwitch={setRepairing} />}
      </fieldset>
      {upload && <ModeAndPrice list={list} upload={upload} mode={mode} onMode={setMode} />}
    </div>
  )
}
