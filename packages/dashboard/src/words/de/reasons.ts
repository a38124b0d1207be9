/** The reasons of a result in German, by finding. Each sentence of a finding has a form here. */
import { translateBy } from "../forms.ts"
import type { Form } from "../forms.ts"

/** What is wrong with an address. */
const faults: ReadonlyArray<Form> = [
  ["it is empty", "sie ist leer"],
  ["it is longer than {n} octets", "sie ist länger als {n} Bytes"],
  ["it has no @", "ihr fehlt das @"],
  ["the domain is missing", "die Domain fehlt"],
  ["the domain has no dot", "die Domain hat keinen Punkt"],
  ["the domain has an empty label", "in der Domain stehen zwei Punkte nacheinander"],
  ["the domain ends with a dot", "die Domain endet mit einem Punkt"],
  ["the domain ends with a number", "die Domain endet mit einer Zahl"],
  [
    "the domain is not a well-formed internationalized name",
    "die Domain ist kein gültiger internationaler Name"
  ],
  [
    "an IP address in place of a domain is not accepted",
    "eine IP-Adresse anstelle einer Domain ist nicht erlaubt"
  ],
  ["a label of the domain is over {n} octets", "ein Teil der Domain ist länger als {n} Bytes"],
  [
    "a label of the domain begins or ends with a hyphen",
    "ein Teil der Domain beginnt oder endet mit einem Bindestrich"
  ],
  [
    "a label of the domain has hyphens in third and fourth place",
    "ein Teil der Domain hat Bindestriche an dritter und vierter Stelle"
  ],
  [
    "the character {code} is not allowed in the domain",
    "das Zeichen {code} ist in der Domain nicht erlaubt"
  ],
  [
    "the character {code} is not allowed in the part before the @",
    "das Zeichen {code} ist vor dem @ nicht erlaubt"
  ],
  ["the part before the @ is empty", "vor dem @ steht nichts"],
  ["the part before the @ ends with a dot", "vor dem @ steht ein Punkt"],
  ["the part before the @ has a dot at its start", "die Adresse beginnt mit einem Punkt"],
  ["the part before the @ has two dots in a row", "vor dem @ stehen zwei Punkte nacheinander"],
  [
    "the part before the @ is longer than {n} octets",
    "der Teil vor dem @ ist länger als {n} Bytes"
  ],
  [
    "the closing quote is not followed by an @",
    "auf das schließende Anführungszeichen folgt kein @"
  ],
  ["the quoted part does not end", "ein Anführungszeichen wird nicht geschlossen"]
]

const signs: ReadonlyArray<Form> = [
  ["is a typical test word", "ist ein übliches Testwort"],
  ["is a row of neighbouring keys", "besteht aus benachbarten Tasten"],
  ["is one repeated character", "ist ein wiederholtes Zeichen"],
  ["looks like a generated identifier", "sieht wie eine erzeugte Kennung aus"],
  ["has many digits in a row", "hat viele Ziffern nacheinander"],
  ["looks like random letters", "sieht wie zufällige Buchstaben aus"]
]

const ruleTargets: ReadonlyArray<Form> = [
  ["the address {value}", "die Adresse {value}"],
  ["the domain {value} and its subdomains", "die Domain {value} und ihre Subdomains"],
  ["the domain {value}", "die Domain {value}"],
  ["the mail server {value} and its subdomains", "den Mailserver {value} und alle Namen darunter"],
  ["the mail server {value}", "den Mailserver {value}"],
  ["the top-level domain {value}", "die Top-Level-Domain {value}"]
]

const called: Readonly<Record<string, string>> = {
  "a disposable email provider": "Wegwerf-Anbieter",
  "a privacy service": "Dienst für Alias-Adressen",
  "a function in place of a person": "Funktion statt Person",
  "a name that looks made up": "ausgedachter Name",
  "a new domain": "neue Domain",
  "a likely typo": "wahrscheinlicher Tippfehler"
}

const faultOf = translateBy(faults)

const translateCalled = (list: string): string =>
  list
    .split(", ")
    .map((one) => called[one] ?? one)
    .join(", ")

/** By the name of the finding; the last ones are of no finding. */
export const reasonForms: Readonly<Record<string, ReadonlyArray<Form>>> = {
  malformed: [
    [
      "The address is malformed: {why:faults}. In a URL, + means a blank: send a + of an address as %2B.",
      "Die Adresse ist ungültig: {why}. In einer URL steht + für ein Leerzeichen: Senden Sie ein + als %2B."
    ],
    ["The address is malformed: {why:faults}.", "Die Adresse ist ungültig: {why}."]
  ],
  dnsFailed: [
    [
      "The DNS look-up for {domain} failed; try again later.",
      "Die DNS-Abfrage für {domain} ist fehlgeschlagen. Versuchen Sie es später noch einmal."
    ]
  ],
  domainMissing: [["The domain {domain} does not exist.", "Die Domain {domain} gibt es nicht."]],
  nullMx: [
    [
      "The domain {domain} does not accept mail (null MX).",
      "Die Domain {domain} nimmt keine E-Mail an (Null-MX)."
    ]
  ],
  unroutable: [
    [
      "The mail servers of the domain have only private IP addresses.",
      "Die Mailserver der Domain haben nur private IP-Adressen."
    ],
    [
      "The mail servers of the domain have no IP address.",
      "Die Mailserver der Domain haben keine IP-Adresse."
    ]
  ],
  domainRejected: [
    [
      "The mail server does not accept mail for {domain}.",
      "Der Mailserver nimmt keine E-Mail für {domain} an."
    ]
  ],
  mailboxMissing: [
    [
      "The mail server says that the mailbox does not exist.",
      "Der Mailserver meldet, dass es das Postfach nicht gibt."
    ]
  ],
  mailboxDisabled: [
    [
      "The mail server says that the mailbox is disabled.",
      "Der Mailserver meldet, dass das Postfach gesperrt ist."
    ]
  ],
  reportedBounced: [
    [
      "You reported that mail to the address bounced ({date}).",
      "Sie haben gemeldet, dass E-Mail an die Adresse zurückkam ({date})."
    ]
  ],
  reportedComplained: [
    [
      "You reported that mail to the address was complained about ({date}).",
      "Sie haben eine Beschwerde über E-Mail an die Adresse gemeldet ({date})."
    ]
  ],
  blockedByRule: [["Your rule blocks {target:rules}.", "Ihre Regel sperrt {target}."]],
  allowedByRule: [
    [
      "Your rule allows {target:rules}. Not counted: {list:called}.",
      "Ihre Regel erlaubt {target}. Nicht gewertet: {list}."
    ],
    ["Your rule allows {target:rules}.", "Ihre Regel erlaubt {target}."]
  ],
  mailHostMissing: [
    [
      "Mail for the domain has nowhere to go: it has no MX, A or AAAA records.",
      "E-Mail an die Domain ist nicht zustellbar: Sie hat weder MX- noch A- oder AAAA-Einträge."
    ]
  ],
  mxMissing: [
    [
      "The domain has no MX records; mail would go to its A or AAAA record.",
      "Die Domain hat keine MX-Einträge. E-Mail ginge an ihren A- oder AAAA-Eintrag."
    ]
  ],
  disposable: [
    [
      "Mail for the domain goes to {service}, a disposable email provider.",
      "E-Mail an die Domain geht an {service}, einen Anbieter von Wegwerf-Adressen."
    ],
    [
      "The domain belongs to a disposable email provider.",
      "Die Domain gehört einem Anbieter von Wegwerf-Adressen."
    ]
  ],
  blocklisted: [
    [
      "The domain or its mail server is on a blocklist ({lists}).",
      "Die Domain oder ihr Mailserver steht auf einer Sperrliste ({lists})."
    ]
  ],
  parked: [
    [
      "The domain is parked or for sale ({service}).",
      "Die Domain ist geparkt oder zu verkaufen ({service})."
    ]
  ],
  relay: [
    [
      "The address is an alias of a privacy service ({service}).",
      "Die Adresse ist ein Alias eines Datenschutzdienstes ({service})."
    ],
    [
      "The address is an alias of a privacy service.",
      "Die Adresse ist ein Alias eines Datenschutzdienstes."
    ]
  ],
  catchAll: [
    [
      "The domain accepts every address (catch-all); the confidence that this mailbox exists is {n} of 100. This has been known since {at} UTC, so the mail server was not asked about this address.",
      "Die Domain nimmt jede Adresse an (Catch-all). Dass es dieses Postfach gibt, ist zu {n} von 100 sicher. Das ist seit {at} UTC bekannt, deshalb wurde der Mailserver nicht nach dieser Adresse gefragt."
    ],
    [
      "The domain accepts every address (catch-all); the confidence that this mailbox exists is {n} of 100. This has been known since {at} UTC.",
      "Die Domain nimmt jede Adresse an (Catch-all). Dass es dieses Postfach gibt, ist zu {n} von 100 sicher. Das ist seit {at} UTC bekannt."
    ],
    [
      "The domain accepts every address (catch-all); the confidence that this mailbox exists is {n} of 100.",
      "Die Domain nimmt jede Adresse an (Catch-all). Dass es dieses Postfach gibt, ist zu {n} von 100 sicher."
    ]
  ],
  catchAllOwnMail: [
    [
      "The confidence counts your own mail to the domain: {n} arrived, {m} bounced.",
      "Dabei zählt Ihre eigene E-Mail an die Domain: {n} kamen an, {m} kamen zurück."
    ]
  ],
  catchAllOthersMail: [
    [
      "The confidence also counts mail of other accounts to the domain.",
      "Dabei zählt auch E-Mail anderer Konten an die Domain."
    ]
  ],
  role: [
    [
      "The address belongs to a function, not to a person.",
      "Die Adresse gehört zu einer Funktion, nicht zu einer Person."
    ]
  ],
  synthetic: [["The part before the @ {sign:signs}.", "Der Teil vor dem @ {sign}."]],
  newDomain: [
    ["The domain was registered 1 day ago.", "Die Domain wurde vor 1 Tag registriert."],
    ["The domain was registered {n} days ago.", "Die Domain wurde vor {n} Tagen registriert."]
  ],
  mailboxFull: [["The mailbox is full.", "Das Postfach ist voll."]],
  typo: [
    [
      "The address has quotation marks of a word processor; did you mean {email}?",
      "Die Adresse hat Anführungszeichen eines Textprogramms. Meinten Sie {email}?"
    ],
    [
      "The domain looks mistyped; did you mean {email}?",
      "Die Domain ist wohl vertippt. Meinten Sie {email}?"
    ],
    [
      'The character {code} only looks like "{letter}"; did you mean {email}?',
      "Das Zeichen {code} sieht nur aus wie „{letter}“. Meinten Sie {email}?"
    ],
    ["Did you mean {email}?", "Meinten Sie {email}?"]
  ],
  likelyTypo: [
    [
      "The domain is one typing slip away from that of a large mail provider, or a word processor put quotation marks in.",
      "Die Domain ist einen Tippfehler von der eines großen Anbieters entfernt, oder ein Textprogramm hat Anführungszeichen eingefügt."
    ]
  ],
  routabilityUnknown: [
    [
      "The addresses of the mail servers could not be looked up.",
      "Die Adressen der Mailserver ließen sich nicht abfragen."
    ]
  ],
  smtpInconclusive: [
    [
      "The mail server did not say whether the mailbox exists.",
      "Der Mailserver hat nicht gesagt, ob es das Postfach gibt."
    ],
    [
      "The mail server refused, in words that rcpt does not know.",
      "Der Mailserver hat abgelehnt, mit Worten, die rcpt nicht kennt."
    ],
    [
      "The mail server asked us to try again later (greylisting).",
      "Der Mailserver bittet um einen späteren Versuch (Greylisting)."
    ],
    [
      "The mail server is limiting our requests at the moment.",
      "Der Mailserver begrenzt zurzeit unsere Anfragen."
    ],
    [
      "The mail server blocks us by policy, which says nothing about the mailbox.",
      "Der Mailserver weist uns ab. Das sagt nichts über das Postfach."
    ],
    [
      "The mail server did not answer in time.",
      "Der Mailserver hat nicht rechtzeitig geantwortet."
    ],
    [
      "The mail server could not be contacted this time.",
      "Der Mailserver war dieses Mal nicht erreichbar."
    ]
  ],
  mailboxBusy: [
    [
      "The mailbox exists, but gets more mail at the moment than its limit allows.",
      "Das Postfach gibt es, aber es bekommt zurzeit mehr E-Mail, als sein Limit erlaubt."
    ]
  ],
  mailboxUnverified: [
    [
      "No mail server has confirmed that the mailbox exists.",
      "Kein Mailserver hat bestätigt, dass es das Postfach gibt."
    ]
  ],
  reportedDelivered: [
    [
      "You reported that mail to the address arrived ({date}).",
      "Sie haben gemeldet, dass E-Mail an die Adresse ankam ({date})."
    ]
  ],
  spfMissing: [
    ["The domain publishes no SPF record.", "Die Domain veröffentlicht keinen SPF-Eintrag."]
  ],
  spfAmbiguous: [
    [
      "The domain publishes more than one SPF record, so none of them is valid.",
      "Die Domain veröffentlicht mehrere SPF-Einträge, deshalb gilt keiner."
    ]
  ],
  dmarcMissing: [
    ["The domain publishes no DMARC record.", "Die Domain veröffentlicht keinen DMARC-Eintrag."]
  ],
  smtputf8: [
    [
      "The part before the @ has non-ASCII characters; not every mail system can deliver to it.",
      "Vor dem @ stehen Zeichen außerhalb von ASCII. Nicht jedes Mailsystem kann dorthin zustellen."
    ]
  ],
  symbol: [
    [
      "The part before the @ has a symbol ({code}); hardly any mail system has such a mailbox.",
      "Vor dem @ steht ein Symbol ({code}). Kaum ein Mailsystem hat ein solches Postfach."
    ]
  ],
  forwarder: [
    [
      "Mail for the domain is forwarded by {service}.",
      "E-Mail an die Domain wird von {service} weitergeleitet."
    ]
  ],
  free: [
    [
      "The domain belongs to a free email provider.",
      "Die Domain gehört einem kostenlosen E-Mail-Anbieter."
    ]
  ],
  sandbox: [
    [
      "This is a sandbox address: no server was contacted, and the check is free.",
      "Das ist eine Sandbox-Adresse: Es wurde kein Server gefragt, und die Prüfung ist kostenlos."
    ]
  ],
  lowScore: [
    [
      "No single finding decides; together they bring the score below {n}.",
      "Kein einzelner Befund entscheidet. Zusammen senken sie den Score unter {n}."
    ]
  ],
  earlierResult: [
    [
      "This is an earlier result of your account, from {date}. It is free.",
      "Das ist ein früheres Ergebnis Ihres Kontos vom {date}. Es ist kostenlos."
    ],
    [
      "This is a verdict of {service} from a list of your account, from {date}. It is free.",
      "Das ist ein Ergebnis von {service} aus einer Liste Ihres Kontos, vom {date}. Es ist kostenlos."
    ]
  ]
}

/** A fault of an address alone is an error of a form. */
export const translateFault = faultOf

export const translateReason = translateBy(Object.values(reasonForms).flat(), {
  faults: faultOf,
  signs: translateBy(signs),
  rules: translateBy(ruleTargets),
  called: translateCalled
})
