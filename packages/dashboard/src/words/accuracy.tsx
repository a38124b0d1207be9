/** The words of the page of accuracy. */
import { wordsOf } from "./translation.ts"

export const words = wordsOf("accuracy", {
  title: "Accuracy",
  lead: "How many of the addresses that you mailed bounced, by what rcpt had said of them. It counts what you report.",
  period: "Period",
  lastDays: (days: number) => `Last ${days} days`,
  mailOf: "Mail of",
  whose: { own: "This account", all: "All accounts" },
  empty: {
    title: "No reports yet",
    action: "How to report",
    text: "Report the bounces and deliveries of your mail, and this page shows how often rcpt was right."
  },
  onlyBounces: {
    title: "Only bounces were reported",
    text: "Report deliveries too. Without them every mail would seem to have bounced, so no share is shown."
  },
  sum: (sent: string, bounced: string, rate: string | undefined) =>
    `Of ${sent} mails that you reported on, ${bounced} bounced${rate === undefined ? "" : ` (${rate})`}.`,
  interval: "The true share is between the two numbers with 95% confidence.",
  enough: (least: string) => `A share needs at least ${least} mails, with deliveries among them.`,
  deferred: (count: string, isOne: boolean) =>
    `Put off by mail servers, and in no count: ${count} ${isOne ? "mail" : "mails"}.`,
  notEnough: "Not enough mail to say",
  share: "Share bounced",
  counts: {
    sent: "Sent",
    delivered: "Delivered",
    bounced: "Bounced",
    complained: "Complained"
  },
  caption: (title: string) => `Outcomes of your mail: ${title.toLowerCase()}`,
  dimensions: {
    by_status: { title: "By verdict", head: "Verdict" },
    by_mode: { title: "By mode", head: "Mode" },
    by_sub_status: { title: "By reason", head: "Reason" },
    by_score: { title: "By score", head: "Score" },
    by_provider: { title: "By mail provider", head: "Provider" },
    by_catch_all_confidence: { title: "By catch-all confidence", head: "Confidence" }
  }
})
