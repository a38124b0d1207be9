/** The card that chooses a new list. A file that the service would refuse is refused before it is sent. */
import { useEffect, useId, useMemo, useRef, useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { Field } from "../parts/Field.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/bulk.tsx"
import { ChosenList } from "./ChosenList.tsx"
import { useIsStarting, useListChoice } from "./chosenListState.ts"

interface FileBoxProps {
  readonly isOver: boolean
  /** The user came back from a chosen list, so the focus goes here. */
  readonly hasFocus: boolean
  readonly onFiles: (files: ReadonlyArray<File>) => void
}

/** The box to choose or drop a file: the browser's own file input, which works by keyboard. */
const FileBox = ({ isOver, hasFocus, onFiles }: FileBoxProps) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [hasFocus])
  return (
    <div className={isOver ? "bulk-box bulk-box-over" : "bulk-box"}>
      <input
        ref={input}
        type="file"
        id={id}
        className="bulk-file"
        accept=".csv,.tsv,.txt,.xlsx,.ods,.vcf,.ldif,.ldi,.json,.ndjson,.jsonl,text/csv,text/tab-separated-values,text/plain"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Lets the user choose the same file again.
          target.value = ""
        }}
      />
      <label htmlFor={id} className="bulk-box-label">
        <Icon name="upload" />
        <span>
          {words.box.label((choose) => (
            <span className="bulk-box-action">{choose}</span>
          ))}
        </span>
      </label>
      <p className="bulk-box-hint" id={`${id}-hint`}>
        {words.box.hint}
      </p>
    </div>
  )
}

interface PasteBoxProps {
  /** Returns false if there is no address in the text. */
  readonly onText: (text: string) => boolean
}

const takeFocus = (element: HTMLElement | null): void => element?.focus()

const OpenBox = ({ onText }: PasteBoxProps) => {
  const [text, setText] = useState("")
  const [error, setError] = useState<string>()
  return (
    <form
      className="stack-tight"
      onSubmit={(event) => {
        event.preventDefault()
        setError(onText(text) ? undefined : words.paste.noAddress)
      }}
    >
      <Field label={words.paste.label} hint={words.paste.hint} error={error}>
        {(ids) => (
          <textarea
            {...ids}
            ref={takeFocus}
            className="control bulk-paste"
            rows={6}
            value={text}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div className="row">
        <Button type="submit">{words.paste.action}</Button>
      </div>
    </form>
  )
}

/** A box to paste addresses into, for a list that is no file. */
const PasteBox = ({ onText }: PasteBoxProps) => {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <OpenBox onText={onText} />
  return (
    <div className="row">
      <Button small onClick={() => setOpen(true)}>
        {words.paste.open}
      </Button>
    </div>
  )
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false

/**
 * Takes files that are dropped anywhere on the page, and returns whether one is dragged over it. Without
 * it, the browser would open a file that is dropped beside the box. `undefined` ignores dropped files.
 */
const useFileDrop = (onFiles: ((files: ReadonlyArray<File>) => void) | undefined): boolean => {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = onFiles ? "copy" : "none"
      setOver(onFiles !== undefined)
    }
    const leave = (event: DragEvent): void => {
      // The event is also fired between two elements of the page; `relatedTarget` is null only outside.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFiles?.([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener("dragover", over)
    window.addEventListener("dragleave", leave)
    window.addEventListener("drop", drop)
    return () => {
      window.removeEventListener("dragover", over)
      window.removeEventListener("dragleave", leave)
      window.removeEventListener("drop", drop)
    }
  }, [onFiles])
  return isOver
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches("input:not([type=file]), textarea, select")

interface Pasted {
  readonly onText: (text: string) => void
  readonly onFiles: (files: ReadonlyArray<File>) => void
}

/**
 * Takes addresses or files that are pasted anywhere on the page, except into a text field. `undefined`
 * takes nothing.
 */
const useListPaste = (on: Pasted | undefined): void => {
  useEffect(() => {
    if (on === undefined) return
    const paste = (event: ClipboardEvent): void => {
      if (isTextField(event.target)) return
      const files = [...(event.clipboardData?.files ?? [])]
      const text = event.clipboardData?.getData("text/plain") ?? ""
      if (files.length > 0) on.onFiles(files)
      else if (text.includes("@")) on.onText(text)
      else return
      event.preventDefault()
    }
    document.addEventListener("paste", paste)
    return () => document.removeEventListener("paste", paste)
  }, [on])
}

export const NewList = () => {
  const { list, refusal, isReading, read, choose, choosePasted, forget } = useListChoice()
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
          onSheet={read}
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
