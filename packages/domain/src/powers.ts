/**
 * Who may do what to whom. Nobody gives an object more than they may do themselves, and nobody changes an object whose
 * powers are larger than theirs. The decisions ask `refusalOf` inside of the transaction that changes something, about
 * the roles and keys of that moment: a person who has just lost a role, or a key that has just been revoked, is refused.
 */
import { HashMap, Option, Schema } from "effect"

import type { Account, IssuedKey } from "./Account.ts"
import { noTerms } from "./KeyTerms.ts"
import type { KeyTerms } from "./KeyTerms.ts"
import { isKeyPermitted } from "./permissions.ts"
import type { Role } from "./Role.ts"
import { isRolePermitted, permissions } from "./rolePermissions.ts"
import type { Permission } from "./rolePermissions.ts"

/** A person of the account or one of its keys, by its id; an operator who works on the database may do everything. */
export type Author =
  | { readonly personId: string; readonly keyId?: undefined }
  | { readonly keyId: string; readonly personId?: undefined }
  | "operator"

/** A key with the networks from which it works; null: from all. They are in rows and not in events. */
export interface KeyWithNetworks extends Pick<IssuedKey, "role" | "scopes" | "terms"> {
  readonly networks: ReadonlyArray<string> | null
}

/** The networks of an account's keys, as the rows of this transaction have them. */
export interface KeyNetworks {
  readonly of: (keyId: string) => ReadonlyArray<string> | null
  /** Whether each of `inner` lies in one of `outer`. */
  readonly areWithin: (inner: ReadonlyArray<string>, outer: ReadonlyArray<string>) => boolean
}

/** For decisions that no key with networks takes part in. */
export const noNetworks: KeyNetworks = { of: () => null, areWithin: () => true }

interface Powers {
  readonly permissions: ReadonlySet<Permission>
  readonly limits: Pick<KeyTerms, "creditLimit" | "expiresAt">
  readonly networks: ReadonlyArray<string> | null
}

const nothing: Powers = { permissions: new Set(), limits: noTerms, networks: null }

const everything: Powers = { ...nothing, permissions: new Set(permissions) }

const powersOfRole = ({ owner }: Account, role: Role): Powers => ({
  ...nothing,
  permissions: new Set(
    permissions.filter(
      (permission) => isRolePermitted(role, permission) && (owner || permission !== "administer")
    )
  )
})

const powersOfKey = (account: Account, key: KeyWithNetworks): Powers => ({
  permissions: new Set(
    [...powersOfRole(account, key.role).permissions].filter((permission) =>
      isKeyPermitted(key, permission)
    )
  ),
  limits: key.terms,
  networks: key.networks
})

/** The objects that requests make and change. `nothing`: the kind does not act by itself. */
interface Objects {
  readonly key: KeyWithNetworks
  readonly person: { readonly role: Role }
  readonly invitation: { readonly role: Role }
  readonly webhook: "nothing"
  readonly inlet: "nothing"
  readonly schedule: "nothing"
  readonly delivery: "nothing"
  readonly rule: "nothing"
  readonly list: "nothing"
  readonly check: "nothing"
  readonly report: "nothing"
  readonly address: "nothing"
  readonly account: "nothing"
  readonly sign_in: "nothing"
  readonly second_factor: "nothing"
  readonly service: "nothing"
}

export type ObjectKind = keyof Objects

interface Row<A> {
  /** The permission that making, changing and removing one needs. */
  readonly permission: Permission
  /** Whether a session needs a password that was entered lately. */
  readonly freshPassword: boolean
  /** What an object can do. Absent: it does not act by itself. */
  readonly powers?: (account: Account, object: A) => Powers
}

/** The table: permission × kind of object × powers of the object. Each endpoint that changes something names its row. */
export const objectKinds: { readonly [K in ObjectKind]: Row<Objects[K]> } = {
  key: { permission: "manage", freshPassword: true, powers: powersOfKey },
  person: {
    permission: "govern",
    freshPassword: true,
    powers: (account, { role }) => powersOfRole(account, role)
  },
  invitation: {
    permission: "govern",
    freshPassword: true,
    powers: (account, { role }) => powersOfRole(account, role)
  },
  webhook: { permission: "manage", freshPassword: true },
  inlet: { permission: "manage", freshPassword: true },
  schedule: { permission: "manage", freshPassword: true },
  delivery: { permission: "manage", freshPassword: false },
  rule: { permission: "change", freshPassword: false },
  list: { permission: "change", freshPassword: false },
  check: { permission: "spend", freshPassword: false },
  report: { permission: "change", freshPassword: false },
  address: { permission: "erase", freshPassword: false },
  account: { permission: "govern", freshPassword: true },
  sign_in: { permission: "own", freshPassword: false },
  second_factor: { permission: "own", freshPassword: true },
  service: { permission: "administer", freshPassword: false }
}

const Field = Schema.Literals(["scopes", "role", "creditLimit", "expiresAt", "networks"])

/** Whoever asks lacks the permission by now. */
export class NotPermitted extends Schema.TaggedError<NotPermitted>()("NotPermitted", {
  permission: Schema.Literals(permissions)
}) {}

/** The object may do more than whoever asks: `before`, as it is, or `after`, as it would be. */
export class BeyondPowers extends Schema.TaggedError<BeyondPowers>()("BeyondPowers", {
  when: Schema.Literals(["before", "after"]),
  field: Field
}) {}

type Field = typeof Field.Type

const isLater = (theirs: number | undefined, mine: number): boolean =>
  theirs === undefined || theirs > mine

/** The first respect in which an object may do more. */
const excessOf = (mine: Powers, theirs: Powers, networks: KeyNetworks): Field | undefined => {
  const beyond = [...theirs.permissions].filter((permission) => !mine.permissions.has(permission))
  if (beyond.length > 0) return "scopes"
  const { creditLimit, expiresAt } = mine.limits
  // A second key with credits of its own would double the limit.
  if (creditLimit !== undefined && theirs.permissions.has("spend")) return "creditLimit"
  if (expiresAt !== undefined && isLater(theirs.limits.expiresAt, expiresAt)) return "expiresAt"
  if (mine.networks === null) return undefined
  const areWithin = theirs.networks !== null && networks.areWithin(theirs.networks, mine.networks)
  return areWithin ? undefined : "networks"
}

/** The scope `manage` is given by people alone, so that keys of keys have no keys. */
const givenByKey = ({ permissions: own, ...limits }: Powers): Powers => ({
  ...limits,
  permissions: new Set([...own].filter((permission) => permission !== "manage"))
})

const powersOf = (account: Account, actor: Author, networks: KeyNetworks): Powers => {
  if (actor === "operator") return everything
  if (actor.personId !== undefined) {
    const role = Option.getOrUndefined(HashMap.get(account.people, actor.personId))
    return role === undefined ? nothing : powersOfRole(account, role)
  }
  const key = Option.getOrUndefined(HashMap.get(account.keys, actor.keyId))
  return key?.status === "live"
    ? powersOfKey(account, { ...key, networks: networks.of(actor.keyId) })
    : nothing
}

interface Change<K extends ObjectKind> {
  readonly kind: K
  readonly by: Author
  /** The object as it is; absent: it is made. */
  readonly before?: Objects[K] | undefined
  /** The object as it will be; absent: it ends. */
  readonly after?: Objects[K] | undefined
  readonly networks?: KeyNetworks
}

/** The one decision about every change of an object. `undefined`: it is permitted. */
export const refusalOf = <K extends ObjectKind>(
  account: Account,
  { kind, by, before, after, networks = noNetworks }: Change<K>
): NotPermitted | BeyondPowers | undefined => {
  const { permission, powers } = objectKinds[kind]
  const mine = powersOf(account, by, networks)
  if (!mine.permissions.has(permission)) return new NotPermitted({ permission })
  if (powers === undefined || by === "operator") return undefined
  const giving = by.keyId === undefined ? mine : givenByKey(mine)
  for (const [when, object] of [
    ["before", before],
    ["after", after]
  ] as const) {
    const field = object && excessOf(giving, powers(account, object), networks)
    if (field !== undefined) return new BeyondPowers({ when, field })
  }
  return undefined
}

/** The respect in which a key may do more than the key that made it. */
export const excessOfMade = (
  account: Account,
  {
    maker,
    made,
    networks
  }: {
    readonly maker: KeyWithNetworks
    readonly made: KeyWithNetworks
    readonly networks: KeyNetworks
  }
): Field | undefined =>
  excessOf(givenByKey(powersOfKey(account, maker)), powersOfKey(account, made), networks)
