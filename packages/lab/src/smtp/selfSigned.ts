/**
 * Makes a self-signed certificate at run time, so that none expires in the repository and no tool is needed. The
 * file has the part of the DER encoding (ITU-T X.690) that an X.509 certificate needs (RFC 5280 §4.1).
 */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto"

export interface KeyAndCertificate {
  /** The key as PEM, like the certificate. */
  readonly key: string
  readonly cert: string
}

interface Validity {
  readonly from: Date
  readonly until: Date
}

/** The DER tags. `context` is the constructed `[n]`. */
const tags = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  text: 0x0c,
  time: 0x17,
  list: 0x30,
  set: 0x31
}
const context = (number: number): number => 0xa0 + number

/** Encodes a length: a short one in one octet, a longer one after the number of its octets (X.690 §8.1.3). */
const lengthOf = (octets: number): Buffer => {
  if (octets < 0x80) return Buffer.from([octets])
  return octets < 0x100
    ? Buffer.from([0x81, octets])
    : Buffer.from([0x82, octets >> 8, octets & 0xff])
}

const der = (tag: number, ...content: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body])
}

const oid = (hex: string): Buffer => der(tags.oid, Buffer.from(hex, "hex"))

/** The object identifiers of RFC 5758 §3.2, RFC 5280 §4.1.2.4 and §4.2.1.6. */
const ecdsaWithSha256 = der(tags.list, oid("2a8648ce3d040302"))
const commonName = oid("550403")
const subjectAlternativeName = oid("551d11")

/** Encodes a date as UTCTime, which is valid until 2049 (RFC 5280 §4.1.2.5.1). */
const time = (date: Date): Buffer => {
  const digits = date.toISOString().replace(/\D/g, "").slice(2, 14)
  return der(tags.time, Buffer.from(`${digits}Z`, "latin1"))
}

const nameOf = (host: string): Buffer =>
  der(tags.list, der(tags.set, der(tags.list, commonName, der(tags.text, Buffer.from(host)))))

const hasName = (host: string): Buffer => {
  const dnsName = Buffer.concat([Buffer.from([0x82, host.length]), Buffer.from(host, "latin1")])
  const extension = der(
    tags.list,
    subjectAlternativeName,
    der(tags.octets, der(tags.list, dnsName))
  )
  return der(context(3), der(tags.list, extension))
}

export const selfSigned = (host: string, { from, until }: Validity): KeyAndCertificate => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  // A serial number is positive (RFC 5280 §4.1.2.2).
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(8)])
  const toBeSigned = der(
    tags.list,
    der(context(0), der(tags.integer, Buffer.from([2]))), // version 3
    der(tags.integer, serial),
    ecdsaWithSha256,
    nameOf(host),
    der(tags.list, time(from), time(until)),
    nameOf(host),
    publicKey.export({ type: "spki", format: "der" }),
    hasName(host)
  )
  const signature = sign("sha256", toBeSigned, privateKey)
  const certificate = der(
    tags.list,
    toBeSigned,
    ecdsaWithSha256,
    der(tags.bits, Buffer.from([0]), signature)
  )
  const lines = certificate.toString("base64").replace(/.{1,64}/g, "$&\n")
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`
  }
}
