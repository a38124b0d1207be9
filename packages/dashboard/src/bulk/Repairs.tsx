/** What was repaired before the upload, with a switch to leave the file as it is. */
import { useId } from "react"

import { Notice } from "../parts/Notice.tsx"
import { shownCell } from "./repairCell.ts"
import type { RepairedList } from "./repairList.ts"

const whole = new Intl.NumberFormat("en")

const counted = (count: number, one: string, many: string): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`

const titleOf = ({ repaired, added }: RepairedList, isOn: boolean): string => {
  const cells = counted(repaired, "cell", "cells")
  if (!isOn) return `${cells} left as ${repaired === 1 ? "it is" : "they are"}`
  return added === 0
    ? `${cells} repaired`
    : `${cells} repaired, ${counted(added, "row", "rows")} added`
}

interface RepairsProps {
  readonly list: RepairedList
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
}

export const Repairs = ({ list, isOn, onSwitch }: RepairsProps) => {
  const id = useId()
  const more = list.repaired - list.examples.length
  return (
    <Notice live title={titleOf(list, isOn)}>
      <div className="stack-tight">
        <ul className="bulk-repairs">
          {list.examples.map(({ before, after }, index) => (
            // Examples have no identity but their position.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="breaks">
              <del className="muted">{shownCell(before)}</del> <span aria-hidden="true">→</span>{" "}
              <ins>{after.join(" and ")}</ins>
            </li>
          ))}
        </ul>
        {more > 0 && <p>And {whole.format(more)} more.</p>}
        {list.added > 0 && (
          <p>A row with two addresses is sent once for each, with all its other cells.</p>
        )}
        <div className="choice">
          <input
            type="checkbox"
            id={id}
            checked={isOn}
            onChange={({ target }) => onSwitch(target.checked)}
          />
          <label htmlFor={id}>Repair before upload</label>
        </div>
      </div>
    </Notice>
  )
}
