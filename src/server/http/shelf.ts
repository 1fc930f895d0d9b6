interface Kept<V> {
  readonly value: V;
  readonly weight: number;
}

/** Values by name that together weigh no more than is set aside; the ones put in longest ago go first. */
export class Shelf<V> {
  readonly #most: number;
  readonly #kept = new Map<string, Kept<V>>();
  #weight = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#kept.size;
  }

  get weight(): number {
    return this.#weight;
  }

  has(key: string): boolean {
    return this.#kept.has(key);
  }

  get(key: string): V | undefined {
    return this.#kept.get(key)?.value;
  }

  /** The one put in longest ago first. */
  *entries(): Generator<[key: string, value: V]> {
    for (const [key, { value }] of this.#kept) yield [key, value];
  }

  /** In the place of what bore that name. @param weight bytes, for as long as it is kept */
  put(key: string, value: V, weight: number): void {
    this.drop(key);
    this.#kept.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#most) break;
      this.drop(oldest);
    }
  }

  drop(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#weight -= kept.weight;
    this.#kept.delete(key);
  }
}
