/** Decisions about the inlets of an account, as events of the account (`Account.ts`). */
import { HashSet, Result, Schema } from "effect"

import { AccountEvent, AccountNotOpen } from "./Account.ts"
import type { Account, Decision } from "./Account.ts"
import { inletsMax } from "./Inlet.ts"
import type { InletKind } from "./Inlet.ts"

export class NoInlet extends Schema.TaggedError<NoInlet>()("NoInlet", {}) {}

export class TooManyInlets extends Schema.TaggedError<TooManyInlets>()("TooManyInlets", {}) {}

const { InletCreated, InletChanged, InletSecretRotated, InletRemoved } = AccountEvent.cases

export const createInlet =
  (made: { readonly inletId: string; readonly kind: InletKind }) =>
  ({ opened, inlets }: Account): Decision<AccountNotOpen | TooManyInlets> => {
    if (!opened) return Result.fail(new AccountNotOpen())
    if (HashSet.size(inlets) >= inletsMax) return Result.fail(new TooManyInlets())
    return Result.succeed([InletCreated.make(made)])
  }

const ofKnown =
  (decide: (inletId: string) => AccountEvent) =>
  (inletId: string) =>
  ({ inlets }: Account): Decision<NoInlet> =>
    HashSet.has(inlets, inletId) ? Result.succeed([decide(inletId)]) : Result.fail(new NoInlet())

/** Another name, or another key of its service. */
export const changeInlet = ofKnown((inletId) => InletChanged.make({ inletId }))

export const rotateInletSecret = ofKnown((inletId) => InletSecretRotated.make({ inletId }))

export const removeInlet = ofKnown((inletId) => InletRemoved.make({ inletId }))

/** Removes all inlets, when the account is closed. */
export const removeAllInlets = ({ inlets }: Account): ReadonlyArray<AccountEvent> =>
  Array.from(inlets, (inletId) => InletRemoved.make({ inletId }))
