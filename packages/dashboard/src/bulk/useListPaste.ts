/** Takes addresses or files that are pasted anywhere on the page, except into a text field. */
import { useEffect } from "react"

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches("input:not([type=file]), textarea, select")

interface Pasted {
  readonly onText: (text: string) => void
  readonly onFiles: (files: ReadonlyArray<File>) => void
}

/** `undefined`: nothing is taken. */
export const useListPaste = (on: Pasted | undefined): void => {
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
