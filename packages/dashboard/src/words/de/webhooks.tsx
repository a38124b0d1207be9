/** The German of words/webhooks.tsx. */
import { inline } from "../inline.ts"
import type { words } from "../webhooks.tsx"

const disabledReasons = {
  gone: "Der Empfänger hat mit 410 (Gone) geantwortet: er bittet darum, nichts mehr zu schicken.",
  failing: "Der Empfänger hat seit 5 Tagen nichts angenommen.",
  switched_off: "Er bekommt keine Ereignisse, bis Sie ihn einschalten."
}

export const webhooks: typeof words = {
  title: "Webhooks",
  lead: "Eine Nachricht an Ihre eigene URL, wenn eine Liste fertig ist oder Credits zur Neige gehen.",
  none: {
    title: "Einen Webhook einrichten",
    lead: "Sie haben noch keinen Webhook. Mit einem erfahren Sie, wann eine Liste fertig ist, ohne die API zu fragen.",
    action: "Webhook einrichten",
    readOnly: "Es gibt keinen Webhook, und mit Ihrer Rolle können Sie nur lesen."
  },
  endpoints: {
    title: "Endpunkte",
    lead: "Jeder bekommt die Ereignisse, die er gewählt hat, mit seinem eigenen Geheimnis signiert. Fällt einer aus, hält er die anderen nicht auf.",
    full: (max) =>
      `Sie haben ${max} Endpunkte; mehr geht nicht. Entfernen Sie einen, um einen anderen einzurichten.`,
    caption: "Endpunkte, die ältesten zuerst",
    endpoint: "Endpunkt",
    events: "Ereignisse",
    allEvents: "Alle",
    state: "Zustand",
    add: "Endpunkt einrichten",
    addAction: "Einrichten"
  },
  endpoint: {
    title: "Endpunkt für Webhooks",
    all: "Alle Endpunkte",
    notFound: {
      title: "Endpunkt nicht gefunden",
      heading: "Diesen Endpunkt gibt es nicht",
      text: "Er wurde entfernt oder gehört zu einem anderen Konto."
    },
    card: "Endpunkt",
    saved: (ago) => <>Gespeichert {ago}</>,
    events: "Ereignisse: ",
    readOnly:
      "Mit Ihrer Rolle können Sie nur lesen: das Geheimnis wird nicht gezeigt, und der Endpunkt lässt sich nicht ändern."
  },
  state: {
    off: "Aus",
    disabled: "Abgeschaltet",
    failing: "Gestört",
    live: "In Betrieb",
    offTitle: "Dieser Endpunkt ist ausgeschaltet",
    disabledTitle: "Dieser Endpunkt wurde abgeschaltet",
    switchOn: "Einschalten",
    enable: "Wieder einschalten",
    disabledText: (reason, at) => {
      const isOff = reason === "switched_off"
      return (
        <>
          {reason && `${disabledReasons[reason]} `}
          {at && inline`${isOff ? "Ausgeschaltet" : "Abgeschaltet"} ${at}. `}
          {!isOff &&
            "Bringen Sie den Empfänger in Ordnung und schalten Sie ihn wieder ein, oder ändern Sie die URL. "}
          Fehlgeschlagene Zustellungen lassen sich danach wiederholen.
        </>
      )
    },
    failingTitle: "Zustellungen schlagen fehl",
    failingText: (since) =>
      inline`Der Empfänger hat seit ${since} nichts angenommen. Fehlgeschlagene Zustellungen werden etwa 28 Stunden lang wiederholt. Nach 5 Tagen ohne Erfolg wird der Endpunkt abgeschaltet. Andere Endpunkte hält das nicht auf.`
  },
  actions: {
    change: "Ändern",
    switchOff: "Ausschalten",
    remove: "Entfernen",
    changeTitle: "Endpunkt ändern",
    save: "Speichern",
    removal: {
      title: "Diesen Endpunkt entfernen?",
      action: "Endpunkt entfernen",
      text: "Er bekommt keine Ereignisse mehr, und ausstehende Zustellungen entfallen. Auch sein Geheimnis wird entfernt: ein neuer Endpunkt bekommt ein neues."
    },
    off: {
      title: "Diesen Endpunkt ausschalten?",
      text: "Ereignisse, die inzwischen geschehen, werden nicht geschickt, und ausstehende Zustellungen gelten als fehlgeschlagen. Sie können diese wiederholen, wenn er wieder an ist."
    },
    test: "Testereignis senden",
    testSent: "Gesendet. Die Antwort steht unter Zustellungen."
  },
  form: {
    url: "URL",
    urlSubject: "Die URL",
    urlHint: "Eine https-URL im öffentlichen Internet. Sie bekommt POST-Anfragen mit JSON.",
    events: "Ereignisse",
    noEvent: "Wählen Sie mindestens ein Ereignis.",
    description: "Beschreibung (freiwillig)",
    descriptionSubject: "Die Beschreibung",
    descriptionPlaceholder: "Etwa: Buchhaltung, Test"
  },
  events: {
    "job.completed": "Eine Liste ist geprüft.",
    "job.failed": "Eine Liste konnte nicht fertig geprüft werden.",
    "job.cancelled": "Eine Liste wurde abgebrochen.",
    "credits.low": "Das Guthaben ist unter eine Schwelle gefallen.",
    "list.changed": "Kontakte eines Zeitplans haben ein anderes Ergebnis.",
    "schedule.failed": "Ein Lauf eines Zeitplans ist fehlgeschlagen oder nicht gestartet."
  },
  deliveries: {
    title: "Zustellungen",
    ofAll: "Zustellungen aller Endpunkte",
    lead: "Eine Zustellung, auf die binnen 15 Sekunden keine 2xx-Antwort kommt, wird wiederholt, sieben Mal in 28 Stunden.",
    resent: "Die Zustellung wird wiederholt.",
    none: "Noch keine Zustellungen. Senden Sie oben ein Testereignis: die Antwort steht nach Sekunden hier.",
    caption: "Zustellungen, die neuesten zuerst",
    pages: "Seiten der Zustellungen",
    event: "Ereignis",
    list: "Liste",
    endpoint: "Endpunkt",
    removed: "Entfernt",
    created: "Angelegt",
    status: "Status",
    response: "Antwort",
    notYet: "Noch keine",
    noResponse: "Keine",
    attempts: "Versuche",
    next: "Nächster Versuch",
    sending: "Wird gesendet",
    details: "Einzelheiten",
    resend: "Wiederholen"
  },
  details: {
    attempts: "Versuche, die neuesten zuerst",
    notSent: "Noch nicht gesendet.",
    attempt: (at, millis, url) => inline`${at}, nach ${millis} ms, von ${url}`,
    response: (number) => `Antwort ${number}, ihr erstes kB`,
    requestHeaders: "Kopfzeilen der Anfrage",
    headers: (number) => `Kopfzeilen ${number}`,
    requestBody: "Inhalt der Anfrage, umbrochen"
  },
  resending: {
    open: "Fehlgeschlagene wiederholen",
    title: "Fehlgeschlagene Zustellungen wiederholen",
    text: "Alle, die fehlgeschlagen sind, werden in der Reihenfolge wiederholt, in der sie geschehen sind.",
    since: "Seit",
    until: "Bis (freiwillig)",
    untilHint: "Leer: bis jetzt.",
    none: "In dieser Zeit ist keine Zustellung fehlgeschlagen.",
    sent: (count, isOne) =>
      `${count} ${isOne ? "Zustellung wird" : "Zustellungen werden"} wiederholt.`,
    left: (count) => `${count} sind noch übrig: wiederholen Sie noch einmal.`,
    close: "Schließen",
    action: "Wiederholen"
  },
  secret: {
    title: "Geheimnis für Signaturen",
    lead: "Damit prüft Ihr Empfänger, dass Ereignisse von hier kommen und nicht verändert wurden.",
    hidden: "verborgen",
    show: "Geheimnis zeigen",
    hide: "Geheimnis verbergen",
    copy: "Geheimnis kopieren",
    rotate: "Geheimnis erneuern",
    rotateTitle: "Das Geheimnis erneuern?",
    rotateText:
      "Es wird ein neues Geheimnis erzeugt. 24 Stunden lang sind Ereignisse mit dem neuen und mit dem bisherigen signiert; so lange arbeitet Ihr Empfänger weiter, während Sie ihn umstellen.",
    endsPrevious: inline`${<strong>Das Geheimnis vor dem bisherigen gilt sofort nicht mehr</strong>}: die letzte Erneuerung ist weniger als 24 Stunden her.`,
    two: "Zwei Geheimnisse gelten",
    twoText: (until) =>
      inline`Bis ${until} tragen Ereignisse zwei Signaturen: eine mit dem Geheimnis unten und eine mit dem vorigen. Stellen Sie Ihren Empfänger bis dahin um.`,
    unreadable: "Das Geheimnis lässt sich nicht mehr lesen. Erneuern Sie es."
  },
  receiving: {
    title: "Die Signatur prüfen",
    lead: "Ereignisse sind nach Standard Webhooks signiert; dafür gibt es Bibliotheken in den meisten Sprachen. Von Hand:",
    language: "Programmiersprache",
    run: (run) =>
      inline`Es ist nichts zu installieren. Setzen Sie ${<code>RCPT_WEBHOOK_SECRET</code>} und ${<code>PORT</code>}, dann starten Sie ${run}.`,
    twice: inline`Geht eine Antwort verloren, kann ein Ereignis zweimal kommen: Merken Sie sich seine ${<code>webhook-id</code>} und übergehen Sie, was Sie schon bearbeitet haben. Umleitungen wird nicht gefolgt. Die Antwort 410 schaltet den Endpunkt ab.`,
    events: "Ereignisse",
    eventsLead: (shape, reference) =>
      inline`Jedes Ereignis ist ein POST von ${shape}. Die einer Liste haben auch ${<code>links</code>} zur Liste, zu ihren Ergebnissen und zum Herunterladen. Welche Felder sie hat, steht in der ${reference("API-Referenz")}.`,
    event: "Ereignis",
    when: "Gesendet, wenn",
    data: "Inhalt",
    job: "Die Liste und ihre Links",
    balance: "Das Guthaben",
    changes: "Zeitplan, Lauf und Änderungen",
    reason: "Zeitplan, Lauf und Grund",
    testWhen: "Sie ein Testereignis senden.",
    empty: "Leer"
  }
}
