import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { leafHash } from "@rcpt/store/tree/merkle"

import { describe, expect, it } from "../../support/vitest.ts"

/** The example in the documentation of golang.org/x/mod/sumdb/note. */
const example = {
  name: "PeterNeumann",
  seed: Buffer.from("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz", "base64").subarray(1),
  verifier: "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
  text:
    "If you think cryptography is the answer to your problem,\n" +
    "then you don't know what your problem is.\n",
  signature:
    "— PeterNeumann " +
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
}

const signer = { seed: checkpoint.newSeed() }
const otherSigner = { seed: checkpoint.newSeed() }
const tree = { origin: "rcpt/one", size: 4711, root: leafHash(Buffer.from("root")) }
const verifierOf = (name: string, by: checkpoint.Signer) =>
  checkpoint.parseVerifier(checkpoint.verifierOf(name, by))!

describe("A checkpoint", () => {
  it("is signed as other implementations of signed notes do it", () => {
    expect(checkpoint.verifierOf(example.name, example)).toBe(example.verifier)
    const note = checkpoint.signNote(example.name, example.text, [example])
    expect(note).toBe(`${example.text}\n${example.signature}`)
    expect(checkpoint.isSignedBy(note, checkpoint.parseVerifier(example.verifier)!)).toBe(true)
  })

  it("says what was signed", () => {
    const note = checkpoint.signCheckpoint(tree, [signer])
    expect(checkpoint.parseCheckpoint(note)).toEqual(tree)
    expect(checkpoint.isSignedBy(note, verifierOf("rcpt/one", signer))).toBe(true)
  })

  it("is not signed by another key, by another log, or after a change", () => {
    const note = checkpoint.signCheckpoint(tree, [signer])
    expect(checkpoint.isSignedBy(note, verifierOf("rcpt/one", otherSigner))).toBe(false)
    expect(checkpoint.isSignedBy(note, verifierOf("rcpt/two", signer))).toBe(false)
    for (const altered of [note.replace("4711", "4712"), note.replace("rcpt/one\n", "rcpt/two\n")])
      expect(checkpoint.isSignedBy(altered, verifierOf("rcpt/one", signer))).toBe(false)
  })

  it("is signed by the old and the new key while one replaces the other", () => {
    const note = checkpoint.signCheckpoint(tree, [signer, otherSigner])
    for (const key of [signer, otherSigner])
      expect(checkpoint.isSignedBy(note, verifierOf("rcpt/one", key))).toBe(true)
  })

  it.each([
    "",
    "rcpt/one",
    "rcpt/one\n4711\n",
    "rcpt/one\n-1\nAAAA\n",
    "rcpt/one\n047\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
    "rcpt/one\n4711\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuF==\n"
  ])("is not read from %j", (text) => {
    expect(checkpoint.parseCheckpoint(text)).toBeUndefined()
  })

  it.each([
    "",
    "rcpt/one",
    "rcpt/one+00000000+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq",
    "Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
  ])("is not checked by a key that is none: %j", (text) => {
    expect(checkpoint.parseVerifier(text)).toBeUndefined()
  })

  it("is found among others in a file", () => {
    const notes = [1, 2, 300].map((size) => checkpoint.signCheckpoint({ ...tree, size }, [signer]))
    expect(checkpoint.notesIn(notes.join(""))).toEqual(notes)
    expect(checkpoint.notesIn(notes.join("\n"))).toEqual(notes)
    expect(checkpoint.notesIn("nothing\nof this kind\n")).toEqual([])
  })
})
