/**
 * Takes files that are dropped anywhere on the page. Without it, the browser would open a file that is
 * dropped beside the box.
 */
import { useEffect, useState } from "react"

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false

/** Returns whether a file is dragged over the page. `undefined`: dropped files are ignored. */
export const useFileDrop = (
  onFiles: ((files: ReadonlyArray<File>) => void) | undefined
): boolean => {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = onFiles ? "copy" : "none"
      setOver(onFiles !== undefined)
    }
    const leave = (event: DragEvent): void => {
      // Also fired between two elements of the page; `relatedTarget` is null only outside.
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
