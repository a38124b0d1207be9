/** Copies a text, and says whether that has worked. */
import { useEffect, useState } from "react"

import { Button } from "./Button.tsx"

interface CopyButtonProps {
  readonly text: string
  /** What is copied, as in "Copy key". Default: "Copy". */
  readonly label?: string
}

/** Milliseconds for which it says so. */
const saidFor = 2_000

/** The clipboard is there for pages over TLS and of this machine; others select the text by hand. */
const copy = async (text: string): Promise<"Copied" | "Copying is blocked"> => {
  try {
    await navigator.clipboard.writeText(text)
    return "Copied"
  } catch {
    return "Copying is blocked"
  }
}

export const CopyButton = ({ text, label = "Copy" }: CopyButtonProps) => {
  const [said, say] = useState<string>()
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => say(undefined), saidFor)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <>
      <Button
        small
        icon={said === "Copied" ? "check" : "copy"}
        onClick={() => void copy(text).then(say)}
      >
        {said ?? label}
      </Button>
      <span className="visually-hidden" role="status">
        {said ?? ""}
      </span>
    </>
  )
}
