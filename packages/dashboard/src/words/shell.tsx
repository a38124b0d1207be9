/** The words of the frame of all pages. */
import { wordsOf } from "./translation.ts"

export const words = wordsOf("shell", {
  language: "Language",
  menu: "Menu",
  navigation: "Main",
  reference: "API reference",
  creditsAvailable: "Credits available",
  skip: "Skip to content",
  groups: { developers: "Developers", account: "Account", service: "Service" },
  /** The names of pages by path. */
  pages: {
    "/": "Overview",
    "/verify": "Verify",
    "/bulk": "Lists",
    "/schedules": "Schedules",
    "/rules": "Rules",
    "/activity": "Activity",
    "/accuracy": "Accuracy",
    "/ledger": "Ledger",
    "/keys": "API keys",
    "/webhooks": "Webhooks",
    "/inlets": "Inlets",
    "/usage": "Usage",
    "/settings": "Settings",
    "/people": "People",
    "/security": "Security",
    "/admin": "Admin"
  },
  /** Other words that people look for a page by. */
  alsoCalled: {
    "/": "home start dashboard checklist",
    "/verify": "check address single",
    "/bulk": "upload csv bulk file jobs",
    "/schedules": "auto clean automatic cron recurring again",
    "/rules": "block allow blocklist allowlist blacklist whitelist",
    "/activity": "",
    "/accuracy": "bounces bounced delivered complaints feedback how good",
    "/ledger": "credits receipts charges statements books",
    "/keys": "token secret",
    "/webhooks": "endpoint deliveries events",
    "/inlets": "bounces complaints returned mail feedback mail service",
    "/usage": "statistics months",
    "/settings": "password sessions two-factor second factor sign out erase close",
    "/people": "",
    "/security": "audit events sign-ins",
    "/admin": "accounts grant credits health",
    "/docs": "docs documentation help"
  },
  times: (zone: string) => `Times are in ${zone}. Totals by day and month are in UTC.`,
  connectionLost: "Connection lost. This page may be out of date and reconnects automatically.",
  /** The banner of a tab that is older than the service. */
  updated: {
    text: "rcpt was updated while this page was open.",
    reload: "Reload",
    later: "Later"
  },
  notFound: {
    title: "Page not found",
    heading: "This page does not exist",
    text: "The URL may be mistyped, or the item was deleted.",
    overview: "Go to overview"
  }
})
