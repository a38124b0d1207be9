/**
 * Local parts that name a function instead of a person. They correct the package
 * `role-based-email-addresses`: names that it lacks, and words of it that are no role.
 */
interface ReservedName {
  readonly name: string
  readonly source: string
}

/**
 * Names that belong to a domain's operator, also at providers with open sign-up: `postmaster@gmail.com`
 * is never a private mailbox.
 */
export const reservedRoles: ReadonlyArray<ReservedName> = [
  { name: "postmaster", source: "RFC 5321 §4.5.1, RFC 2142 §5" },
  { name: "abuse", source: "RFC 2142 §4" },
  { name: "noc", source: "RFC 2142 §4" },
  { name: "security", source: "RFC 2142 §4" },
  { name: "hostmaster", source: "RFC 2142 §5" },
  { name: "usenet", source: "RFC 2142 §5" },
  { name: "webmaster", source: "RFC 2142 §5" }
]

/**
 * Names of machines, which count at any provider, alone or before a separator and anything else:
 * `noreply-42` and `bounce+ann=x.org`, but not `bouncer`.
 */
export const machineNames: ReadonlyArray<ReservedName> = [
  { name: "mailer-daemon", source: "sender of bounces in sendmail and its successors" },
  { name: "bounce", source: "envelope sender of mailing systems (VERP)" },
  { name: "bounces", source: "envelope sender of mailing systems (VERP)" },
  { name: "noreply", source: "RFC 7504 §1, common usage" },
  { name: "no-reply", source: "common usage" },
  { name: "no_reply", source: "common usage" },
  { name: "no.reply", source: "common usage" },
  { name: "donotreply", source: "common usage" },
  { name: "do-not-reply", source: "common usage" },
  { name: "do_not_reply", source: "common usage" }
]

/** Roles of RFC 2142 §3 that the package lacks or may drop. They do not count at free providers. */
export const functionalRoles = ["info", "marketing", "sales", "support", "news"]

/**
 * Words of the package that are no role: greetings, places, numbers, first names and surnames,
 * initials, products, test entries. Such an address too often belongs to one person.
 */
export const vagueWords = new Set(
  `
  123 2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026 2027 2028 2029 2030 aaa abc
  academy agency alexa alla alle alpha alphas analytics android angels animation ap api app apple
  application applications apply asd asdasd asdf ask associates ateam automation available backend
  backend-dev backup bd berlin beta biz boston bot business ca caltrain campusteam captain
  captains central centro ceo ceos chef chicago china church class classof2016 classof2017
  classof2018 classof2019 classroom classroom_teachers clinic cloud cm co-op coach coaches
  coaching code com community company connect consultant content contractor contractors core
  coreteam corp council creative crew cs culture customers data deals demo denver deputy
  deputyhead design designer dev developer digital digsitesvalue direccion direction directo
  director directors diretoria direzione discuss diversity donors dreamteam editor email emails
  engagement engineers enterprise europe exec execs executive executives expert experts export
  express facebook family fellows football founders france friends frontend fte fulltime fun
  gardner geeks general geral gerencia global gm grants group growth hackathon hackers head heads
  hello hi hola home homes hotel house hq hsstaff hsteachers ideas ifttt india infor infra
  infrastructure innkeeper insights instagram integration integrations intern internal
  international interns ios iphone it itunes join la lab labs ladies latam launch lead leaders
  leadership leadership-team leadershipteam learn learning letters library lifesum links loginotp
  lt lunch manager managers mayor md member members mentor mentors metrics middleschool mobile
  montreal moreinfo msstaff msteachers mt music myplex namecheap network newyork no nobody noemail
  none northamerica notes nps null ny nyc nyoffice officers offtopic online onsite ooo
  owners paris parts pastor pay paypal pd people per performance personnel photos planning
  platform plex plex.tv pm portfolio presidencia president presidente prime principa principal
  principals product production products produto professor program programs project projects
  quotes random recommendations register registration revenue rnd rockstars sac salesforce
  sanfrancisco school science sdr search seattle seniors server sf sf-office sfo sfteam shopify
  singapore site smile social socialclub socios software solutions sos sport squad startups stats
  stay stockholm stories strategy stripe student students studio success superintendent supervisor
  supervisors sydney ta talent teacher teachers team teamleaders teamleads technology techops test
  testgroup testing theoffice theteam time timesheets todos tools tour trade trainers travel tribe
  trustees twitter uk undisclosed-recipients update updates us usa user users ux vendors volunteer
  volunteering volunteers vorstand watercooler web website welcome women wordpress work writers
  `
    .trim()
    .split(/\s+/)
)

interface RoleWordRow {
  readonly language: string
  readonly words: string
  readonly source: string
}

const imprints = "contact pages and legal notices of companies and authorities"

/**
 * Words for a function in languages that the package hardly covers, as local parts write them: without
 * accents. A word that is also a common surname is left out, such as `lager` and `stampa`.
 */
export const roleWords: ReadonlyArray<RoleWordRow> = [
  {
    language: "English",
    words:
      "accountsreceivable payables receivables remittance remittances receipts claims tenders quotations " +
      "customerrelations pressoffice mediarelations compliance recruitment switchboard",
    source: "RFC 2142 §3 by extension, contact pages"
  },
  {
    language: "German",
    words:
      "vertrieb rechnung rechnungen rechnungswesen rechnungseingang einkauf bewerbung bewerbungen " +
      "personalabteilung personalbuero poststelle datenschutz datenschutzbeauftragter kundenservice " +
      "kundendienst kundenbetreuung bestellungen versand anfrage anfragen anmeldung auftrag auftraege " +
      "auftragsabwicklung beratung buero empfang geschaeftsstelle geschaeftsleitung hausverwaltung " +
      "hotline impressum innendienst karriere kasse kanzlei lohnbuchhaltung mahnwesen mitglieder " +
      "oeffentlichkeitsarbeit pressestelle redaktion reklamation reservierung rezeption ruecksendung " +
      "retouren stadtverwaltung rathaus gemeinde vermietung verwaltung werkstatt widerruf " +
      "zahlungen",
    source: imprints
  },
  {
    language: "French",
    words:
      "accueil achat achats facturation facture factures secretariat mairie comptable devis commande " +
      "commandes livraison serviceclient servicecommercial relationclient relationsclients sav " +
      "ressourceshumaines juridique renseignements gestion adhesion adherents billetterie " +
      "dpo rgpd reclamation reclamations inscription inscriptions",
    source: imprints
  },
  {
    language: "Italian",
    words:
      "segreteria fatturazione fatture acquisti vendite ufficiostampa ufficioacquisti " +
      "ufficiocommerciale ufficiotecnico ufficiopersonale contabilita magazzino preventivi prenotazioni " +
      "servizioclienti clienti risorseumane spedizioni tecnico comune ragioneria tributi anagrafe urp " +
      "informazioni direzionegenerale",
    source: imprints
  },
  {
    language: "Spanish",
    words:
      "pedidos facturas cobros pagos reclamaciones presupuestos recursoshumanos atencionclientes " +
      "atencionalpublico prensa tienda almacen citas reservaciones matriculas " +
      "ayuntamiento protecciondedatos soportetecnico",
    source: imprints
  },
  {
    language: "Portuguese",
    words:
      "pedidos orcamento orcamentos cobranca contasapagar contasareceber recursoshumanos ouvidoria " +
      "faturacao encomendas reclamacoes suportetecnico assistenciatecnica licitacao licitacoes " +
      "departamentopessoal posvenda",
    source: imprints
  },
  {
    language: "Dutch",
    words:
      "verkoop boekhouding klantenservice facturen factuur facturatie inkoop receptie bestellingen " +
      "bestelling vacatures sollicitatie sollicitaties personeelszaken ledenadministratie " +
      "debiteuren crediteuren vragen gemeentehuis onthaal offerte offertes reserveringen",
    source: imprints
  },
  {
    language: "Polish and Czech",
    words:
      "ksiegowosc sprzedaz faktury reklamacje zamowienia kadry rekrutacja sklep serwis dzialhandlowy " +
      "handlowy rezerwacja rezerwacje zapytania obsluga obslugaklienta ochronadanych " +
      "fakturace obchod ucetni ucetnictvi podatelna objednavky objednavka prodej reklamace eshop " +
      "recepce nabor rezervace poptavka poptavky zakaznickyservis",
    source: imprints
  },
  {
    language: "Swedish, Danish, Norwegian and Finnish",
    words:
      "faktura fakturor fakturering forsaljning kundtjanst ekonomi bestallning bokning inkop " +
      "reception vaxel kundservice kundesenter kundecenter bogholderi okonomi salg salgs indkob " +
      "ordre booking postmottak regnskap lonn ansokning rekrytering registrator diarium " +
      "myynti laskutus laskut asiakaspalvelu kirjaamo tilaukset varaukset taloushallinto toimisto " +
      "ostolaskut rekry vaihde palaute",
    source: imprints
  },
  {
    language: "Turkish and Russian",
    words:
      "muhasebe satis satinalma bilgi destek iletisim insankaynaklari siparis ihracat pazarlama " +
      "finans kariyer " +
      "buh buhgalter buhgalteria bukh otdelkadrov kadry priemnaya prodazhi sekretar snab snabzhenie " +
      "zakupki kanc kancelyaria spravka",
    source: imprints
  },
  {
    language: "any: schools, practices, towns and workshops",
    words:
      "schulverwaltung schulleitung schulamt ausbildung praxis apotheke pflegedienst pfarramt pfarrbuero " +
      "standesamt ordnungsamt bauamt buergermeister buergerbuero kindergarten feuerwehr notdienst " +
      "termine lohnbuero steuerbuero " +
      "viescolaire scolarite intendance urbanisme etatcivil mediatheque standardiste pharmacie " +
      "pec didattica urbanistica demografici polizialocale protocollogenerale " +
      "contratacion taller matricula registro urbanismo padron protocolo licenciamento contaspagar " +
      "leerlingenzaken burgerzaken balie praktijk apotheek " +
      "rodo iod urzad gmina apteka przychodnia rejestracja szkola dzialkadr " +
      "vyroba sklad podpora obec mestskyurad lekarna rezervacie",
    source: imprints
  }
]

/** Words for the branch, team or market that a function is for. */
export const branchWords = new Set(
  (
    "eu emea apac latam dach nordics benelux global international intl worldwide europe asia america " +
    "uk us usa gb ie fr es it nl be lu at ch dk se no fi pl cz sk hu ro bg gr pt br mx ca au nz in jp " +
    "cn hk sg za ae tr ru ua north south east west nord sud sued ost " +
    "team teams dept department desk group box inbox mailbox office admin online"
  ).split(" ")
)

/**
 * More such words, which count only behind the word of the function: countries and directions that are also
 * parts of names ("De Post"), the largest cities, and adjectives of departments.
 */
export const branchWordsBehind = new Set(
  (
    "de la al est " +
    "berlin hamburg muenchen munich koeln frankfurt stuttgart leipzig wien zuerich zurich geneve paris " +
    "lyon marseille lille toulouse london manchester dublin madrid barcelona valencia sevilla roma milano " +
    "torino napoli lisboa porto saopaulo sp rj amsterdam rotterdam antwerpen brussels bruxelles warszawa " +
    "krakow wroclaw gdansk poznan praha brno bratislava stockholm goteborg oslo kobenhavn copenhagen " +
    "helsinki istanbul ankara izmir moskva msk spb kiev kyiv newyork nyc toronto montreal dubai singapore " +
    "general generale technique technik tecnico tecnica commercial commerciale comercial scolaire " +
    "academica didattica client clients cliente clientes clienti hotel tributi"
  ).split(" ")
)
