/**
 * Ports that no webhook may have: those of other services than the web. Such a service may take an HTTP
 * request for commands of its own, and the author of a URL would give them in our name.
 */

/**
 * Browsers refuse these ports (Fetch Standard §2.9, "bad port", https://fetch.spec.whatwg.org/#bad-port).
 */
export const fetchBadPorts: ReadonlyArray<number> = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080
]

interface InternalPort {
  readonly port: number
  readonly of: string
  readonly source: string
}

const iana = "IANA Service Name and Transport Protocol Port Number Registry"

/**
 * Browsers still allow these ports, although they are not meant for the internet: databases, shells,
 * clusters.
 */
export const internalPorts: ReadonlyArray<InternalPort> = [
  { port: 24, of: "private mail systems, LMTP", source: iana },
  { port: 445, of: "SMB", source: iana },
  { port: 873, of: "rsync", source: iana },
  { port: 1433, of: "SQL Server", source: iana },
  { port: 1521, of: "Oracle", source: "Oracle Net Services, default of the listener" },
  { port: 2181, of: "ZooKeeper", source: "ZooKeeper Administrator's Guide, clientPort" },
  { port: 2375, of: "Docker without TLS: commands of root", source: iana },
  { port: 2376, of: "Docker", source: iana },
  { port: 2379, of: "etcd", source: iana },
  { port: 2380, of: "etcd, its members", source: iana },
  { port: 3306, of: "MySQL", source: iana },
  { port: 3389, of: "remote desktop", source: iana },
  { port: 4222, of: "NATS", source: "NATS documentation, Server configuration, port" },
  { port: 4369, of: "epmd of Erlang", source: iana },
  { port: 5432, of: "Postgres", source: iana },
  { port: 5672, of: "AMQP", source: iana },
  { port: 5900, of: "VNC", source: iana },
  { port: 5985, of: "WinRM", source: iana },
  { port: 5986, of: "WinRM by TLS", source: iana },
  { port: 6379, of: "Redis", source: iana },
  { port: 6443, of: "the API of Kubernetes", source: "Kubernetes, Ports and Protocols" },
  { port: 9042, of: "Cassandra", source: "Cassandra documentation, native_transport_port" },
  { port: 9092, of: "Kafka", source: "Kafka documentation, listeners" },
  { port: 9200, of: "Elasticsearch", source: "Elasticsearch Guide, http.port" },
  { port: 9300, of: "Elasticsearch, its nodes", source: "Elasticsearch Guide, transport.port" },
  {
    port: 10250,
    of: "the kubelet: commands in containers",
    source: "Kubernetes, Ports and Protocols"
  },
  { port: 11211, of: "memcached", source: iana },
  { port: 27017, of: "MongoDB", source: iana }
]

const bad = new Set([...fetchBadPorts, ...internalPorts.map(({ port }) => port)])

export const isBadPort = (port: number): boolean => bad.has(port)
