import * as Account from "@rcpt/domain/Account"
import * as AccountEnd from "@rcpt/domain/AccountEnd"
import * as AccountKeys from "@rcpt/domain/AccountKeys"
import { configureWebhook } from "@rcpt/domain/AccountWebhooks"
import { noNetworks } from "@rcpt/domain/powers"
import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

const event = Account.AccountEvent.cases

const after = (...events: ReadonlyArray<Account.AccountEvent>): Account.Account =>
  events.reduce(Account.evolve, Account.empty)

const opened = event.AccountOpened.make({ owner: false })
const owner = event.AccountOpened.make({ owner: true })
const issued = (keyId: string) => event.ApiKeyIssued.make({ keyId, name: "ci", last4: "abcd" })

const idle: AccountEnd.Situation = { owners: 1, jobs: 0, checks: 0, forfeited: 0 }

const typesOf = (decision: Account.Decision<unknown>) =>
  Result.isSuccess(decision)
    ? decision.success.map(({ _tag }) => _tag)
    : Object(decision.failure)._tag

const decisions: ReadonlyArray<
  readonly [
    says: string,
    account: Account.Account,
    situation: Partial<AccountEnd.Situation>,
    outcome: string | ReadonlyArray<string>
  ]
> = [
  ["of nobody is refused", after(), {}, "AccountNotOpen"],
  ["is decided", after(opened), {}, ["AccountClosed"]],
  [
    "revokes live keys and removes the webhook first",
    after(
      opened,
      issued("a"),
      issued("b"),
      event.ApiKeyRevoked.make({ keyId: "a" }),
      event.WebhookConfigured.make({})
    ),
    {},
    ["ApiKeyRevoked", "WebhookRemoved", "AccountClosed"]
  ],
  ["while a job runs is refused", after(opened), { jobs: 1 }, "WorkUnfinished"],
  ["while a check is answered is refused", after(opened), { checks: 1 }, "WorkUnfinished"],
  ["of the last owner is refused", after(owner), {}, "LastOwner"],
  ["of the last owner is refused, though jobs run", after(owner), { jobs: 1 }, "LastOwner"],
  ["of one of two owners is decided", after(owner), { owners: 2 }, ["AccountClosed"]],
  ["of a customer counts no owners", after(opened), { owners: 0 }, ["AccountClosed"]],
  [
    "of a suspended account is decided",
    after(opened, event.AccountSuspended.make({ by: "x" })),
    {},
    ["AccountClosed"]
  ],
  [
    "of a closed account is refused",
    after(opened, event.AccountClosed.make({ forfeited: 0 })),
    {},
    "AccountNotOpen"
  ]
]

describe("Closing", () => {
  for (const [says, account, situation, outcome] of decisions)
    it(says, () =>
      assert.deepStrictEqual(typesOf(AccountEnd.close({ ...idle, ...situation })(account)), outcome)
    )

  it("records what was forfeited, and leaves nothing that can be decided", () => {
    const decided = AccountEnd.close({ ...idle, forfeited: 7 })(after(opened, issued("a")))
    const events = Result.getOrThrow(decided)
    assert.deepStrictEqual(events.at(-1), event.AccountClosed.make({ forfeited: 7 }))
    const closed = events.reduce(Account.evolve, after(opened, issued("a")))
    const later: ReadonlyArray<Account.Decision<unknown>> = [
      Account.note("SessionStarted", "p")(closed),
      Account.suspend({ by: "x" })(closed),
      Account.resume({ by: "x" })(closed),
      configureWebhook({})(closed),
      AccountKeys.issueApiKey({
        keyId: "c",
        name: "ci",
        last4: "abcd",
        scopes: [],
        terms: {},
        by: "operator",
        networks: noNetworks
      })(closed),
      AccountEnd.noteErasure({ erasureId: "e", digest: "d", counts: { job_rows: 1 } })(closed)
    ]
    for (const decision of later) assert.strictEqual(typesOf(decision), "AccountNotOpen")
    assert.deepStrictEqual(typesOf(Account.open({ owner: true })(closed)), [])
  })
})

describe("The receipt of an erasure", () => {
  it("names exactly the places where something was found, and there is none without", () => {
    const counts = fc.dictionary(fc.string({ minLength: 1 }), fc.nat(3))
    fc.assert(
      fc.property(counts, (found) => {
        const command = { erasureId: "e", digest: "d", counts: found }
        const events = Result.getOrThrow(AccountEnd.noteErasure(command)(after(opened)))
        const places = Object.entries(found).filter(([, count]) => count > 0)
        assert.strictEqual(events.length, places.length === 0 ? 0 : 1)
        for (const recorded of events)
          assert.deepStrictEqual(Object(recorded).counts, Object.fromEntries(places))
      })
    )
  })
})
