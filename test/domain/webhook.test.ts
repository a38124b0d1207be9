import { describe, expect, it } from "@effect/vitest"
import * as Account from "@rcpt/domain/Account"
import type { AccountEvent } from "@rcpt/domain/Account"
import { Result } from "effect"

const cases = Account.AccountEvent.cases
const opened = cases.AccountOpened.make({ owner: false })
const configured = cases.WebhookConfigured.make({})
const rotated = cases.WebhookSecretRotated.make({})
const removed = cases.WebhookRemoved.make({})
const disabled = cases.WebhookDisabled.make({ why: "gone" })

const after = (...events: ReadonlyArray<AccountEvent>): Account.Account =>
  events.reduce(Account.evolve, Account.empty)

type Decide = (state: Account.Account) => Account.Decision<unknown>
type Events = ReadonlyArray<AccountEvent>

const rows: ReadonlyArray<readonly [title: string, Decide, past: Events, expected: Events]> = [
  ["is set", Account.configureWebhook, [opened], [configured]],
  ["is set to another URL", Account.configureWebhook, [opened, configured], [configured]],
  ["is enabled again when it is set", Account.configureWebhook, [opened, disabled], [configured]],
  ["gets a new secret", Account.rotateWebhookSecret, [opened, configured], [rotated]],
  [
    "gets a new secret while it is disabled",
    Account.rotateWebhookSecret,
    [opened, configured, disabled],
    [rotated]
  ],
  ["is disabled", Account.disableWebhook("gone"), [opened, configured], [disabled]],
  ["is disabled once", Account.disableWebhook("failing"), [opened, configured, disabled], []],
  ["is not disabled when there is none", Account.disableWebhook("gone"), [opened], []],
  ["is removed", Account.removeWebhook, [opened, configured, disabled], [removed]],
  ["is removed once", Account.removeWebhook, [opened, configured, removed], []]
]

describe("The webhook of an account", () => {
  for (const [title, decide, past, expected] of rows)
    it(title, () => expect(Result.getOrThrow(decide(after(...past)))).toEqual(expected))

  it("needs an open account", () =>
    expect(Result.isFailure(Account.configureWebhook(Account.empty))).toBe(true))

  it("has no secret to rotate when there is none", () =>
    expect(Result.isFailure(Account.rotateWebhookSecret(after(opened, configured, removed)))).toBe(
      true
    ))
})
