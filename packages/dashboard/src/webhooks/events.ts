/** The events that an endpoint can choose, in words. */
import type { ChosenEvent } from "@rcpt/api/WebhookEndpoint"

const hints: Readonly<Record<ChosenEvent, string>> = {
  "job.completed": "A list is verified.",
  "job.failed": "A list could not be completed.",
  "job.cancelled": "A list was cancelled.",
  "credits.low": "The balance fell below a threshold."
}

export const allEvents = Object.keys(hints) as ReadonlyArray<ChosenEvent>

export const eventChoices = allEvents.map((value) => ({
  value,
  label: value,
  hint: hints[value]
}))

export const hintOf = (event: ChosenEvent): string => hints[event]

export const isAll = (events: ReadonlyArray<ChosenEvent>): boolean =>
  events.length === allEvents.length
