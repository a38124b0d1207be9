/** Where the webhook leads. Only the service knows whether it may: its answer stands at the field. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { ReactNode } from "react"

import { accountQuery } from "../api/account.ts"
import { fieldError } from "../api/fieldError.ts"
import { Button } from "../parts/Button.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { setWebhook, webhookQuery } from "./webhookQueries.ts"

interface UrlFormProps {
  readonly initial: string
  readonly action: string
  readonly onSet?: () => void
  /** Beside the button: a way back. */
  readonly aside?: ReactNode
}

export const UrlForm = ({ initial, action, onSet, aside }: UrlFormProps) => {
  const [url, setUrl] = useState(initial)
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => setWebhook({ url: url.trim() }),
    onSuccess: (webhook) => {
      queryClient.setQueryData(webhookQuery.queryKey, webhook)
      onSet?.()
      // The secret is made with the first URL, and the account has it.
      return queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    }
  })
  const urlError = fieldError(error, "url", "The URL")
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate()
      }}
    >
      <Input
        label="URL"
        hint="https, and a host on the public internet. It is sent POST requests with JSON."
        // Not `url`: what is wrong with it, the service says better than the browser.
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.com/hooks/rcpt"
        required
        className="mono"
        error={urlError}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      {error && urlError === undefined && <ErrorNotice error={error} />}
      <div className="row webhooks-actions">
        {aside}
        <Button type="submit" variant="primary" pending={isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}
