/** Code to read and to copy. Long lines scroll inside the block, also by keyboard. */
import { CopyButton } from "./CopyButton.tsx"

/** A link to the API reference, for a sentence in `words`. */
export const referenceLink = (text: string) => <a href="/docs">{text}</a>

interface CodeBlockProps {
  /** The title, such as "curl" or "JSON". */
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
