/**
 * The palette: type to find a page, a list, a receipt, or to verify an address. The focus stays in the
 * field; arrow keys move through the options (the combobox of the ARIA Authoring Practices).
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { useEffect, useId, useRef, useState } from "react"
import type { KeyboardEvent } from "react"
import { useLocation } from "wouter"

import { read } from "../api/request.ts"
import { jobsKey } from "../job/jobQueries.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { useChecks } from "../verify/useChecks.ts"
import { requestPath } from "../verify/verifyRequest.ts"
import { words } from "../words/palette.tsx"
import { paletteItems } from "./paletteItems.ts"
import type { PaletteItem, PalettePage } from "./paletteItems.ts"

import "./Palette.css"

/** The number of lists, newest first. Older ones are found by their id, or on the page of lists. */
const jobsMax = 100

/** The lists that the palette finds by name. */
const recentJobsQuery = queryOptions({
  queryKey: [...jobsKey, "palette"],
  queryFn: read<ReadonlyArray<BulkJob>>("/jobs", { limit: jobsMax })
})

interface PaletteProps {
  readonly pages: ReadonlyArray<PalettePage>
  readonly onShortcuts: () => void
  readonly onClose: () => void
}

const useAct = ({ onShortcuts, onClose }: PaletteProps) => {
  const [, navigate] = useLocation()
  const { verify } = useChecks()
  return ({ act }: PaletteItem): void => {
    onClose()
    if ("open" in act) return onShortcuts()
    if ("verify" in act) {
      verify(act.verify)
      return navigate(requestPath(act.verify))
    }
    if (act.outside) return window.location.assign(act.href)
    navigate(act.href)
  }
}

interface OptionsProps {
  readonly id: string
  readonly items: ReadonlyArray<PaletteItem>
  readonly chosen: number
  readonly onPoint: (index: number) => void
  readonly onAct: (item: PaletteItem) => void
}

/** The options. The field, which keeps the focus, handles the keys. */
const Options = ({ id, items, chosen, onPoint, onAct }: OptionsProps) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [chosen])
  return (
    <div className="palette-items" id={id} role="listbox" aria-label={words.results} ref={list}>
      {items.map((item, index) => (
        <button
          key={item.key}
          type="button"
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onPointerMove={() => onPoint(index)}
          onClick={() => onAct(item)}
        >
          <span className="palette-group">
            {item.group === items[index - 1]?.group ? "" : words.groups[item.group]}
          </span>
          <span className="breaks">{item.label}</span>
          {item.note && <span className="palette-note">{item.note}</span>}
        </button>
      ))}
    </div>
  )
}

const countText = (count: number, isLoading: boolean): string =>
  count === 0 && isLoading ? words.loading : words.count(count)

export const Palette = (props: PaletteProps) => {
  const { pages, onClose } = props
  const id = useId()
  const [text, setText] = useState("")
  const [chosen, setChosen] = useState(0)
  const { data: jobs = [], isPending } = useQuery(recentJobsQuery)
  const act = useAct(props)
  const items = paletteItems(text, { pages, jobs })
  const at = Math.min(chosen, items.length - 1)
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const item = items[at]
    if (step !== undefined && items.length > 0) setChosen((at + step + items.length) % items.length)
    else if (event.key === "Enter" && item) act(item)
    else return
    event.preventDefault()
  }
  return (
    <Dialog open title={words.search} onClose={onClose}>
      <div className="palette">
        <input
          className="control"
          role="combobox"
          aria-label={words.field}
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={items.length > 0 ? `${id}-${at}` : undefined}
          placeholder={words.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onKeyDown={press}
          onChange={({ target }) => {
            setText(target.value)
            setChosen(0)
          }}
        />
        <Options id={id} items={items} chosen={at} onPoint={setChosen} onAct={act} />
        <p className="palette-foot" role="status">
          {countText(items.length, isPending)}
        </p>
      </div>
    </Dialog>
  )
}
