/** The events that an endpoint can choose, in words. */
import type { ChosenEvent } from "@rcpt/api/WebhookEndpoint"

import { words } from "../words/webhooks.tsx"

const hints: Readonly<Record<ChosenEvent, string>> = words.events

export const allEvents = Object.keys(hints) as ReadonlyArray<ChosenEvent>

export const eventChoices = allEvents.map((value) => ({
  value,
  label: value,
  hint: hints[value]
}))

export const hintOf = (event: ChosenEvent): string => hints[event]

export const isAll = (events: ReadonlyArray<ChosenEvent>): boolean =>
  events.length === allEvents.length
