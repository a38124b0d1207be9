/** Code to read and to copy: a call, an answer. Long lines scroll within it, by keyboard, too. */
import { CopyButton } from "./CopyButton.tsx"

interface CodeBlockProps {
  /** What it is, as in "curl" or "JSON". */
  readonly title: string
  readonly code: string
}

export const CodeBlock = ({ title, code }: CodeBlockProps) => (
  <figure className="code">
    <figcaption className="code-head">
      <span>{title}</span>
      <CopyButton text={code} />
    </figcaption>
    <pre tabIndex={0} role="region" aria-label={title}>
      <code>{code}</code>
    </pre>
  </figure>
)
