/** Who has to be told first that time is up: a binary heap whose members know their place in it. */
export interface Timed {
  /** Epoch milliseconds; it does not change while it is in the heap. */
  readonly waitUntil: number
  /** Its place; whoever is in no heap has none to keep. */
  heapIndex: number
}

export class Deadlines<A extends Timed> {
  readonly #heap: Array<A> = []

  get first(): A | undefined {
    return this.#heap[0]
  }

  add(member: A): void {
    this.#put(member, this.#heap.length)
    this.#rise(member)
  }

  remove(member: A): void {
    const last = this.#heap.pop()
    if (last === undefined || last === member) return
    this.#put(last, member.heapIndex)
    this.#rise(last)
    this.#sink(last)
  }

  #put(member: A, index: number): void {
    this.#heap[index] = member
    member.heapIndex = index
  }

  #rise(member: A): void {
    for (;;) {
      const index = member.heapIndex
      const parent = this.#heap[(index - 1) >> 1]
      if (index === 0 || parent === undefined || parent.waitUntil <= member.waitUntil) return
      this.#swap(parent, member)
    }
  }

  #sink(member: A): void {
    for (;;) {
      const left = this.#heap[2 * member.heapIndex + 1]
      const right = this.#heap[2 * member.heapIndex + 2]
      if (left === undefined) return
      const sooner = right !== undefined && right.waitUntil < left.waitUntil ? right : left
      if (member.waitUntil <= sooner.waitUntil) return
      this.#swap(member, sooner)
    }
  }

  #swap(above: A, below: A): void {
    const { heapIndex } = above
    this.#put(above, below.heapIndex)
    this.#put(below, heapIndex)
  }
}
