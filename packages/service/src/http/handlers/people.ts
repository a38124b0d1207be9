/** The endpoints of the people in an account, and of those who were invited. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount, CurrentSession } from "@rcpt/api/Authentication"
import { codedText } from "@rcpt/api/errors/codedTexts"
import {
  addressTaken,
  joinPasswordsOff,
  BadRequest,
  invitationEnded,
  invitationNotFound,
  lastManager,
  personNotFound,
  tooManyRequests
} from "@rcpt/api/Problem"
import { peopleMax, UnknownPerson } from "@rcpt/domain/AccountPeople"
import { uuid } from "@rcpt/domain/limits"
import { Duration, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { accept, invite, joinPage, look, withdraw } from "../../accounts/people/invitations.ts"
import type { Invitation } from "../../accounts/people/invitations.ts"
import {
  changeRole,
  removePerson,
  namesOf,
  openInvitations,
  people
} from "../../accounts/people/peopleRows.ts"
import { addressLimit, linkAgainAfter } from "../../mail/Outbox.ts"
import { Config } from "../../platform/Config.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import { failForbidden } from "../middleware/permissions.ts"
import * as untrustedProxy from "../middleware/untrustedProxy.ts"
import {
  beginSession,
  browserOf,
  noAddress,
  refusedAs,
  signInWaitMax,
  tryLater
} from "./session.ts"

const tooMany = new BadRequest({
  error: codedText("too_many_people", "limit", { n: peopleMax })
})

const alreadyThere = new BadRequest({
  error: codedText("already_in_account", "email")
})

/** Another one may be mailed after this time, unless the limit of an hour or a day is reached. */
const tooManyMailed = tooManyRequests({
  retryAfterSeconds: Duration.toSeconds(linkAgainAfter),
  limit: addressLimit.perHour
})

const ended = () => Effect.fail(invitationEnded)

const invitationFields = ({ id, email, role, createdAt, expiresAt }: Invitation) => ({
  id,
  email,
  role,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString()
})

/** How the refusals of decisions (domain/powers.ts) are told. */
const ofPowers = (kind: "person" | "invitation") => ({
  BeyondPowers: failForbidden(kind),
  NotPermitted: failForbidden(kind)
})

const current = Effect.gen(function* () {
  const { accountId } = yield* CurrentAccount
  const { personId } = yield* CurrentSession
  return { accountId, personId }
})

/** A person of the request's account, and the one who asks. A malformed id names no person. */
const personOf = (id: string) =>
  Effect.flatMap(current, ({ accountId, personId: by }) =>
    uuid.test(id)
      ? Effect.succeed({ accountId, personId: id.toLowerCase(), by })
      : Effect.fail(new UnknownPerson())
  )

const listPeople = Effect.gen(function* () {
  const { accountId, personId } = yield* current
  const invitations = yield* openInvitations(accountId)
  const inviters = new Set(invitations.map(({ invitedBy }) => invitedBy))
  const named = yield* Effect.orDie(namesOf(accountId, inviters))
  return {
    people: (yield* people(accountId)).map((person) => ({
      id: person.id,
      email: person.email,
      role: person.role,
      joined_at: person.joinedAt.toISOString(),
      last_seen_at: person.lastSeenAt?.toISOString() ?? null,
      second_factor: person.hasSecondFactor,
      current: person.id === personId
    })),
    invitations: invitations.map((invitation) => ({
      ...invitationFields(invitation),
      invited_by: named(invitation.invitedBy)
    })),
    people_max: peopleMax
  }
})

const peopleGroup = HttpApiBuilder.group(Api, "People", (handlers) =>
  handlers
    .handle("list", () => listPeople.pipe(readTimeout(readWaitMax)))
    .handle("invite", ({ payload }) =>
      Effect.gen(function* () {
        const { token, ...invitation } = yield* invite(yield* current, payload)
        return {
          ...invitationFields(invitation),
          ...(token !== undefined && { path: `${joinPage}#${token}` }),
          mailed: token === undefined
        }
      }).pipe(
        readTimeout(readWaitMax),
        Effect.catchTags({
          NoAddress: noAddress,
          AlreadyInAccount: () => Effect.fail(alreadyThere),
          TooManyPeople: () => Effect.fail(tooMany),
          TooManyInvited: () => Effect.fail(tooManyMailed),
          ...ofPowers("invitation")
        })
      )
    )
    .handle("withdraw", ({ params: { id } }) =>
      Effect.gen(function* () {
        const isRevoked = uuid.test(id) && (yield* withdraw(yield* current, id))
        return isRevoked
          ? { message: "the invitation is revoked" }
          : yield* Effect.fail(invitationNotFound)
      }).pipe(readTimeout(readWaitMax), Effect.catchTags(ofPowers("invitation")))
    )
    // These complete also when the caller disconnects: see readTimeout.ts.
    .handle("changeRole", ({ params: { id }, payload: { role } }) =>
      Effect.flatMap(personOf(id), (person) => changeRole(person, role)).pipe(
        readTimeout(readWaitMax),
        Effect.as({ message: "the role is changed" }),
        Effect.catchTags({
          UnknownPerson: () => Effect.fail(personNotFound),
          LastManager: () => Effect.fail(lastManager),
          ...ofPowers("person")
        })
      )
    )
    .handle("remove", ({ params: { id } }) =>
      Effect.flatMap(personOf(id), removePerson).pipe(
        readTimeout(readWaitMax),
        Effect.as({ message: "the person is removed" }),
        Effect.catchTags({
          UnknownPerson: () => Effect.fail(personNotFound),
          LastManager: () => Effect.fail(lastManager),
          ...ofPowers("person")
        })
      )
    )
)

const joining = HttpApiBuilder.group(
  Api,
  "Joining",
  Effect.fnUntraced(function* (handlers) {
    const noticeProxy = yield* untrustedProxy.notice
    return handlers
      .handle("look", ({ payload: { token } }) =>
        look(token).pipe(
          readTimeout(signInWaitMax),
          Effect.map(({ email, role, expiresAt }) => ({
            email,
            role,
            expires_at: expiresAt.toISOString()
          })),
          Effect.catchTag("InvitationEnded", ended)
        )
      )
      .handle("accept", ({ payload, request }) =>
        Effect.gen(function* () {
          yield* noticeProxy(request)
          const { passwords } = yield* Config
          if (passwords === "off") return yield* Effect.fail(joinPasswordsOff)
          const browser = yield* browserOf(request)
          const started = yield* accept({ ...payload, ...browser }).pipe(readTimeout(signInWaitMax))
          return yield* beginSession(started)
        }).pipe(
          Effect.catchTags({
            TryLater: tryLater,
            PasswordRefused: refusedAs("password"),
            InvitationEnded: ended,
            TooManyPeople: () => Effect.fail(tooMany),
            AddressTaken: () => Effect.fail(addressTaken)
          })
        )
      )
  })
)

export const peopleHandlers = Layer.merge(peopleGroup, joining)
