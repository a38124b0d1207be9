/**
 * RDAP servers of the largest registries, so that most domains have an age even where IANA's file
 * (Bootstrap.ts) cannot be fetched. That file wins over this table.
 *
 * No row for .de, .eu, .es, .jp, .cn, .ru and others: their registries have no public RDAP, or it
 * gives no date of registration.
 */
interface Registry {
  readonly base: string
  readonly tlds: ReadonlyArray<string>
  readonly source: string
}

const iana = "IANA RDAP bootstrap for domains (RFC 9224), copy of 2025"

/** Registries that put the name of the top-level domain into the path. */
const each = (tlds: string, base: (tld: string) => string): ReadonlyArray<Registry> =>
  tlds.split(" ").map((tld) => ({ base: base(tld), tlds: [tld], source: iana }))

const all = (base: string, tlds: string): Registry => ({
  base,
  tlds: tlds.split(" "),
  source: iana
})

export const registries: ReadonlyArray<Registry> = [
  ...each("com net", (tld) => `https://rdap.verisign.com/${tld}/v1/`),
  ...each("cc name", (tld) => `https://tld-rdap.verisign.com/${tld}/v1/`),
  all(
    "https://rdap.publicinterestregistry.org/rdap/",
    "org ngo ong charity foundation gives giving"
  ),
  all(
    "https://rdap.identitydigital.services/rdap/",
    "info mobi pro asia ai academy agency apartments associates band bargains blue boutique builders " +
      "business cafe camera capital cards care cash center chat cheap church city clinic clothing " +
      "coach codes coffee community company computer consulting contractors cool coupons credit dance " +
      "dating deals delivery dental design digital direct directory dog domains education email " +
      "energy engineering enterprises equipment estate events exchange expert express family farm " +
      "finance financial fish fitness football fund furniture gallery games gifts glass global gold " +
      "golf graphics green group guide guru health healthcare holdings holiday house immo industries " +
      "ink institute insure international investments irish jewelry kim land lease legal life lighting " +
      "limited limo live loans ltd maison management marketing mba media memorial money movie network " +
      "news organic partners parts photography photos pictures pink pizza place plumbing plus " +
      "productions properties pub recipes red rehab rent repair report restaurant reviews rip rocks run " +
      "sale salon school schule services shoes show singles social software solar solutions studio style " +
      "supplies supply support surgery systems tax taxi team technology tennis theater tienda tips " +
      "today tools tours town toys training university vacations ventures video villas vin vision " +
      "voyage watch wine works world wtf zone"
  ),
  ...each(
    "xyz online site store tech space website fun host press uno icu bond cfd cyou sbs lol quest " +
      "monster art blog best beauty hair homes autos boats motorcycles yachts pics london fm pw",
    (tld) => `https://rdap.centralnic.com/${tld}/`
  ),
  all("https://pubapi.registry.google/rdap/", "app dev page new day how zip mov foo ing meme"),
  all("https://rdap.gmoregistry.net/rdap/", "shop tokyo nagoya yokohama"),
  ...each("top ren wang", (tld) => `https://rdap.zdnsgtld.com/${tld}/`),
  ...each(
    "biz club vip work loan men win party review science stream trade webcam one wiki tel fr re pm " +
      "tf wf yt paris ovh nyc cz ar tv",
    (tld) => `https://rdap.nic.${tld}/`
  ),
  all("https://rdap.registry.cloud/rdap/", "cloud"),
  all("https://rdap.nominet.uk/uk/", "uk"),
  all("https://rdap.sidn.nl/", "nl"),
  all("https://rdap.norid.no/", "no"),
  all("https://rdap.fi/rdap/rdap/", "fi"),
  all("https://rdap.dns.pl/", "pl"),
  all("https://rdap.register.si/", "si"),
  all("https://rdap.hostmaster.ua/", "ua"),
  all("https://rdap.ca.fury.ca/rdap/", "ca"),
  all("https://rdap.registro.br/", "br"),
  all("https://rdap.pandi.id/rdap/", "id"),
  all("https://rdap.thains.co.th/", "th"),
  all("https://rdap.registry.ec/", "ec")
]

/**
 * Base URLs by top-level domain. The entry with the most labels in common decides; a base is a prefix of the
 * query (RFC 9224 §4).
 */
export const ownBases: ReadonlyMap<string, string> = new Map(
  registries.flatMap(({ base, tlds }) => tlds.map((tld) => [tld, base] as const))
)
