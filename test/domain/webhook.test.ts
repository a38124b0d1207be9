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

const rows: ReadonlyArray<readonly [string, Decide, Events, Events]> = [
  ["is set", Account.configureWebhook, [opened], [configured]],
  ["is set to another URL", Account.configureWebhook, [opened, configured], [configured]],
  ["is live again when it is set", Account.configureWebhook, [opened, disabled], [configured]],
  ["gets a new secret", Account.rotateWebhookSecret, [opened, configured], [rotated]],
  [
    "gets one while it is disabled",
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
  for (const [what, decide, before, then] of rows)
    it(what, () => expect(Result.getOrThrow(decide(after(...before)))).toEqual(then))

  it("needs an account that is open", () =>
    expect(Result.isFailure(Account.configureWebhook(Account.empty))).toBe(true))

  it("has no secret to be changed when there is none", () =>
    expect(Result.isFailure(Account.rotateWebhookSecret(after(opened, configured, removed)))).toBe(
      true
    ))
})
