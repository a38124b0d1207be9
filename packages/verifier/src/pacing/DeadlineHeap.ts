/** A binary heap, earliest `waitUntil` first. Members know their index, so each can be removed. */
export interface HeapMember {
  /** Epoch milliseconds; does not change while the member is in the heap. */
  readonly waitUntil: number
  /** Set by the heap. Without meaning outside of one. */
  heapIndex: number
}

export class DeadlineHeap<A extends HeapMember> {
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
