/** The words of the page of people. */
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("people", {
  title: "People",
  lead: "Who may sign in to this account, and what each of them may do.",
  invite: "Invite",
  onlyManagers: "Only managers invite, change roles and remove people.",
  limit: (count: number, max: number) => `${count} of at most ${max}, with open invitations.`,
  hasLeft: "Somebody who has left",
  roles: {
    manager: {
      label: "Manager",
      hint: "Everything, including people, erasing addresses and closing the account."
    },
    member: {
      label: "Member",
      hint: "Verifies addresses and lists, and looks after API keys and the webhook."
    },
    read_only: {
      label: "Read-only",
      hint: "Sees results, the ledger and settings, but no secrets, and changes nothing."
    }
  },
  table: {
    caption: "People of this account",
    email: "Email",
    you: "You",
    role: "Role",
    twoFactor: "Two-factor",
    on: "On",
    off: "Off",
    joined: "Joined",
    lastSeen: "Last seen",
    never: "Never",
    changeRole: "Role",
    changeRoleOf: (email: string) => `Change the role of ${email}`,
    remove: "Remove",
    removeOf: (email: string) => `Remove ${email}`
  },
  invitations: {
    title: "Open invitations",
    lead: "A lost link cannot be shown again: invite the same address once more, and the old link stops working.",
    caption: "Open invitations, newest first",
    email: "Email",
    role: "Role",
    invitedBy: "Invited by",
    until: "Works until",
    revoke: "Revoke",
    revokeOf: (email: string) => `Revoke the invitation of ${email}`
  },
  invitation: {
    title: "Invite a person",
    email: "Email",
    emailSubject: "The address",
    emailHint: "They will sign in with this address. No mail is sent: you get a link to hand on.",
    emailHintWithMail: "They will sign in with this address. We mail them a link.",
    role: "Role",
    action: "Make link",
    actionWithMail: "Invite"
  },
  link: {
    title: (email: string) => `Link for ${email}`,
    lead: (until: ReactNode, role: string) =>
      inline`Hand it to them by a way you trust. It works once, until ${until}. Role: ${role}.`,
    mailedTitle: (email: string) => `Invitation of ${email}`,
    mailed: (until: ReactNode, role: string) =>
      inline`A link is on its way to them by mail. It works once, until ${until}. Role: ${role}.`,
    close: "Close",
    label: "link",
    once: "Copy this link now. It is not shown again. The first person to open it joins the account.",
    done: "I have copied it"
  },
  removal: {
    title: "Remove this person?",
    action: "Remove person",
    leaveTitle: "Leave this account?",
    leaveAction: "Leave account",
    consequences: (email: ReactNode) =>
      inline`${email} is signed out everywhere at once, and the address, password and second factor are erased. API keys that they made keep working: revoke those that they know.`
  },
  role: {
    title: "Change role",
    keeps: (email: string) =>
      `${email} keeps the sessions that are open. API keys that were made before keep what they may do.`,
    legend: "Role",
    save: "Save role"
  }
})
