/** The German of words/admin.tsx. */
import type { words } from "../admin.tsx"
import { inline } from "../inline.ts"

export const admin: typeof words = {
  title: "Verwaltung",
  lead: "Konten und Zustand des Dienstes.",
  asOf: (time) => <>Stand: {time}.</>,
  tabs: {
    label: "Verwaltung",
    accounts: "Konten",
    health: "Zustand",
    mailServers: "Mailserver",
    data: "Daten"
  },
  accounts: {
    title: "Konten",
    email: "E-Mail",
    emailHint: "Die ganze Adresse. Groß-/Kleinschreibung ist egal.",
    search: "Suchen",
    showAll: "Alle zeigen",
    removed: (credits, email) => `${email}: ${credits} abgezogen.`,
    added: (credits, email) => `${email}: ${credits} gutgeschrieben.`,
    suspended: (email) => `${email} ist gesperrt.`,
    resumed: (email) => `${email} hat wieder Zugang.`,
    noMore: "Es gibt keine weiteren Konten.",
    notFound: (email) => `Kein Konto für ${email} gefunden.`,
    pages: "Seiten der Konten",
    caption: "Konten, die neuesten zuerst",
    account: "Konto",
    erased: "Gelöscht",
    closed: "Geschlossen",
    admin: "Betreiber",
    isSuspended: "Gesperrt",
    grant: "Gutschreiben",
    grantTo: (email) => `${email} Credits gutschreiben`,
    adjust: "Korrigieren",
    adjustOf: (email) => `Credits von ${email} korrigieren`,
    suspend: "Sperren",
    suspendOf: (email) => `${email} sperren`,
    resume: "Entsperren",
    resumeOf: (email) => `${email} entsperren`
  },
  access: {
    suspend: {
      title: "Dieses Konto sperren?",
      action: "Konto sperren",
      effect: (email) =>
        inline`${email} wird sofort ausgesperrt: Anfragen mit seinen API-Schlüsseln werden mit 401 beantwortet, und seine Sitzungen enden. Laufende Listen laufen weiter, denn sie sind bezahlt. Seine Credits bleiben, wie sie sind.`
    },
    resume: {
      title: "Dieses Konto entsperren?",
      action: "Konto entsperren",
      effect: (email) =>
        inline`${email} bekommt wieder Zugang. Seine API-Schlüssel gelten wie vorher; Personen müssen sich neu anmelden.`
    }
  },
  posting: {
    grant: {
      title: "Credits gutschreiben",
      hint: "Eine ganze Zahl, mindestens 1.",
      action: (credits) => `${credits} gutschreiben`
    },
    adjust: {
      title: "Credits korrigieren",
      hint: "Eine ganze Zahl. Eine negative zieht Credits ab, höchstens so viele wie verfügbar sind.",
      action: (credits) => `${credits} hinzufügen`
    },
    remove: (credits) => `${credits} abziehen`,
    someCredits: "Credits",
    keyReused:
      "Der erste Versuch ist mit dem durchgegangen, was Sie da eingegeben hatten. Schließen Sie dieses Fenster und sehen Sie nach dem Guthaben, bevor Sie es erneut versuchen.",
    notWhole: "Geben Sie eine ganze Zahl ein, etwa 1000.",
    available: "Jetzt verfügbar",
    credits: "Credits",
    creditsSubject: "Credits",
    reason: "Grund",
    reasonSubject: "Der Grund",
    reasonHint:
      "Das Konto sieht ihn in seinem Hauptbuch, wo er für immer bleibt. Keine Personendaten."
  },
  doctor: {
    title: "Doktor",
    lead: (at) => (
      <>Prüft jede Stunde, ob dieser Rechner und sein Netz zum Prüfen bereit sind. Zuletzt: {at}.</>
    ),
    notYet: "Die erste Untersuchung nach dem Start ist noch nicht fertig.",
    again: "Erneut untersuchen",
    finished: "Die Untersuchung ist fertig.",
    severities: { problem: "Problem", warning: "Warnung", note: "Hinweis", ok: "In Ordnung" },
    setting: "Einstellung",
    none: "Keine Probleme gefunden.",
    passed: (count) => `${count} ${count === 1 ? "Prüfung" : "Prüfungen"} bestanden`
  },
  nodes: {
    title: "Knoten",
    lead: "Prozesse, die diese Datenbank in den letzten 24 Stunden benutzt haben.",
    node: "Knoten",
    state: "Zustand",
    online: "Läuft",
    offline: "Fort",
    started: "Gestartet",
    lastSeen: "Zuletzt gesehen"
  },
  queues: {
    title: "Warteschlangen",
    lead: "Arbeit, die wartet. Eine Zahl, die nur wächst, deutet auf ein Problem.",
    labels: {
      jobs_pending: "Listen, die auf den Start warten",
      jobs_processing: "Listen, die laufen",
      probes_due: "Zeilen, die auf ihren Mailserver warten",
      probes_later: "Zeilen mit Greylisting, später erneut",
      probes_asked: "Zeilen, deren Mailserver gerade gefragt wird",
      webhooks_pending: "Zustellungen an Webhooks",
      holds_expired: "Abgelaufene Reservierungen zu erstatten",
      commits_unsealed: "Commits, die noch keine Sicht verarbeitet hat"
    }
  },
  mailServers: {
    title: "Mailserver",
    lead: "Server, die in den letzten 10 Minuten gefragt wurden oder in den letzten 2 Stunden Probleme hatten. Wer uns bremst, wird seltener gefragt. Wer uns abweist, wird eine Weile nicht gefragt.",
    caption: "Gruppen von Mailservern, Probleme zuerst",
    none: "In letzter Zeit wurden keine Mailserver gefragt",
    noneText:
      "Tiefe Prüfungen fragen Mailserver. Wer in den letzten 10 Minuten gefragt wurde, steht hier mit Tempo und letzter Antwort. Server mit Problemen bleiben 2 Stunden.",
    via: (egress) => `über ${egress}`,
    waitingOf: (single, lists) => `${single} einzeln, ${lists} aus Listen`,
    until: (time) => <>Bis {time}.</>,
    reply: (reply, phase, ago) => inline`${reply} bei ${phase}, ${ago}`,
    server: "Mailserver",
    state: "Zustand",
    pace: "Tempo",
    open: "Offen",
    waiting: "Wartend",
    lastReply: "Letzte Antwort",
    node: "Knoten",
    states: {
      blocked: "Gesperrt",
      paused: "Pause",
      halfOpen: "Neuer Versuch",
      closed: "In Ordnung"
    },
    reasons: {
      rateLimited: "Diese Server haben uns gebremst.",
      silent: "Diese Server antworten nicht.",
      refused: "Diese Server weisen uns ab.",
      conduct: "Diese Server weisen uns wegen Beschwerden oder Spamfallen ab.",
      blocked:
        "So viele Server weisen uns ab, dass unsere Adresse wohl gesperrt ist: siehe Doktor unter Zustand."
    },
    unlimited: "Unbegrenzt",
    perSecond: (pace) => `${pace} je Sekunde`,
    atOnce: (count) => `${count} zugleich`,
    fixed: "durch eine Einstellung festgelegt",
    warmUp: (left, cap, next) =>
      inline`Neue Adresse: noch ${left} von ${cap} Gesprächen bis ${next}`
  },
  data: {
    views: {
      title: "Sichten",
      lead: "Hauptbuch, Verbrauch und Diagramme entstehen aus dem Ereignisprotokoll. Rückstand: noch nicht verarbeitete Commits. Ausgefallen: Commits, die eine Sicht auslassen musste; sie werden jede Minute erneut versucht.",
      caption: "Sichten auf das Ereignisprotokoll",
      view: "Sicht",
      state: "Zustand",
      behind: "Rückstand",
      failed: "Ausgefallen",
      generation: "Generation",
      incomplete: "Unvollständig",
      rebuilding: "Wird neu gebaut",
      catchingUp: "Holt auf",
      upToDate: "Aktuell"
    },
    lists: {
      title: "Verzeichnisse",
      lead: "Domains und Namen, mit denen Adressen verglichen werden.",
      list: "Verzeichnis",
      asOf: "Stand",
      entries: "Einträge",
      source: "Quelle",
      refreshed: "Aktualisiert",
      bundled: "Mit rcpt geliefert"
    },
    blocklists: {
      title: "Sperrlisten",
      lead: "Der Knoten, der diese Seite liefert, fragt sie über DNS. Eine Sperrliste, die ihren Test nicht besteht, wird nicht benutzt.",
      blocklist: "Sperrliste",
      lists: "Enthält",
      addresses: "IP-Adressen",
      domains: "Domains",
      state: "Zustand",
      inUse: "In Benutzung",
      testing: "Im Test",
      notInUse: "Nicht benutzt",
      tested: "Getestet"
    }
  }
}
