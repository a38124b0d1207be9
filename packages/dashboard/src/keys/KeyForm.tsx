/** The form of an API key, new or to be changed: its name, what it may do, and what it is limited to. */
import type { Key, KeyChange } from "@rcpt/api/Keys"

import { useAccount } from "../api/account.ts"
import { queryClient } from "../api/queryClient.ts"
import { CheckboxGroup } from "../parts/CheckboxGroup.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import type { useFields } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { Select } from "../parts/Select.tsx"
import { words } from "../words/keys.tsx"
import { keysQuery } from "./keyQueries.ts"

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

interface Fields {
  readonly name: string
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
  name: "",
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
  name: key.name,
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
const changeIn = (fields: Fields, before: Key | undefined): KeyChange => {
  const { name, access, per, credits, ends } = fields
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
  readonly form: ReturnType<typeof useFields<Fields>>
}

const BrowserInputs = ({ form }: PartProps) => (
  <>
    <Input label={said.origins} hint={said.originsHint} required {...form.verbatim("origins")} />
    <Input
      label={said.perMinute}
      type="number"
      min={1}
      max={1_000}
      required
      {...form.text("perMinute")}
    />
    <Input
      label={said.perDay}
      hint={said.visitorHint}
      type="number"
      min={1}
      max={100_000}
      required
      {...form.text("perDay")}
    />
    <CheckboxGroup
      legend={said.mode}
      choices={[{ value: "deep", label: said.deep, hint: said.deepHint }]}
      {...form.flag("deep")}
    />
  </>
)

const LimitInputs = ({ form }: PartProps) => (
  <>
    <Select
      label={said.creditLimit}
      choices={[
        { value: "none", label: said.noLimit },
        { value: "day", label: said.aDay },
        { value: "month", label: said.aMonth }
      ]}
      {...form.choice("per")}
    />
    {form.values.per !== "none" && (
      <Input
        label={said.credits}
        hint={said.creditsHint}
        type="number"
        min={1}
        required
        {...form.text("credits")}
      />
    )}
    <Input label={said.ends} hint={said.endsHint} type="date" {...form.text("ends")} />
    {form.values.access !== "browser" && (
      <Input label={said.networks} hint={said.networksHint} {...form.verbatim("networks")} />
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

interface KeyFormProps<Answer> {
  /** Absent: the key is new. */
  readonly before?: Key
  /** What a new key may do, until something else is chosen. */
  readonly access?: Access
  readonly action: string
  readonly send: (change: KeyChange) => Promise<Answer>
  readonly onDone: (answer: Answer) => void
  readonly onClose: () => void
}

export const KeyForm = <Answer,>(props: KeyFormProps<Answer>) => {
  const { before, access = "full", action, send, onDone, onClose } = props
  const form = useForm({
    initial: before === undefined ? { ...defaults, ...accessChosen(access) } : fieldsOf(before),
    problems: { name: words.creation.nameSubject },
    send: (fields) => send(changeIn(fields, before)),
    onDone: async (answer) => {
      // A key that was made is shown at once; one that was changed, when the list has it.
      if (before === undefined) onDone(answer)
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey })
      if (before !== undefined) onDone(answer)
    }
  })
  const { data: account } = useAccount()
  const isBrowser = form.values.access === "browser"
  return (
    <Form form={form} action={action} onCancel={onClose}>
      <Input
        label={words.creation.name}
        hint={isBrowser ? words.creation.nameOptional : words.creation.nameHint}
        required={!isBrowser}
        {...form.text("name")}
      />
      {before?.kind !== "browser" && (
        <RadioGroup
          legend={words.creation.access}
          choices={choicesFor(account?.is_admin === true, before)}
          value={form.values.access}
          onChoose={(access) => form.set(before === undefined ? accessChosen(access) : { access })}
        />
      )}
      {isBrowser ? (
        <BrowserInputs form={form} />
      ) : (
        <CheckboxGroup
          legend={said.management}
          choices={[{ value: "manages", label: said.manages, hint: said.managesHint }]}
          {...form.flag("manages")}
        />
      )}
      <details open={before !== undefined}>
        <summary>{said.limits}</summary>
        <div className="stack">
          <LimitInputs form={form} />
        </div>
      </details>
    </Form>
  )
}
