/**
 * Words for a function in languages that the package hardly covers, as local parts write them: without
 * accents. A word that is also a common surname is left out, such as `lager` and `stampa`.
 */
export interface RoleWordRow {
  readonly language: string
  readonly words: string
  readonly source: string
}

const imprints = "contact pages and legal notices of companies and authorities"

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

/**
 * Says which branch, team or market a function is for. Short words that begin surnames, such as the
 * country `de`, count only behind the word of the function.
 */
export const branchWords = new Set(
  (
    "eu emea apac latam dach nordics benelux global international intl worldwide europe asia america " +
    "uk us usa gb ie fr es it nl be lu at ch dk se no fi pl cz sk hu ro bg gr pt br mx ca au nz in jp " +
    "cn hk sg za ae tr ru ua north south east west nord sud sued ost " +
    "team teams dept department desk group box inbox mailbox office admin online"
  ).split(" ")
)

/**
 * Says the same, but counts only behind the word of the function: countries and directions that are also
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
