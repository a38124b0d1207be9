import * as Account from "@rcpt/domain/Account"
import type { AccountEvent } from "@rcpt/domain/Account"
import {
  changeInlet,
  createInlet,
  removeInlet,
  rotateInletSecret
} from "@rcpt/domain/AccountInlets"
import { inletsMax } from "@rcpt/domain/Inlet"
import { Result } from "effect"

import { describe, expect, it } from "../support/vitest.ts"

const cases = Account.AccountEvent.cases
const opened = cases.AccountOpened.make({ owner: false })
const inletId = "019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c0d"
const made = cases.InletCreated.make({ inletId, kind: "mailgun" })
const removed = cases.InletRemoved.make({ inletId })

const after = (...events: ReadonlyArray<AccountEvent>): Account.Account =>
  events.reduce(Account.evolve, Account.empty)

const full = Array.from({ length: inletsMax }, (_, n) =>
  cases.InletCreated.make({ inletId: `inlet ${n}`, kind: "brevo" })
)

type Row = readonly [
  title: string,
  decide: (state: Account.Account) => Account.Decision<{ readonly _tag: string }>,
  past: ReadonlyArray<AccountEvent>,
  expected: ReadonlyArray<AccountEvent> | string
]

const rows: ReadonlyArray<Row> = [
  ["is made", createInlet({ inletId, kind: "mailgun" }), [opened], [made]],
  ["is not made in no account", createInlet({ inletId, kind: "mailgun" }), [], "AccountNotOpen"],
  [
    "is not one too many",
    createInlet({ inletId, kind: "brevo" }),
    [opened, ...full],
    "TooManyInlets"
  ],
  [
    "has room after another one",
    createInlet({ inletId, kind: "mailgun" }),
    [opened, ...full, cases.InletRemoved.make({ inletId: "inlet 3" })],
    [made]
  ],
  ["is changed", changeInlet(inletId), [opened, made], [cases.InletChanged.make({ inletId })]],
  ["is not changed if there is none", changeInlet(inletId), [opened], "NoInlet"],
  [
    "gets a new URL",
    rotateInletSecret(inletId),
    [opened, made],
    [cases.InletSecretRotated.make({ inletId })]
  ],
  ["gets none once it is removed", rotateInletSecret(inletId), [opened, made, removed], "NoInlet"],
  ["is removed", removeInlet(inletId), [opened, made], [removed]],
  ["is removed once", removeInlet(inletId), [opened, made, removed], "NoInlet"]
]

describe("An inlet of an account", () => {
  for (const [title, decide, past, expected] of rows)
    it(title, () => {
      const decided = decide(after(...past))
      expect(Result.isSuccess(decided) ? decided.success : decided.failure._tag).toEqual(expected)
    })
})
