/** The German of words/accuracy.tsx. */
import type { words } from "../accuracy.tsx"

export const accuracy: typeof words = {
  title: "Treffsicherheit",
  lead: "Wie viele der angeschriebenen Adressen zurückkamen, nach dem, was rcpt über sie gesagt hatte. Gezählt wird, was Sie melden.",
  period: "Zeitraum",
  lastDays: (days) => `Die letzten ${days} Tage`,
  mailOf: "E-Mails von",
  whose: { own: "Diesem Konto", all: "Allen Konten" },
  empty: {
    title: "Noch keine Meldungen",
    action: "So melden Sie",
    text: "Melden Sie, welche E-Mails zurückkamen und welche ankamen. Diese Seite zeigt dann, wie oft rcpt recht hatte."
  },
  onlyBounces: {
    title: "Es wurden nur Rückläufer gemeldet",
    text: "Melden Sie auch Zustellungen. Ohne sie sähe es so aus, als käme jede E-Mail zurück; deshalb steht hier kein Anteil."
  },
  sum: (sent, bounced, rate) =>
    `Von ${sent} E-Mails, zu denen Sie sich gemeldet haben, kamen ${bounced} zurück${rate === undefined ? "" : ` (${rate})`}.`,
  interval: "Der wahre Anteil liegt mit 95 % Sicherheit zwischen den beiden Zahlen.",
  enough: (least) =>
    `Für einen Anteil braucht es mindestens ${least} E-Mails, und Zustellungen darunter.`,
  deferred: (count, isOne) =>
    `Von Mailservern aufgeschoben und nirgends mitgezählt: ${count} ${isOne ? "E-Mail" : "E-Mails"}.`,
  notEnough: "Zu wenige E-Mails für eine Aussage",
  share: "Anteil zurück",
  counts: {
    sent: "Gesendet",
    delivered: "Zugestellt",
    bounced: "Zurück",
    complained: "Beschwerden"
  },
  caption: (title) => `Was aus Ihren E-Mails wurde: ${title}`,
  dimensions: {
    by_status: { title: "Nach Urteil", head: "Urteil" },
    by_mode: { title: "Nach Modus", head: "Modus" },
    by_sub_status: { title: "Nach Grund", head: "Grund" },
    by_score: { title: "Nach Score", head: "Score" },
    by_provider: { title: "Nach Mailanbieter", head: "Anbieter" },
    by_catch_all_confidence: { title: "Nach Catch-all-Zuversicht", head: "Zuversicht" }
  }
}
