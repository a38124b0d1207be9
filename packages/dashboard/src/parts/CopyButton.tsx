/** Copies a text, and shows whether that worked. */
import { useEffect, useState } from "react"

import { Button } from "./Button.tsx"

interface CopyButtonProps {
  readonly text: string
  /** Such as "Copy key". Default: "Copy". */
  readonly label?: string
}

/** Milliseconds for which the outcome is shown. */
const shownFor = 2_000

/** Browsers allow the clipboard only over TLS and on localhost. Elsewhere users select the text. */
const copy = async (text: string): Promise<"Copied" | "Copy blocked"> => {
  try {
    await navigator.clipboard.writeText(text)
    return "Copied"
  } catch {
    return "Copy blocked"
  }
}

export const CopyButton = ({ text, label = "Copy" }: CopyButtonProps) => {
  const [outcome, setOutcome] = useState<string>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), shownFor)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <>
      <Button
        small
        icon={outcome === "Copied" ? "check" : "copy"}
        onClick={() => void copy(text).then(setOutcome)}
      >
        {outcome ?? label}
      </Button>
      <span className="visually-hidden" role="status">
        {outcome ?? ""}
      </span>
    </>
  )
}
