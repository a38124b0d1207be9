/** The chosen list: a preview, repairs, the mode, the price, and the start. */
import type { FileStart, FilledColumns, ListLayout } from "@rcpt/api/listLayout"
import { shownCell } from "@rcpt/api/repairCell"
import type { RepairedList } from "@rcpt/api/repairList"
import { useId, useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Checkbox } from "../parts/Checkbox.tsx"
import { Notice } from "../parts/Notice.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { Select } from "../parts/Select.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { words } from "../words/bulk.tsx"
import type { List, Mode } from "./chosenListState.ts"
import { useIsStarting, useListDoctor } from "./chosenListState.ts"
import { sizeText } from "./listFile.ts"
import { ModeAndPrice } from "./ModeAndPrice.tsx"

const titleOf = ({ repaired, added }: RepairedList, isOn: boolean): string => {
  if (!isOn) return words.repairs.left(repaired)
  return added === 0
    ? words.repairs.repaired(repaired)
    : words.repairs.repairedAndAdded(repaired, added)
}

interface RepairsProps {
  readonly list: RepairedList
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
}

/** The repairs before the upload, with a switch that leaves the file as it is. */
const Repairs = ({ list, isOn, onSwitch }: RepairsProps) => {
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
              <ins>{words.repairs.addresses(after)}</ins>
            </li>
          ))}
        </ul>
        {more > 0 && <p>{words.repairs.more(more)}</p>}
        {list.added > 0 && <p>{words.repairs.addedNote}</p>}
        <Checkbox isOn={isOn} onSwitch={onSwitch}>
          {words.repairs.repairFirst}
        </Checkbox>
      </div>
    </Notice>
  )
}

/**
 * Columns in the preview. An export has hundreds, too many to look through. The chosen one is always
 * shown.
 */
const columnsShownMax = 30

const shownColumns = ({ header }: FileStart, chosen: number): ReadonlyArray<number> => {
  const first = header.map((_, column) => column).slice(0, columnsShownMax)
  return chosen < columnsShownMax ? first : [...first.slice(0, -1), chosen]
}

/** The name of a column, or its number where it has none. */
const nameOf = ({ header }: FileStart, { hasHeader }: ListLayout, column: number): string =>
  (hasHeader && header[column]) || words.preview.column(column + 1)

interface PreviewProps {
  readonly start: FileStart
  readonly layout: ListLayout
  readonly onLayout: (layout: ListLayout) => void
}

/** The first rows of the list. A click on a column chooses it as the one with the addresses. */
const Preview = ({ start, layout, onLayout }: PreviewProps) => {
  const id = useId()
  const switchHeader = (hasHeader: boolean) => onLayout({ ...layout, hasHeader })
  const columns = shownColumns(start, layout.column)
  const hidden = start.header.length - columns.length
  const choose = (column: number): void => onLayout({ ...layout, column })
  return (
    <div className="stack-tight">
      {/* The preview scrolls by itself, also by keyboard. */}
      <div className="bulk-preview" role="region" aria-labelledby={`${id}-name`} tabIndex={0}>
        <table>
          <caption id={`${id}-name`} className="visually-hidden">
            {words.preview.name}
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={cellClass(layout, column)}>
                  <button
                    type="button"
                    className="bulk-preview-head"
                    aria-pressed={column === layout.column}
                    onClick={() => choose(column)}
                  >
                    {nameOf(start, layout, column)}
                    {column === layout.column && (
                      <Badge tone="active">{words.preview.addresses}</Badge>
                    )}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {start.rows.map((row, index) => (
              // Rows of a file have no identity but their position.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                {columns.map((column) => (
                  // For the keyboard, the button of the column does the same.
                  <td
                    key={column}
                    className={cellClass(layout, column)}
                    onClick={() => choose(column)}
                  >
                    {row[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="small muted">
        {words.preview.note}
        {hidden > 0 && ` ${words.preview.hidden(hidden)}`}
      </p>
      <Checkbox isOn={layout.hasHeader} onSwitch={switchHeader}>
        {words.preview.hasHeader}
      </Checkbox>
    </div>
  )
}

interface HowReadProps {
  readonly start: FileStart
  readonly layout: ListLayout
  readonly encoding: string
  /** Whether the column was chosen by hand. */
  readonly isChosen: boolean
}

/** Columns that are offered instead: more are better chosen in the preview. */
const offeredMax = 3

interface NoAddressProps extends PreviewProps {
  readonly filled: FilledColumns
}

/** Says that the chosen column has no address, and offers those that have some. */
const NoAddress = ({ start, layout, filled, onLayout }: NoAddressProps) => {
  const { column } = layout
  const { withAt, withoutAt, isWhole } = filled
  if (column >= 0 && !withoutAt.includes(column)) return null
  if (isWhole && withAt.length === 0)
    return (
      <Notice live kind="warning" title={words.chosen.noneAtAll}>
        {words.chosen.noneAtAllAdvice}
      </Notice>
    )
  const offered = withAt.slice(0, offeredMax)
  return (
    <Notice
      live
      kind={column < 0 ? "info" : "warning"}
      title={
        column < 0 ? words.chosen.whichColumn : words.chosen.noAt(nameOf(start, layout, column))
      }
      actions={
        offered.length > 0 &&
        offered.map((one) => (
          <Button key={one} small onClick={() => onLayout({ ...layout, column: one })}>
            {words.chosen.take(nameOf(start, layout, one))}
          </Button>
        ))
      }
    >
      {column < 0 ? words.chosen.whichColumnAdvice : words.chosen.noAtAdvice}
    </Notice>
  )
}

/** What people call encodings that were in use before them. Others go by the names of browsers. */
const encodingNames: Readonly<Record<string, string>> = {
  ibm437: "DOS 437",
  ibm850: "DOS 850",
  ibm852: "DOS 852",
  macintosh: "Mac OS Roman"
}

const encodingName = (encoding: string): string => encodingNames[encoding] ?? encoding

/** Which column has the addresses and why, and what of the file is read in another way than people may expect. */
const HowRead = ({ start, layout, encoding, isChosen }: HowReadProps) => {
  if (layout.column < 0) return null
  const name = nameOf(start, layout, layout.column)
  const because =
    isChosen && layout.column !== start.emailColumn
      ? "asked"
      : layout.column === start.emailColumn
        ? start.because
        : "cells"
  const skipped =
    start.preamble.trim() === "" ? 0 : start.preamble.trimEnd().split(/\r\n|\r|\n/).length
  return (
    <p className="small">
      {words.preview.taken(name, because)}
      {skipped > 0 && ` ${words.preview.skipped(skipped)}`}
      {encoding !== "utf-8" && ` ${words.preview.encoding(encodingName(encoding))}`}
    </p>
  )
}

const cellClass = (layout: ListLayout, column: number): string | undefined =>
  column === layout.column ? "bulk-preview-email" : undefined

interface EncodingsProps {
  readonly encoding: string
  readonly encodings: ReadonlyArray<{ readonly encoding: string; readonly word: string }>
  readonly onEncoding: (encoding: string) => void
}

/** The choice where few letters tell encodings apart. */
const Encodings = ({ encoding, encodings, onEncoding }: EncodingsProps) =>
  encodings.length < 2 ? null : (
    <Notice live>
      <div className="stack-tight">
        <p>{words.preview.encodingUnsure}</p>
        <RadioGroup
          legend={words.preview.whichEncoding}
          value={encoding}
          choices={encodings.map((one) => ({
            value: one.encoding,
            label: words.preview.readsAs(one.word, encodingName(one.encoding))
          }))}
          onChoose={onEncoding}
        />
      </div>
    </Notice>
  )

const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })

interface ChosenListProps {
  readonly list: List
  /** Takes another sheet of the chosen file. */
  readonly onSheet: (file: File, sheet: string) => void
  /** Goes back to choosing a file. */
  readonly onBack: () => void
}

/** What was read of a file that is no CSV, and the choice of its sheets. */
const ReadFrom = ({ list: { from }, onSheet }: Pick<ChosenListProps, "list" | "onSheet">) => {
  if (from === undefined) return null
  const { file, kind, sheet = "", sheets = [] } = from
  if (sheets.length > 1)
    return (
      <Select
        label={words.chosen.sheet}
        hint={words.chosen.sheetHint(sheets.length)}
        choices={sheets.map((name) => ({ value: name, label: name }))}
        value={sheet}
        onChoose={(name) => onSheet(file, name)}
      />
    )
  const read = kind === undefined ? undefined : words.readFrom[kind]
  return read === undefined ? null : <p className="small">{read}</p>
}

export const ChosenList = ({ list, onSheet, onBack }: ChosenListProps) => {
  const isStarting = useIsStarting()
  const chosen = list.from?.file ?? list.file
  // The mode stays while another column is read.
  const [mode, setMode] = useState<Mode>(list.mode ?? "fast")
  const { isPending, start, filled, layout, setLayout, encoding, isChosen, ...doctor } =
    useListDoctor(list)
  const { encodings, setEncoding } = doctor
  const { repairs, isRepairing, setRepairing, upload } = doctor
  return (
    <div className="stack">
      <div className="row-between">
        {/* The file box that had the focus is gone, so the focus moves here. */}
        <p className="breaks bulk-name" ref={takeFocus} tabIndex={-1}>
          <strong>{chosen.name}</strong>{" "}
          <span className="muted numeric">
            {sizeText(chosen.size)}
            {list.from && words.chosen.sentAs(list.file.name)}
          </span>
        </p>
        <Button small disabled={isStarting} onClick={onBack}>
          {words.chosen.another}
        </Button>
      </div>
      {isPending && <Skeleton shape="block" height="12.5rem" />}
      <fieldset className="stack" disabled={isStarting}>
        <ReadFrom list={list} onSheet={onSheet} />
        {start && filled && layout && (
          <div className="stack-tight">
            <Preview start={start} layout={layout} onLayout={setLayout} />
            <NoAddress {...{ start, layout, filled }} onLayout={setLayout} />
            {!filled.withoutAt.includes(layout.column) && (
              <HowRead {...{ start, layout, encoding, isChosen }} />
            )}
            <Encodings encoding={encoding} encodings={encodings} onEncoding={setEncoding} />
          </div>
        )}
        {repairs && <Repairs list={repairs} isOn={isRepairing} onSwitch={setRepairing} />}
      </fieldset>
      {upload && <ModeAndPrice list={list} upload={upload} mode={mode} onMode={setMode} />}
    </div>
  )
}
