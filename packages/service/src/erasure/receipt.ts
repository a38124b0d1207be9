/** The receipt of an erasure for the person who asked for it: how much was found where, what stays and why. */
import type { ErasedPlace, ErasureReceipt, Kept } from "@rcpt/api/Erasure"

import type { Erasure } from "./eraseAddress.ts"

/** The things that stay after every erasure. */
const keptAlways: ReadonlyArray<Kept> = [
  {
    what: "entries of the ledger",
    why: "they prove charges, and hold no address: only a keyed hash of it"
  },
  {
    what: "what is known of the domain",
    why: "it is no person's, the same for all accounts, and expires within 30 days"
  },
  {
    what: "backups that were made before",
    why: "they expire by their own schedule; erase again after restoring one"
  }
]

/** The things that stay after an account is closed. */
export const keptOfClosed: ReadonlyArray<Kept> = [
  ...keptAlways,
  {
    what: "names of its API keys, in events",
    why: "they say which key was made and revoked; no email address is taken as a name"
  }
]

interface KeptSometimes extends Kept {
  readonly isSo: (erasure: Erasure) => boolean
}

const keptSometimes: ReadonlyArray<KeptSometimes> = [
  {
    isSo: ({ isSignIn }) => isSignIn,
    what: "the address that somebody of the account signs in with",
    why: "they need it; remove them from the account, or close it, to erase it"
  },
  {
    isSo: ({ isInWebhook }) => isInWebhook,
    what: "the URL of the webhook, which names the address",
    why: "it is a setting of the account; change it there"
  },
  {
    isSo: ({ isInKeyName }) => isInKeyName,
    what: "the name of an API key, which contains the address",
    why: "it was given before such names were refused, and is in an event"
  },
  {
    isSo: ({ unreadable }) => unreadable > 0,
    what: "rows of lists whose stored form is damaged",
    why: "they cannot be read; they are deleted with their list"
  }
]

export const receiptOf = (erasure: Erasure): ErasureReceipt => ({
  id: erasure.id,
  erased_at: erasure.at.toISOString(),
  found: erasure.id !== null,
  erased: (Object.entries(erasure.counts) as ReadonlyArray<[ErasedPlace, number]>).flatMap(
    ([place, count]) => (count > 0 ? [{ place, count }] : [])
  ),
  kept: [
    ...keptAlways,
    ...keptSometimes.flatMap(({ isSo, what, why }) => (isSo(erasure) ? [{ what, why }] : []))
  ]
})
