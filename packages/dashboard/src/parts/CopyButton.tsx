/** A button that copies a text, and shows whether that worked. */
import { useEffect, useState } from "react"

import { words } from "../words/parts.tsx"
import { Button } from "./Button.tsx"

interface CopyButtonProps {
  readonly text: string
  /** The label, such as "Copy key"; by default the verb alone. */
  readonly label?: string
}

const { copy: said } = words

/** Milliseconds for which the outcome is shown. */
const shownFor = 2_000

/**
 * Copies a text. Browsers allow the clipboard only over TLS and on localhost; elsewhere people select the
 * text.
 */
const copy = async (text: string): Promise<"copied" | "blocked"> => {
  try {
    await navigator.clipboard.writeText(text)
    return "copied"
  } catch {
    return "blocked"
  }
}

export const CopyButton = ({ text, label = said.copy }: CopyButtonProps) => {
  const [outcome, setOutcome] = useState<"copied" | "blocked">()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), shownFor)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <>
      <Button
        small
        icon={outcome === "copied" ? "check" : "copy"}
        onClick={() => void copy(text).then(setOutcome)}
      >
        {outcome === undefined ? label : said[outcome]}
      </Button>
      <span className="visually-hidden" role="status">
        {outcome === undefined ? "" : said[outcome]}
      </span>
    </>
  )
}
