/** The form of an API key, new or to be changed: its name, what it may do, and what it is limited to. */
import type { Key, KeyChange } from "@rcpt/api/Keys"
import { useState } from "react"

import { useAccount } from "../api/account.ts"
import { Button } from "../parts/Button.tsx"
import { CheckboxGroup } from "../parts/CheckboxGroup.tsx"
import { Input } from "../parts/Input.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { Select } from "../parts/Select.tsx"
import { TextFieldForm } from "../parts/TextFieldForm.tsx"
import { words } from "../words/keys.tsx"
import { phrases } from "../words/phrases.tsx"

const { form: said } = words

type Scopes = Key["scopes"]

/** What a key may do, as people choose it. */
export type Access = "full" | "fast" | "read" | "browser"

/**
 * The API combines scopes, and each one restricts the key: "read" forbids everything that "fast" forbids, so both
 * together are the same as "read".
 */
const restrictionsOf: Readonly<Record<Access, Scopes>> = {
  full: [],
  fast: ["fast"],
  read: ["read"],
  browser: []
}

export const accessOf = ({ kind, scopes }: Pick<Key, "kind" | "scopes">): Access => {
  if (kind === "browser") return "browser"
  return scopes.includes("read") ? "read" : scopes.includes("fast") ? "fast" : "full"
}

const accesses = ["full", "fast", "read", "browser"] as const satisfies ReadonlyArray<Access>

/** What is typed and chosen beside the name. */
interface Fields {
  readonly access: Access
  readonly manages: boolean
  readonly origins: string
  readonly deep: boolean
  readonly perMinute: string
  readonly perDay: string
  readonly per: "none" | "day" | "month"
  readonly credits: string
  /** `2027-01-31`, or empty. */
  readonly ends: string
  readonly networks: string
}

/** As the service makes a browser key of which nothing else is said. */
const defaults: Fields = {
  access: "full",
  manages: false,
  origins: "",
  deep: false,
  perMinute: "10",
  perDay: "50",
  per: "none",
  credits: "1000",
  ends: "",
  networks: ""
}

/** The day of a time in the reader's time zone. */
const dayOf = (at: string): string => {
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, "0")
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const fieldsOf = (key: Key): Fields => ({
  access: accessOf(key),
  manages: key.scopes.includes("manage"),
  origins: key.origins?.join(" ") ?? "",
  deep: key.allow_deep ?? false,
  perMinute: String(key.visitor_limit?.per_minute ?? defaults.perMinute),
  perDay: String(key.visitor_limit?.per_day ?? defaults.perDay),
  per: key.credit_limit?.per ?? "none",
  credits: String(key.credit_limit?.credits ?? defaults.credits),
  ends: key.expires_at === undefined ? "" : dayOf(key.expires_at),
  networks: key.networks?.join(" ") ?? ""
})

const listIn = (text: string): ReadonlyArray<string> => text.split(/[\s,;]+/).filter(Boolean)

const ofBrowser = ({ origins, deep, perMinute, perDay }: Fields): KeyChange => ({
  origins: listIn(origins),
  allow_deep: deep,
  visitor_limit: { per_minute: Number(perMinute), per_day: Number(perDay) }
})

const ofSecret = ({ access, manages, networks }: Fields): KeyChange => ({
  scopes: [...restrictionsOf[access], ...(manages ? ["manage" as const] : [])],
  networks: listIn(networks)
})

/** `before`: the key that is changed. A day that stays the same keeps its time. */
const changeIn = (name: string, fields: Fields, before: Key | undefined): KeyChange => {
  const { access, per, credits, ends } = fields
  const isSameDay = before?.expires_at !== undefined && dayOf(before.expires_at) === ends
  return {
    ...(name.trim() !== "" && { name }),
    ...(access === "browser" ? ofBrowser(fields) : ofSecret(fields)),
    credit_limit: per === "none" ? null : { credits: Number(credits), per },
    ...(!isSameDay && {
      expires_at: ends === "" ? null : new Date(`${ends}T00:00`).toISOString()
    })
  }
}

interface PartProps {
  readonly fields: Fields
  readonly onChange: (change: Partial<Fields>) => void
}

const BrowserInputs = ({ fields: { origins, deep, perMinute, perDay }, onChange }: PartProps) => (
  <>
    <Input
      label={said.origins}
      hint={said.originsHint}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      required
      value={origins}
      onChange={({ target }) => onChange({ origins: target.value })}
    />
    <Input
      label={said.perMinute}
      type="number"
      min={1}
      max={1_000}
      required
      value={perMinute}
      onChange={({ target }) => onChange({ perMinute: target.value })}
    />
    <Input
      label={said.perDay}
      hint={said.visitorHint}
      type="number"
      min={1}
      max={100_000}
      required
      value={perDay}
      onChange={({ target }) => onChange({ perDay: target.value })}
    />
    <CheckboxGroup
      legend={said.mode}
      choices={[{ value: "deep", label: said.deep, hint: said.deepHint }]}
      chosen={deep ? ["deep"] : []}
      onChoose={(chosen) => onChange({ deep: chosen.length > 0 })}
    />
  </>
)

const ManagesInput = ({ fields: { manages }, onChange }: PartProps) => (
  <CheckboxGroup
    legend={said.management}
    choices={[{ value: "manages", label: said.manages, hint: said.managesHint }]}
    chosen={manages ? ["manages"] : []}
    onChoose={(chosen) => onChange({ manages: chosen.length > 0 })}
  />
)

const LimitInputs = ({ fields: { access, per, credits, ends, networks }, onChange }: PartProps) => (
  <>
    <Select
      label={said.creditLimit}
      choices={[
        { value: "none", label: said.noLimit },
        { value: "day", label: said.aDay },
        { value: "month", label: said.aMonth }
      ]}
      value={per}
      onChoose={(per) => onChange({ per })}
    />
    {per !== "none" && (
      <Input
        label={said.credits}
        hint={said.creditsHint}
        type="number"
        min={1}
        required
        value={credits}
        onChange={({ target }) => onChange({ credits: target.value })}
      />
    )}
    <Input
      label={said.ends}
      hint={said.endsHint}
      type="date"
      value={ends}
      onChange={({ target }) => onChange({ ends: target.value })}
    />
    {access !== "browser" && (
      <Input
        label={said.networks}
        hint={said.networksHint}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={networks}
        onChange={({ target }) => onChange({ networks: target.value })}
      />
    )}
  </>
)

/**
 * The choices of access. A key can do what its account can, and an owner's key can do more than most apps
 * need. The kind of a key that exists stays.
 */
const choicesFor = (isAdmin: boolean, before: Key | undefined) =>
  accesses
    .filter(
      (value) => before === undefined || (value === "browser") === (before.kind === "browser")
    )
    .map((value) => {
      const { label, hint } = words.access[value]
      return {
        value,
        label,
        hint: value === "full" && isAdmin ? `${hint} ${words.access.ownerHint}` : hint
      }
    })

/** A key that everybody can read is not made without a limit by accident. */
const accessChosen = (access: Access): Pick<Fields, "access" | "per"> => ({
  access,
  per: access === "browser" ? "day" : "none"
})

interface KeyFormProps {
  /** Absent: the key is new. */
  readonly before?: Key
  /** What a new key may do, until something else is chosen. */
  readonly access?: Access
  readonly action: string
  readonly pending: boolean
  readonly error: unknown
  readonly onSubmit: (change: KeyChange) => void
  readonly onClose: () => void
}

export const KeyForm = (props: KeyFormProps) => {
  const { before, access = "full", action, pending, error, onSubmit, onClose } = props
  const [fields, setFields] = useState<Fields>(
    before === undefined ? { ...defaults, ...accessChosen(access) } : fieldsOf(before)
  )
  const { data: account } = useAccount()
  const onChange = (change: Partial<Fields>) => setFields({ ...fields, ...change })
  const choose = (access: Access) => onChange(accessChosen(access))
  const isBrowser = fields.access === "browser"
  return (
    <TextFieldForm
      field={{ name: "name", subject: words.creation.nameSubject }}
      input={{
        label: words.creation.name,
        hint: isBrowser ? words.creation.nameOptional : words.creation.nameHint,
        required: !isBrowser
      }}
      initial={before?.name ?? ""}
      action={action}
      pending={pending}
      error={error}
      onSubmit={(name) => onSubmit(changeIn(name, fields, before))}
      otherActions={<Button onClick={onClose}>{phrases.cancel}</Button>}
    >
      {before?.kind !== "browser" && (
        <RadioGroup
          legend={words.creation.access}
          choices={choicesFor(account?.is_admin === true, before)}
          value={fields.access}
          onChoose={before === undefined ? choose : (access) => onChange({ access })}
        />
      )}
      {isBrowser ? (
        <BrowserInputs fields={fields} onChange={onChange} />
      ) : (
        <ManagesInput fields={fields} onChange={onChange} />
      )}
      <details open={before !== undefined}>
        <summary>{said.limits}</summary>
        <div className="stack">
          <LimitInputs fields={fields} onChange={onChange} />
        </div>
      </details>
    </TextFieldForm>
  )
}
