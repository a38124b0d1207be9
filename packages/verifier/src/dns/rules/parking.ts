/**
 * Signs that a domain is parked or for sale: its name servers, its mail hosts, the address of its web site. The
 * content of its page is no sign, because no web page is fetched.
 *
 * The source lists also name ordinary hosters (registrar-servers.com, one.com, rzone.de …). Those are
 * left out: they would make millions of live domains parked.
 */
interface ParkingHostRow {
  readonly service: string
  readonly hosts: ReadonlyArray<string>
  /** Ordinary customers have this default too, so it counts only for a domain without mail hosts. */
  readonly needsNoMail?: true
  readonly source: string
}

const misp = "MISP warning list parking-domain-ns (CC0, 2022), curated"

const nameServer = (service: string, hosts: string, source = misp): ParkingHostRow => ({
  service,
  hosts: hosts.split(" "),
  source
})

export const parkingNameServers: ReadonlyArray<ParkingHostRow> = [
  nameServer("Sedo", "sedoparking.com"),
  nameServer("Bodis", "bodis.com"),
  nameServer("ParkingCrew", "parkingcrew.net"),
  nameServer("Above.com", "above.com"),
  nameServer("ParkLogic", "parklogic.com"),
  nameServer("Afternic", "afternic.com ns1.namefind.com ns2.namefind.com"),
  nameServer("Dan.com", "dan.com undeveloped.com"),
  nameServer("Uniregistry", "uniregistrymarket.link expired.uniregistry-dns.com"),
  nameServer("GoDaddy CashParking", "ns01.cashparking.com ns02.cashparking.com"),
  nameServer("HugeDomains", "hugedomains.com"),
  nameServer("DomainMarket", "domainmarket.com"),
  nameServer("BrandBucket", "brandbucket.com"),
  nameServer("Atom", "squadhelp.com atom.com"),
  nameServer("Efty", "eftydns.com"),
  nameServer("DomainSponsor", "dsredirection.com"),
  nameServer("Ztomy", "ztomy.com"),
  nameServer("Voodoo", "voodoo.com"),
  nameServer("Rook Media", "rookdns.com"),
  nameServer("SmartName", "smartname.com"),
  nameServer("Fabulous", "fabulous.com"),
  nameServer("Fastpark", "fastpark.net"),
  nameServer(
    "Giant Panda",
    "dingodns.com chookdns.com koaladns.com magpiedns.com quokkadns.com wombatdns.com"
  ),
  nameServer(
    "an expired registration",
    "expirationwarning.net renewyourname.net pendingrenewaldeletion.com"
  ),
  nameServer(
    "a registration that was never confirmed",
    "failed-whois-verification.namecheap.com verify-contact-details.namecheap.com " +
      "parkingpage.namecheap.com"
  ),
  { service: "Hostinger parking", hosts: ["dns-parking.com"], needsNoMail: true, source: misp },
  {
    service: "NameBright",
    hosts: ["nsg1.namebrightdns.com", "nsg2.namebrightdns.com"],
    needsNoMail: true,
    source: misp
  }
]

const census = "census of the MX records of 98,663 listed domains, October 2026"

export const parkingMailHosts: ReadonlyArray<ParkingHostRow> = [
  { service: "Above.com", hosts: ["park-mx.above.com"], source: census },
  { service: "h-email.net", hosts: ["h-email.net"], source: census },
  { service: "mailerhost.net", hosts: ["mail.mailerhost.net"], source: census },
  { service: "pickelhost.com", hosts: ["mail.pickelhost.com"], source: census },
  { service: "eye-mail.net", hosts: ["mail.eye-mail.net"], source: census },
  { service: "hope-mail.com", hosts: ["mail.hope-mail.com"], source: census },
  { service: "hostedmxserver.com", hosts: ["hostedmxserver.com"], source: census },
  { service: "m1bp.com", hosts: ["m1bp.com"], source: census },
  { service: "b-io.co", hosts: ["b-io.co"], source: census },
  { service: "Dynadot", hosts: ["parkmail.dynadot.com"], source: census }
]

interface ParkingNetworkRow {
  readonly service: string
  readonly networks: ReadonlyArray<string>
  readonly source: string
}

const mispNetworks = "MISP warning list parking-domain (CC0, 2024), curated"

/** Networks of parking pages. Some also serve web forwarding, so they count only for a domain without MX records. */
export const parkingNetworks: ReadonlyArray<ParkingNetworkRow> = [
  {
    service: "GoDaddy",
    networks: ["34.102.136.180/32", "3.33.130.190/32", "15.197.148.33/32"],
    source: mispNetworks
  },
  { service: "ParkingCrew", networks: ["185.53.176.0/22"], source: mispNetworks },
  { service: "Bodis", networks: ["199.59.240.0/22"], source: mispNetworks },
  { service: "Sedo", networks: ["64.190.62.0/23", "91.195.240.0/23"], source: mispNetworks },
  { service: "Namecheap", networks: ["198.54.117.192/26"], source: mispNetworks },
  {
    service: "Above.com",
    networks: ["103.224.182.0/23", "103.224.212.0/23"],
    source: mispNetworks
  },
  { service: "Confluence Networks", networks: ["208.91.196.0/23"], source: mispNetworks },
  {
    service: "other parking pages",
    networks: ["52.128.23.153/32", "3.64.163.50/32", "35.186.238.101/32", "204.11.56.0/23"],
    source: mispNetworks
  }
]
