/** The German of the reasons of a result, and of what stands within them. */
import type { reasonTexts, withinReasons } from "./reasons.ts"
import type { Translated } from "./sentences.ts"

export const germanReasons: Translated<typeof reasonTexts> = {
  malformedBlank:
    "Die Adresse ist ungültig: {why}. In einer URL steht + für ein Leerzeichen: Senden Sie ein + als %2B.",
  malformed: "Die Adresse ist ungültig: {why}.",
  dnsFailed:
    "Die DNS-Abfrage für {domain} ist fehlgeschlagen. Versuchen Sie es später noch einmal.",
  domainMissing: "Die Domain {domain} gibt es nicht.",
  nullMx: "Die Domain {domain} nimmt keine E-Mail an (Null-MX).",
  unroutablePrivate: "Die Mailserver der Domain haben nur private IP-Adressen.",
  unroutable: "Die Mailserver der Domain haben keine IP-Adresse.",
  domainRejected: "Der Mailserver nimmt keine E-Mail für {domain} an.",
  mailboxMissing: "Der Mailserver meldet, dass es das Postfach nicht gibt.",
  mailboxDisabled: "Der Mailserver meldet, dass das Postfach gesperrt ist.",
  reportedBounced: "Sie haben gemeldet, dass E-Mail an die Adresse zurückkam ({date}).",
  reportedComplained: "Sie haben eine Beschwerde über E-Mail an die Adresse gemeldet ({date}).",
  blockedByRule: "Ihre Regel sperrt {target}.",
  allowedOverLists: "Ihre Regel erlaubt {target}. Nicht gewertet: {lists}.",
  allowedByRule: "Ihre Regel erlaubt {target}.",
  mailHostMissing:
    "E-Mail an die Domain ist nicht zustellbar: Sie hat weder MX- noch A- oder AAAA-Einträge.",
  mxMissing: "Die Domain hat keine MX-Einträge. E-Mail ginge an ihren A- oder AAAA-Eintrag.",
  disposableHost: "E-Mail an die Domain geht an {service}, einen Anbieter von Wegwerf-Adressen.",
  disposable: "Die Domain gehört einem Anbieter von Wegwerf-Adressen.",
  blocklisted: "Die Domain oder ihr Mailserver steht auf einer Sperrliste ({zones}).",
  parked: "Die Domain ist geparkt oder zu verkaufen ({service}).",
  relayHost: "Die Adresse ist ein Alias eines Datenschutzdienstes ({service}).",
  relay: "Die Adresse ist ein Alias eines Datenschutzdienstes.",
  catchAllNotAsked:
    "Die Domain nimmt jede Adresse an (Catch-all). Dass es dieses Postfach gibt, ist zu {n} von 100 sicher. Das ist seit {at} UTC bekannt, deshalb wurde der Mailserver nicht nach dieser Adresse gefragt.",
  catchAllKnown:
    "Die Domain nimmt jede Adresse an (Catch-all). Dass es dieses Postfach gibt, ist zu {n} von 100 sicher. Das ist seit {at} UTC bekannt.",
  catchAll:
    "Die Domain nimmt jede Adresse an (Catch-all). Dass es dieses Postfach gibt, ist zu {n} von 100 sicher.",
  catchAllOwnMail:
    "Dabei zählt Ihre eigene E-Mail an die Domain: {arrived} kamen an, {bounced} kamen zurück.",
  catchAllOthersMail: "Dabei zählt auch E-Mail anderer Konten an die Domain.",
  role: "Die Adresse gehört zu einer Funktion, nicht zu einer Person.",
  synthetic: "Der Teil vor dem @ {sign}.",
  registeredYesterday: "Die Domain wurde vor 1 Tag registriert.",
  newDomain: "Die Domain wurde vor {days} Tagen registriert.",
  mailboxFull: "Das Postfach ist voll.",
  typoQuotes: "Die Adresse hat Anführungszeichen eines Textprogramms. Meinten Sie {email}?",
  typoDomain: "Die Domain ist wohl vertippt. Meinten Sie {email}?",
  typoLetter: "Das Zeichen {code} sieht nur aus wie „{letter}“. Meinten Sie {email}?",
  typo: "Meinten Sie {email}?",
  likelyTypo:
    "Die Domain ist einen Tippfehler von der eines großen Anbieters entfernt, oder ein Textprogramm hat Anführungszeichen eingefügt.",
  routabilityUnknown: "Die Adressen der Mailserver ließen sich nicht abfragen.",
  smtpUnknown: "Der Mailserver hat nicht gesagt, ob es das Postfach gibt.",
  smtpUnread: "Der Mailserver hat abgelehnt, mit Worten, die rcpt nicht kennt.",
  smtpGreylisted: "Der Mailserver bittet um einen späteren Versuch (Greylisting).",
  smtpRateLimited: "Der Mailserver begrenzt zurzeit unsere Anfragen.",
  smtpBlocked: "Der Mailserver weist uns ab. Das sagt nichts über das Postfach.",
  smtpTimeout: "Der Mailserver hat nicht rechtzeitig geantwortet.",
  smtpNotChecked: "Der Mailserver war dieses Mal nicht erreichbar.",
  mailboxBusy: "Das Postfach gibt es, aber es bekommt zurzeit mehr E-Mail, als sein Limit erlaubt.",
  mailboxUnverified: "Kein Mailserver hat bestätigt, dass es das Postfach gibt.",
  reportedDelivered: "Sie haben gemeldet, dass E-Mail an die Adresse ankam ({date}).",
  spfMissing: "Die Domain veröffentlicht keinen SPF-Eintrag.",
  spfAmbiguous: "Die Domain veröffentlicht mehrere SPF-Einträge, deshalb gilt keiner.",
  dmarcMissing: "Die Domain veröffentlicht keinen DMARC-Eintrag.",
  smtputf8:
    "Vor dem @ stehen Zeichen außerhalb von ASCII. Nicht jedes Mailsystem kann dorthin zustellen.",
  symbol: "Vor dem @ steht ein Symbol ({code}). Kaum ein Mailsystem hat ein solches Postfach.",
  forwarder: "E-Mail an die Domain wird von {service} weitergeleitet.",
  free: "Die Domain gehört einem kostenlosen E-Mail-Anbieter.",
  sandbox:
    "Das ist eine Sandbox-Adresse: Es wurde kein Server gefragt, und die Prüfung ist kostenlos.",
  lowScore: "Kein einzelner Befund entscheidet. Zusammen senken sie den Score unter {n}.",
  earlierResult: "Das ist ein früheres Ergebnis Ihres Kontos vom {date}. Es ist kostenlos.",
  broughtResult:
    "Das ist ein Ergebnis von {service} aus einer Liste Ihres Kontos, vom {date}. Es ist kostenlos."
}

export const germanWithin: {
  readonly [Part in keyof typeof withinReasons]: Translated<(typeof withinReasons)[Part]>
} = {
  why: {
    empty: "sie ist leer",
    tooLong: "sie ist länger als {n} Bytes",
    noAt: "ihr fehlt das @",
    several:
      "es sind {n} Adressen, und jede wird für sich geprüft. Geben Sie in einer Liste jeder eine eigene Zeile",
    sandbox: "so will es die Sandbox",
    noDomain: "die Domain fehlt",
    noDot: "die Domain hat keinen Punkt",
    emptyLabel: "in der Domain stehen zwei Punkte nacheinander",
    dotAtEnd: "die Domain endet mit einem Punkt",
    numberAtEnd: "die Domain endet mit einer Zahl",
    illFormedName: "die Domain ist kein gültiger internationaler Name",
    addressLiteral: "eine IP-Adresse anstelle einer Domain ist nicht erlaubt",
    longLabel: "ein Teil der Domain ist länger als {n} Bytes",
    hyphenAtEnd: "ein Teil der Domain beginnt oder endet mit einem Bindestrich",
    hyphensInside: "ein Teil der Domain hat Bindestriche an dritter und vierter Stelle",
    domainCharacter: "das Zeichen {code} ist in der Domain nicht erlaubt",
    localCharacter: "das Zeichen {code} ist vor dem @ nicht erlaubt",
    noLocalPart: "vor dem @ steht nichts",
    localDotAtEnd: "vor dem @ steht ein Punkt",
    localDotAtStart: "die Adresse beginnt mit einem Punkt",
    localDots: "vor dem @ stehen zwei Punkte nacheinander",
    longLocalPart: "der Teil vor dem @ ist länger als {n} Bytes",
    afterQuote: "auf das schließende Anführungszeichen folgt kein @",
    openQuote: "ein Anführungszeichen wird nicht geschlossen"
  },
  sign: {
    testWord: "ist ein übliches Testwort",
    keyboardWalk: "besteht aus benachbarten Tasten",
    repetition: "ist ein wiederholtes Zeichen",
    identifier: "sieht wie eine erzeugte Kennung aus",
    digits: "hat viele Ziffern nacheinander",
    gibberish: "sieht wie zufällige Buchstaben aus"
  },
  target: {
    address: "die Adresse {value}",
    domainsBelow: "die Domain {value} und ihre Subdomains",
    domain: "die Domain {value}",
    hostsBelow: "den Mailserver {value} und alle Namen darunter",
    mail_host: "den Mailserver {value}",
    tld: "die Top-Level-Domain {value}"
  },
  lists: {
    disposable: "Wegwerf-Anbieter",
    relay: "Dienst für Alias-Adressen",
    role: "Funktion statt Person",
    synthetic: "ausgedachter Name",
    newDomain: "neue Domain",
    likelyTypo: "wahrscheinlicher Tippfehler"
  }
}
