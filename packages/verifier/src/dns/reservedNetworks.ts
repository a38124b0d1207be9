/**
 * Decides which addresses a mail server on the public internet can have. A mail host that has only other
 * addresses cannot take mail from us, and is never connected to: otherwise the author of an MX record could
 * choose which hosts inside our own network the service talks to.
 */
import { BlockList, isIP } from "node:net"

interface ReservedNetwork {
  readonly cidr: string
  readonly what: string
  readonly source: string
}

const ipv4Registry = "IANA IPv4 Special-Purpose Address Registry"
const ipv6Registry = "IANA IPv6 Special-Purpose Address Registry"
const azure = "Microsoft Learn, What is IP address 168.63.129.16?"
const ipv6Space = "IANA IPv6 Address Space: only 2000::/3 is global unicast"

const reservedNetworks: ReadonlyArray<ReservedNetwork> = [
  { cidr: "0.0.0.0/8", what: "this network", source: `${ipv4Registry}, RFC 791` },
  { cidr: "10.0.0.0/8", what: "private", source: `${ipv4Registry}, RFC 1918` },
  { cidr: "100.64.0.0/10", what: "carrier-grade NAT", source: `${ipv4Registry}, RFC 6598` },
  { cidr: "127.0.0.0/8", what: "loopback", source: `${ipv4Registry}, RFC 1122` },
  { cidr: "169.254.0.0/16", what: "link-local", source: `${ipv4Registry}, RFC 3927` },
  // The other metadata addresses of clouds are private anyway: 169.254.169.254 and 169.254.170.2
  // (nearly all), 100.100.100.200 (Alibaba), 192.0.0.192 (Oracle), fd00:ec2::254 (AWS), fd20:ce::254 (Google).
  { cidr: "168.63.129.16/32", what: "a public address inside of Azure", source: azure },
  { cidr: "172.16.0.0/12", what: "private", source: `${ipv4Registry}, RFC 1918` },
  { cidr: "192.0.0.0/24", what: "protocol assignments", source: `${ipv4Registry}, RFC 6890` },
  { cidr: "192.0.2.0/24", what: "documentation", source: `${ipv4Registry}, RFC 5737` },
  { cidr: "192.88.99.0/24", what: "former 6to4 relays", source: `${ipv4Registry}, RFC 7526` },
  { cidr: "192.168.0.0/16", what: "private", source: `${ipv4Registry}, RFC 1918` },
  { cidr: "198.18.0.0/15", what: "benchmarking", source: `${ipv4Registry}, RFC 2544` },
  { cidr: "198.51.100.0/24", what: "documentation", source: `${ipv4Registry}, RFC 5737` },
  { cidr: "203.0.113.0/24", what: "documentation", source: `${ipv4Registry}, RFC 5737` },
  { cidr: "224.0.0.0/4", what: "multicast", source: "RFC 5771" },
  { cidr: "240.0.0.0/4", what: "reserved, broadcast", source: `${ipv4Registry}, RFC 1112` },
  // These three include loopback, IPv4-mapped, NAT64, discard, unique-local, link-local, multicast.
  { cidr: "::/3", what: "not global unicast", source: ipv6Space },
  { cidr: "4000::/2", what: "not global unicast", source: ipv6Space },
  { cidr: "8000::/1", what: "not global unicast", source: ipv6Space },
  { cidr: "2001::/23", what: "protocol assignments", source: `${ipv6Registry}, RFC 2928` },
  { cidr: "2001:db8::/32", what: "documentation", source: `${ipv6Registry}, RFC 3849` },
  { cidr: "2002::/16", what: "6to4, embeds any IPv4", source: `${ipv6Registry}, RFC 3056` },
  { cidr: "3fff::/20", what: "documentation", source: `${ipv6Registry}, RFC 9637` }
]

const family = (ip: string): "ipv4" | "ipv6" => (isIP(ip) === 6 ? "ipv6" : "ipv4")

/**
 * Makes a list of networks. It throws on text that is neither an IP address nor a CIDR: a mistyped allow list
 * must fail at startup.
 */
const listOf = (cidrs: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [network = "", prefix] = cidr.split("/")
    if (isIP(network) === 0) throw new RangeError(`"${cidr}" is not a network, such as 10.0.0.0/8`)
    if (prefix === undefined) list.addAddress(network, family(network))
    else list.addSubnet(network, Number(prefix), family(network))
  }
  return list
}

/**
 * There is one list per family, because Node also compares an IPv4 address, as `::ffff:a.b.c.d`, with IPv6
 * networks.
 */
const reserved = {
  ipv4: listOf(reservedNetworks.map(({ cidr }) => cidr).filter((cidr) => !cidr.includes(":"))),
  ipv6: listOf(reservedNetworks.map(({ cidr }) => cidr).filter((cidr) => cidr.includes(":")))
}

/** Tests whether an address is in one of these networks. */
export const isWithin = (cidrs: ReadonlyArray<string>): ((ip: string) => boolean) => {
  const list = listOf(cidrs)
  return (ip) => isIP(ip) !== 0 && list.check(ip, family(ip))
}

/** Tests whether an address is public; addresses in `unsafeNetworks` count as public. */
export const publicAddresses = (
  unsafeNetworks: ReadonlyArray<string>
): ((ip: string) => boolean) => {
  const allowed = listOf(unsafeNetworks)
  return (ip) =>
    isIP(ip) !== 0 && (allowed.check(ip, family(ip)) || !reserved[family(ip)].check(ip, family(ip)))
}
