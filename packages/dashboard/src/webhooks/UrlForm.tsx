/** The form for the webhook's URL. The service decides which URLs it allows; its error is shown at the field. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"

import { accountQuery } from "../api/account.ts"
import { TextFieldForm } from "../parts/TextFieldForm.tsx"
import { setWebhook, webhookQuery } from "./webhookQueries.ts"

interface UrlFormProps {
  readonly initial: string
  readonly action: string
  readonly onSet?: () => void
  /** Beside the submit button, such as a Cancel button. */
  readonly otherActions?: ReactNode
}

export const UrlForm = ({ initial, action, onSet, otherActions }: UrlFormProps) => {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (url: string) => setWebhook({ url: url.trim() }),
    onSuccess: (webhook) => {
      queryClient.setQueryData(webhookQuery.queryKey, webhook)
      onSet?.()
      // The secret is created with the first URL and is part of the account.
      return queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    }
  })
  return (
    <TextFieldForm
      field={{ name: "url", subject: "The URL" }}
      input={{
        label: "URL",
        hint: "An https URL on the public internet. It receives POST requests with JSON.",
        // Not `url`: the service reports what is wrong with a URL better than the browser.
        type: "text",
        inputMode: "url",
        autoCapitalize: "none",
        spellCheck: false,
        placeholder: "https://example.com/hooks/rcpt",
        className: "mono"
      }}
      initial={initial}
      action={action}
      pending={isPending}
      error={error}
      onSubmit={(url) => mutate(url)}
      otherActions={otherActions}
    />
  )
}
