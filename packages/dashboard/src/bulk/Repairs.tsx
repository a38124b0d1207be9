/** What was repaired before the upload, with a switch to leave the file as it is. */
import { useId } from "react"

import { Notice } from "../parts/Notice.tsx"
import { words } from "../words/bulk.tsx"
import { shownCell } from "./repairCell.ts"
import type { RepairedList } from "./repairList.ts"

const { repairs: said } = words

const titleOf = ({ repaired, added }: RepairedList, isOn: boolean): string => {
  if (!isOn) return said.left(repaired)
  return added === 0 ? said.repaired(repaired) : said.repairedAndAdded(repaired, added)
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
              <ins>{said.addresses(after)}</ins>
            </li>
          ))}
        </ul>
        {more > 0 && <p>{said.more(more)}</p>}
        {list.added > 0 && <p>{said.addedNote}</p>}
        <div className="choice">
          <input
            type="checkbox"
            id={id}
            checked={isOn}
            onChange={({ target }) => onSwitch(target.checked)}
          />
          <label htmlFor={id}>{said.repairFirst}</label>
        </div>
      </div>
    </Notice>
  )
}
