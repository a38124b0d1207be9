/**
 * A form as a declaration: its values, what it sends, and the names of its fields in errors. An error about a field is
 * shown at the field, any other one below the fields.
 */
import { useMutation } from "@tanstack/react-query"
import type { MutationMeta } from "@tanstack/react-query"
import { useState } from "react"
import type { ReactNode } from "react"

import { fieldError } from "../api/ApiError.ts"
import { phrases } from "../words/phrases.tsx"
import { Button } from "./Button.tsx"
import { ErrorNotice } from "./Notice.tsx"

/** Names the field in an error, as in "The name", or finds the field's own error. */
type Problem = string | ((error: unknown) => string | undefined)

/** By the name of the field, which is the API's. */
type Problems<Values> = { readonly [Name in keyof Values]?: Problem }

interface Typed {
  readonly target: { readonly value: string }
}

/** The values of fields and their errors, as props of the parts that show them. */
export const useFields = <Values extends object>(
  initial: Values,
  error: unknown,
  problems: Problems<Values> = {}
) => {
  const [values, setValues] = useState(initial)
  const set = (change: Partial<Values>): void => setValues((now) => ({ ...now, ...change }))
  const problemOf = (name: string): string | undefined => {
    const problem = (problems as Readonly<Record<string, Problem>>)[name]
    if (problem === undefined) return undefined
    return typeof problem === "string" ? fieldError(error, name, problem) : problem(error)
  }
  const text = (name: keyof Values & string) => ({
    value: values[name] as string,
    error: problemOf(name),
    autoComplete: "off",
    onChange: ({ target: { value } }: Typed) => set({ [name]: value } as Partial<Values>)
  })
  return {
    values,
    set,
    text,
    /** A text that no browser may correct, such as a domain. */
    verbatim: (name: keyof Values & string) => ({
      ...text(name),
      autoCapitalize: "none",
      spellCheck: false
    }),
    choice: <Name extends keyof Values>(name: Name) => ({
      value: values[name],
      onChoose: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>)
    }),
    /** Of a `CheckboxGroup` whose only choice is the field. */
    flag: <Name extends keyof Values & string>(name: Name) => ({
      chosen: values[name] ? [name] : [],
      onChoose: (chosen: ReadonlyArray<Name>) =>
        set({ [name]: chosen.length > 0 } as unknown as Partial<Values>)
    }),
    /** The error, unless it is shown at a field. */
    elsewhere: Object.keys(problems).some((name) => problemOf(name)) ? null : error
  }
}

interface FormOptions<Values, Answer> {
  readonly initial: Values
  readonly problems?: Problems<Values>
  readonly send: (values: Values) => Promise<Answer>
  readonly onDone?: (answer: Answer, values: Values) => unknown
  readonly meta?: MutationMeta
}

/** The fields of a form that sends their values itself. */
export const useForm = <Values extends object, Answer>({
  initial,
  problems,
  send,
  onDone,
  meta
}: FormOptions<Values, Answer>) => {
  const mutation = useMutation({
    mutationFn: send,
    ...(onDone && { onSuccess: onDone }),
    ...(meta && { meta })
  })
  const fields = useFields(initial, mutation.error, problems)
  return { ...mutation, ...fields, submit: () => mutation.mutate(fields.values) }
}

interface FormProps {
  readonly form: {
    readonly isPending: boolean
    readonly elsewhere: unknown
    readonly submit: () => void
  }
  /** The text of the submit button. */
  readonly action: string
  /** Adds a Cancel button. */
  readonly onCancel?: (() => void) | undefined
  /** The text of that button, if it cancels nothing. */
  readonly cancel?: string
  /** True for a submit button as wide as the fields. */
  readonly wide?: boolean
  /** Replaces the usual notice of an error. */
  readonly noticeFor?: (error: unknown) => ReactNode
  readonly children: ReactNode
}

export const Form = ({
  form: { isPending, elsewhere, submit },
  action,
  onCancel,
  cancel = phrases.cancel,
  wide = false,
  noticeFor = (error) => <ErrorNotice error={error} />,
  children
}: FormProps) => (
  <form
    className="stack"
    onSubmit={(event) => {
      event.preventDefault()
      if (!isPending) submit()
    }}
  >
    {children}
    {elsewhere != null && noticeFor(elsewhere)}
    <div className={wide ? "stack" : "row form-actions"}>
      {onCancel && <Button onClick={onCancel}>{cancel}</Button>}
      <Button type="submit" variant="primary" pending={isPending}>
        {action}
      </Button>
    </div>
  </form>
)
