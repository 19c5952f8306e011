/** Names that are written once and then referred to by number. */
export class Names {
  readonly #places = new Map<string, number>();

  placeOf(name: string): number {
    const place = this.#places.get(name) ?? this.#places.size;
    this.#places.set(name, place);
    return place;
  }

  get all(): string[] {
    return [...this.#places.keys()];
  }
}
