/**
 * Departments and functions as companies name their mailboxes, in languages that the package lacks. Without
 * accents. Left out are words that are names too, and those that say nothing about who reads (`general`).
 */
export interface RoleWords {
  readonly language: string
  readonly words: ReadonlyArray<string>
  readonly source: string
}

const sites = "departments on contact pages and in imprints of companies; our judgement"

const of = (language: string, words: string): RoleWords => ({
  language,
  words: words.split(" "),
  source: sites
})

export const rolesByLanguage: ReadonlyArray<RoleWords> = [
  of(
    "German",
    "vertrieb verkauf einkauf rechnung rechnungen rechnungswesen buchhaltung fibu kontakt anfrage anfragen " +
      "bewerbung bewerbungen karriere personalabteilung sekretariat empfang kundenservice kundendienst " +
      "kundenbetreuung presse redaktion verwaltung geschaeftsfuehrung geschaeftsleitung bestellung bestellungen " +
      "versand lager datenschutz mahnung mahnwesen reservierung reservierungen buero poststelle hausverwaltung " +
      "pfarramt pfarrbuero gemeinde rathaus praxis werkstatt disposition"
  ),
  of(
    "Dutch",
    "verkoop inkoop boekhouding administratie klantenservice receptie directie personeelszaken facturen factuur " +
      "facturatie bestellingen vacatures secretariaat magazijn ledenadministratie verhuur"
  ),
  of(
    "French",
    "comptabilite facturation factures ventes achats accueil secretariat commande commandes recrutement " +
      "candidature candidatures serviceclient service-client serviceclients reservation reservations devis mairie " +
      "standard communication abonnement abonnements"
  ),
  of(
    "Spanish",
    "ventas compras facturacion facturas contabilidad administracion recepcion reservas pedidos " +
      "atencionalcliente soporte rrhh recursoshumanos secretaria informacion contacto prensa empleo presupuestos"
  ),
  of(
    "Portuguese",
    "vendas faturamento faturacao financeiro contabilidade atendimento suporte contato contacto recepcao " +
      "encomendas ouvidoria licitacao licitacoes orcamento orcamentos cobranca tesouraria"
  ),
  of(
    "Italian",
    "segreteria amministrazione vendite acquisti fatture fatturazione contabilita ufficio ufficiostampa " +
      "ufficiotecnico assistenza prenotazioni ordini magazzino risorseumane preventivi contatti protocollo"
  ),
  of(
    "Polish",
    "biuro sekretariat ksiegowosc sprzedaz zamowienia faktury kadry rekrutacja handlowy reklamacje obsluga " +
      "obslugaklienta bok recepcja zaopatrzenie"
  ),
  of(
    "Czech",
    "obchod fakturace ucetni ucetnictvi objednavky podpora reklamace recepce prodej podatelna nakup kancelar " +
      "sekretariat"
  ),
  of(
    "Scandinavian languages",
    "salg forsaljning salgsavdeling ekonomi okonomi kundtjanst kundeservice kundservice faktura fakturor " +
      "bestilling bestillinger bestallning regnskap bokforing postmottak butik kansli indkob inkop innkjop"
  ),
  of(
    "Turkish",
    "satis muhasebe bilgi destek insankaynaklari siparis iletisim finans musterihizmetleri satinalma"
  ),
  of("Finnish", "asiakaspalvelu myynti laskutus toimisto tilaukset rekrytointi")
]
