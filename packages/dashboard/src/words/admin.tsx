/** The words of the administration: accounts, health, mail servers, data. */
import type { Health } from "@rcpt/api/Health"
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { wordsOf } from "./translation.ts"

type Finding = NonNullable<Health["doctor"]>["findings"][number]

export const words = wordsOf("admin", {
  title: "Admin",
  lead: "Accounts and service health.",
  asOf: (time: ReactNode) => <>As of {time}.</>,
  tabs: {
    label: "Administration",
    accounts: "Accounts",
    health: "Health",
    mailServers: "Mail servers",
    data: "Data"
  },
  accounts: {
    title: "Accounts",
    email: "Email",
    emailHint: "Enter the full address. Case does not matter.",
    search: "Search",
    showAll: "Show all",
    removed: (credits: string, email: string) => `Removed ${credits} from ${email}.`,
    added: (credits: string, email: string) => `Added ${credits} to ${email}.`,
    suspended: (email: string) => `${email} is suspended.`,
    resumed: (email: string) => `${email} has access again.`,
    noMore: "There are no more accounts.",
    notFound: (email: string) => `No account found for ${email}.`,
    pages: "Pages of accounts",
    caption: "Accounts, newest first",
    account: "Account",
    erased: "Erased",
    closed: "Closed",
    admin: "Admin",
    isSuspended: "Suspended",
    grant: "Grant",
    grantTo: (email: string) => `Grant credits to ${email}`,
    adjust: "Adjust",
    adjustOf: (email: string) => `Adjust credits of ${email}`,
    suspend: "Suspend",
    suspendOf: (email: string) => `Suspend ${email}`,
    resume: "Resume",
    resumeOf: (email: string) => `Resume ${email}`
  },
  access: {
    suspend: {
      title: "Suspend this account?",
      action: "Suspend account",
      effect: (email: ReactNode) =>
        inline`${email} is locked out immediately: requests with its API keys get a 401 response, and its sessions end. Running lists continue, because they are paid for. Its credits do not change.`
    },
    resume: {
      title: "Resume this account?",
      action: "Resume account",
      effect: (email: ReactNode) =>
        inline`${email} gets access again. Its API keys work as before; its users have to sign in again.`
    }
  },
  posting: {
    grant: {
      title: "Grant credits",
      hint: "A whole number, 1 or more.",
      action: (credits: string) => `Grant ${credits}`
    },
    adjust: {
      title: "Adjust credits",
      hint: "A whole number. A negative number removes credits, at most as many as are available.",
      action: (credits: string) => `Add ${credits}`
    },
    remove: (credits: string) => `Remove ${credits}`,
    someCredits: "credits",
    keyReused:
      "The first attempt went through with what you had entered then. Close this dialog and check the balance before you try again.",
    notWhole: "Enter a whole number, such as 1000.",
    available: "Available now",
    credits: "Credits",
    creditsSubject: "Credits",
    reason: "Reason",
    reasonSubject: "The reason",
    reasonHint: "The account sees it in its ledger, where it stays permanently. No personal data."
  },
  doctor: {
    title: "Doctor",
    lead: (at: ReactNode) =>
      inline`Checks whether this machine and its network are ready to verify, every hour. Last run: ${at}.`,
    notYet: "The first run after the start has not finished yet.",
    again: "Run again",
    finished: "The doctor has finished.",
    severities: {
      problem: "Problem",
      warning: "Warning",
      note: "Note",
      ok: "OK"
    } satisfies Readonly<Record<Finding["severity"], string>>,
    setting: "Setting",
    none: "No problems found.",
    passed: (count: number) => `${count} ${count === 1 ? "check" : "checks"} passed`
  },
  nodes: {
    title: "Nodes",
    lead: "Processes that used this database in the last 24 hours.",
    node: "Node",
    state: "State",
    online: "Online",
    offline: "Offline",
    started: "Started",
    lastSeen: "Last seen"
  },
  queues: {
    title: "Queues",
    lead: "Waiting work. A number that only grows is a sign of a problem.",
    /** The queues in the order in which work passes through them. */
    labels: {
      jobs_pending: "Lists waiting to start",
      jobs_processing: "Lists in progress",
      probes_due: "Rows waiting for their mail server",
      probes_later: "Greylisted rows, retried later",
      probes_asked: "Rows being probed now",
      webhooks_pending: "Webhook deliveries to send",
      holds_expired: "Expired holds to refund",
      commits_unsealed: "Commits that no view has processed"
    } satisfies Readonly<Record<keyof Health["queues"], string>>
  },
  mailServers: {
    title: "Mail servers",
    lead: "Servers probed in the last 10 minutes, or with problems in the last 2 hours. Servers that ask us to slow down are probed less often. Servers that refuse us are paused for a while.",
    caption: "Groups of mail servers, problems first",
    none: "No mail servers were probed recently",
    noneText:
      "Deep checks probe mail servers. Servers probed in the last 10 minutes appear here with their pace and last reply. Servers with problems stay for 2 hours.",
    via: (egress: string) => `via ${egress}`,
    waitingOf: (single: string, lists: string) => `${single} single, ${lists} from lists`,
    until: (time: ReactNode) => <>Until {time}.</>,
    reply: (reply: ReactNode, phase: string, ago: ReactNode) =>
      inline`${reply} at ${phase}, ${ago}`,
    server: "Mail servers",
    state: "State",
    pace: "Pace",
    open: "Open",
    waiting: "Waiting",
    lastReply: "Last reply",
    node: "Node",
    states: { blocked: "Blocked", paused: "Paused", halfOpen: "Retrying", closed: "Working" },
    reasons: {
      rateLimited: "These servers asked us to slow down.",
      silent: "These servers do not respond.",
      refused: "These servers refuse us.",
      conduct: "These servers refuse us because of complaints or spam traps.",
      blocked:
        "So many servers refuse us that our address is likely blocked: see the doctor under Health."
    },
    unlimited: "Unlimited",
    perSecond: (pace: string) => `${pace} per second`,
    atOnce: (count: string) => `${count} at once`,
    fixed: "fixed by a setting",
    /** A new address that warms up. `next` is when the next day begins. */
    warmUp: (left: string, cap: string, next: ReactNode) =>
      inline`New address: ${left} of ${cap} conversations left until ${next}`
  },
  data: {
    views: {
      title: "Views",
      lead: "Ledger, usage and charts are built from the event log. Behind: commits not processed yet. Failed: commits that a view had to skip, retried every minute.",
      caption: "Views of the event log",
      view: "View",
      state: "State",
      behind: "Behind",
      failed: "Failed",
      generation: "Generation",
      incomplete: "Incomplete",
      rebuilding: "Rebuilding",
      catchingUp: "Catching up",
      upToDate: "Up to date"
    },
    lists: {
      title: "Lists",
      lead: "Domains and names that addresses are checked against.",
      list: "List",
      asOf: "As of",
      entries: "Entries",
      source: "Source",
      refreshed: "Refreshed",
      bundled: "Bundled with rcpt"
    },
    blocklists: {
      title: "Blocklists",
      lead: "Queried over DNS by the node that serves this page. A blocklist that fails its test is not used.",
      blocklist: "Blocklist",
      lists: "Lists",
      addresses: "IP addresses",
      domains: "Domains",
      state: "State",
      inUse: "In use",
      testing: "Testing",
      notInUse: "Not in use",
      tested: "Tested"
    }
  }
})
