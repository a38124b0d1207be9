/** Keeps the browser from leaving the page for a file that is dropped where nothing takes it. */
import { useEffect } from "react"

const isFileInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === "file"

/** The page of lists takes files anywhere, and its own listener says so, whichever is called first. */
const refuse = (event: DragEvent): void => {
  const { dataTransfer } = event
  if (event.defaultPrevented || isFileInput(event.target)) return
  if (!dataTransfer?.types.includes("Files")) return
  event.preventDefault()
  dataTransfer.dropEffect = "none"
}

export const useNoFileOpening = (): void =>
  useEffect(() => {
    window.addEventListener("dragover", refuse)
    window.addEventListener("drop", refuse)
    return () => {
      window.removeEventListener("dragover", refuse)
      window.removeEventListener("drop", refuse)
    }
  }, [])
