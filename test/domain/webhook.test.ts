import * as Account from "@rcpt/domain/Account"
import type { AccountEvent } from "@rcpt/domain/Account"
import * as AccountWebhooks from "@rcpt/domain/AccountWebhooks"
import { Result } from "effect"

import { describe, expect, it } from "../support/vitest.ts"

const cases = Account.AccountEvent.cases
const opened = cases.AccountOpened.make({ owner: false })

const after = (...events: ReadonlyArray<AccountEvent>): Account.Account =>
  events.reduce(Account.evolve, Account.empty)

type Decide = (state: Account.Account) => Account.Decision<unknown>
type Events = ReadonlyArray<AccountEvent>

const { configureWebhook, disableWebhook, removeWebhook, rotateWebhookSecret } = AccountWebhooks

/** `{}`: as events of the time when there was one name it, and as they go on to name that one. */
for (const [named, of] of [
  ["the first webhook", {}],
  ["another endpoint", { endpointId: "019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c0d" }]
] as const) {
  const configured = cases.WebhookConfigured.make(of)
  const rotated = cases.WebhookSecretRotated.make(of)
  const removed = cases.WebhookRemoved.make(of)
  const disabled = cases.WebhookDisabled.make({ why: "gone", ...of })
  const other = cases.WebhookConfigured.make({ endpointId: "other" })

  const rows: ReadonlyArray<readonly [title: string, Decide, past: Events, expected: Events]> = [
    ["is set", configureWebhook(of), [opened], [configured]],
    ["is set to another URL", configureWebhook(of), [opened, configured], [configured]],
    ["is enabled again when it is set", configureWebhook(of), [opened, disabled], [configured]],
    ["gets a new secret", rotateWebhookSecret(of), [opened, configured], [rotated]],
    [
      "gets a new secret while it is disabled",
      rotateWebhookSecret(of),
      [opened, configured, disabled],
      [rotated]
    ],
    ["is disabled", disableWebhook(of, "gone"), [opened, configured], [disabled]],
    ["is disabled once", disableWebhook(of, "failing"), [opened, configured, disabled], []],
    ["is not disabled when another one is live", disableWebhook(of, "gone"), [opened, other], []],
    ["is removed", removeWebhook(of), [opened, configured, disabled], [removed]],
    ["is removed once", removeWebhook(of), [opened, configured, removed], []],
    ["is not removed with another one", removeWebhook(of), [opened, other], []]
  ]

  describe(`An account: ${named}`, () => {
    for (const [title, decide, past, expected] of rows)
      it(title, () => expect(Result.getOrThrow(decide(after(...past)))).toEqual(expected))

    it("needs an open account", () =>
      expect(Result.isFailure(configureWebhook(of)(Account.empty))).toBe(true))

    it("has no secret to rotate when there is none", () =>
      expect(
        Result.isFailure(rotateWebhookSecret(of)(after(opened, configured, removed, other)))
      ).toBe(true))
  })
}

describe("The endpoints of an account", () => {
  const names = Array.from({ length: AccountWebhooks.endpointsMax }, (_, n) => ({
    endpointId: `endpoint ${n}`
  }))
  const full = after(opened, ...names.map((of) => cases.WebhookConfigured.make(of)))

  it("are ten at most, and each of them can still be changed", () => {
    const refused = configureWebhook({ endpointId: "one more" })(full)
    expect(Result.isFailure(refused) && refused.failure._tag).toBe("TooManyEndpoints")
    for (const of of names) expect(Result.isSuccess(configureWebhook(of)(full))).toBe(true)
    const removed = Account.evolve(full, cases.WebhookRemoved.make(names[3]!))
    expect(Result.isSuccess(configureWebhook({ endpointId: "one more" })(removed))).toBe(true)
  })

  it("are all removed when it is closed, the nameless one too", () => {
    const { removeAllWebhooks } = AccountWebhooks
    const both = after(
      opened,
      cases.WebhookConfigured.make({}),
      cases.WebhookConfigured.make(names[0]!)
    )
    expect(removeAllWebhooks(both)).toHaveLength(2)
    expect(removeAllWebhooks(removeAllWebhooks(both).reduce(Account.evolve, both))).toEqual([])
  })
})
