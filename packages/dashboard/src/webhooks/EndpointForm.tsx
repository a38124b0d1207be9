/**
 * The form for an endpoint: its URL, its events and what it is for. The service decides which URLs it allows;
 * its error is shown at the field.
 */
import type { WebhookEndpoint } from "@rcpt/api/WebhookEndpoint"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import type { ReactNode } from "react"

import { fieldError } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { CheckboxGroup } from "../parts/CheckboxGroup.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
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
  /** Buttons before the submit button, such as a Cancel button. */
  readonly otherActions?: ReactNode
}

const empty: Wanted = { url: "", description: "", events: allEvents }

interface UrlInputProps {
  readonly url: string
  readonly error: string | undefined
  readonly onChange: (url: string) => void
}

const UrlInput = ({ url, error, onChange }: UrlInputProps) => (
  <Input
    label={said.url}
    hint={said.urlHint}
    // The type is not `url`, because the service reports what is wrong with a URL better than the browser.
    type="text"
    inputMode="url"
    autoCapitalize="none"
    autoComplete="off"
    spellCheck={false}
    placeholder="https://example.com/hooks/rcpt"
    className="mono"
    required
    error={error}
    value={url}
    onChange={(event) => onChange(event.target.value)}
  />
)

export const EndpointForm = ({
  initial = empty,
  action,
  save,
  onSaved,
  otherActions
}: EndpointFormProps) => {
  const [url, setUrl] = useState(initial.url)
  const [description, setDescription] = useState(initial.description)
  const [events, setEvents] = useState(initial.events)
  const { mutate, isPending, error } = useMutation({
    mutationFn: save,
    onSuccess: async (endpoint) => {
      await refreshWebhooks()
      onSaved(endpoint)
    }
  })
  const errors = {
    url: fieldError(error, "url", said.urlSubject),
    description: fieldError(error, "description", said.descriptionSubject),
    events: events.length === 0 ? said.noEvent : undefined
  }
  const isElsewhere = error !== null && !errors.url && !errors.description
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending && events.length > 0)
          mutate({ url: url.trim(), description: description.trim(), events })
      }}
    >
      <UrlInput url={url} error={errors.url} onChange={setUrl} />
      <CheckboxGroup
        legend={said.events}
        choices={eventChoices}
        chosen={events}
        error={errors.events}
        onChoose={setEvents}
      />
      <Input
        label={said.description}
        autoComplete="off"
        placeholder={said.descriptionPlaceholder}
        error={errors.description}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      {isElsewhere && <ErrorNotice error={error} />}
      <div className="row form-actions">
        {otherActions}
        <Button type="submit" variant="primary" pending={isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}
