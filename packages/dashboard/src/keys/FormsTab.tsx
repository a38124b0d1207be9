/** The tab of forms: the two lines for a website's form, and a form to try, checked by the script itself. */
import type { Key } from "@rcpt/api/Keys"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"

import { sandboxAddress } from "../api/sandbox.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CheckboxGroup } from "../parts/CheckboxGroup.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Input } from "../parts/Input.tsx"
import { Notice } from "../parts/Notice.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Select } from "../parts/Select.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/keys.tsx"
import { keysQuery } from "./keyQueries.ts"

import "./FormsTab.css"

const { forms: said } = words

const scriptUrl = `${window.location.origin}/form.js`

const optionKeys = ["disposable", "field"] as const
type Option = (typeof optionKeys)[number]

/** `invalid` alone is refused where nothing else is said. */
const blockOf = (options: ReadonlyArray<Option>): string | undefined =>
  options.includes("disposable") ? "invalid,disposable" : undefined

/** Nothing in it needs to be escaped: a key has letters, digits and underscores. */
const linesFor = (key: string, options: ReadonlyArray<Option>): string => {
  const block = blockOf(options)
  const attributes = [
    ...(block === undefined ? [] : [` data-block="${block}"`]),
    ...(options.includes("field") ? [' data-field="email_status"'] : [])
  ].join("")
  return [
    `<script src="${scriptUrl}" data-key="${key}" defer></script>`,
    `<input type="email" name="email" data-rcpt${attributes}>`
  ].join("\n")
}

/** Loaded once, and only here. Without a key it checks with the session of whoever looks at this page. */
const useScript = () =>
  useEffect(() => {
    if (document.querySelector(`script[src="${scriptUrl}"]`)) return
    const script = document.createElement("script")
    script.src = scriptUrl
    document.head.append(script)
  }, [])

const LiveForm = ({ block }: { readonly block: string | undefined }) => {
  const [sent, setSent] = useState<string>()
  useScript()
  return (
    <Card title={said.live.title} lead={said.live.lead}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          setSent(event.currentTarget.querySelector("input")?.value)
        }}
      >
        <Input
          label={said.live.email}
          type="email"
          name="email"
          autoComplete="off"
          required
          data-rcpt=""
          data-block={block}
          onChange={() => setSent(undefined)}
        />
        <div className="row">
          <Button type="submit">{said.live.submit}</Button>
        </div>
      </form>
      {sent !== undefined && (
        <Notice kind="success" live>
          {said.live.sent(<span className="breaks">{sent}</span>)}
        </Notice>
      )}
      <p className="small muted">{said.live.samples}</p>
      <ul className="small forms-samples">
        {["possible_typo", "domain_not_found", "disposable", "valid"].map((name) => (
          <li key={name}>
            <code className="breaks">{sandboxAddress(name)}</code>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The browser keys, of which each has its own text in `key`. */
const browserKeysIn = (keys: ReadonlyArray<Key>) =>
  keys.flatMap(({ id, name, key, origins = [] }) =>
    key === undefined ? [] : [{ id, name, key, origins }]
  )

const Lines = ({ keys }: { readonly keys: ReturnType<typeof browserKeysIn> }) => {
  const [chosenId, choose] = useState("")
  const [options, setOptions] = useState<ReadonlyArray<Option>>([])
  const chosen = keys.find(({ id }) => id === chosenId) ?? keys[0]
  if (chosen === undefined) return null
  return (
    <>
      <Card title={said.lines.title} lead={said.lines.lead}>
        <Select
          label={said.lines.key}
          hint={said.lines.origins(chosen.origins.join(", "))}
          choices={keys.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen.id}
          onChoose={choose}
        />
        <CheckboxGroup
          legend={said.lines.options}
          choices={[
            { value: "disposable", ...said.lines.disposable },
            { value: "field", ...said.lines.field }
          ]}
          chosen={options}
          onChoose={setOptions}
        />
        <CodeBlock title="HTML" code={linesFor(chosen.key, options)} />
        <p className="small muted">
          {said.lines.policy(<code className="breaks">{window.location.origin}</code>)}
        </p>
        <p className="small muted">
          {said.lines.again((text) => (
            <a href="/docs/forms">{text}</a>
          ))}
        </p>
      </Card>
      <LiveForm block={blockOf(options)} />
    </>
  )
}

export const FormsTab = ({ onCreate }: { readonly onCreate: () => void }) => (
  <QueryState query={useQuery(keysQuery)} skeleton={<Skeleton shape="block" height="15rem" />}>
    {(keys) =>
      browserKeysIn(keys).length > 0 ? (
        <Lines keys={browserKeysIn(keys)} />
      ) : (
        <EmptyState
          picture="key"
          title={said.none.title}
          action={
            <IfPermitted may="manage" otherwise={words.readOnly}>
              <Button variant="primary" onClick={onCreate}>
                {said.none.action}
              </Button>
            </IfPermitted>
          }
        >
          <p>{said.none.text}</p>
        </EmptyState>
      )
    }
  </QueryState>
)
