/**
 * The form for an endpoint: its URL, its events and what it is for. The service decides which URLs it allows;
 * its error is shown at the field.
 */
import type { WebhookEndpoint } from "@rcpt/api/WebhookEndpoint"

import { CheckboxGroup } from "../parts/CheckboxGroup.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { words } from "../words/webhooks.tsx"
import { allEvents, eventChoices } from "./events.ts"
import { refreshWebhooks } from "./webhookQueries.ts"

const { form: said } = words

type Wanted = Pick<WebhookEndpoint, "url" | "description" | "events">

interface EndpointFormProps {
  /** Absent for a new endpoint, which gets all events. */
  readonly initial?: Wanted
  readonly action: string
  readonly save: (wanted: Wanted) => Promise<WebhookEndpoint>
  readonly onSaved: (endpoint: WebhookEndpoint) => void
  /** Adds a Cancel button. */
  readonly onCancel?: () => void
}

const empty: Wanted = { url: "", description: "", events: allEvents }

export const EndpointForm = ({
  initial: { url, description, events } = empty,
  action,
  save,
  onSaved,
  onCancel
}: EndpointFormProps) => {
  const form = useForm({
    initial: { url, description, events },
    problems: { url: said.urlSubject, description: said.descriptionSubject },
    send: ({ url, description, events }) =>
      save({ url: url.trim(), description: description.trim(), events }),
    onDone: async (endpoint) => {
      await refreshWebhooks()
      onSaved(endpoint)
    }
  })
  const isNone = form.values.events.length === 0
  const submit = () => {
    if (!isNone) form.submit()
  }
  return (
    <Form form={{ ...form, submit }} action={action} onCancel={onCancel}>
      <Input
        label={said.url}
        hint={said.urlHint}
        // The type is not `url`, because the service reports what is wrong with a URL better than the browser.
        type="text"
        inputMode="url"
        placeholder="https://example.com/hooks/rcpt"
        className="mono"
        required
        {...form.verbatim("url")}
      />
      <CheckboxGroup
        legend={said.events}
        choices={eventChoices}
        chosen={form.values.events}
        error={isNone ? said.noEvent : undefined}
        onChoose={(events) => form.set({ events })}
      />
      <Input
        label={said.description}
        placeholder={said.descriptionPlaceholder}
        {...form.text("description")}
      />
    </Form>
  )
}
