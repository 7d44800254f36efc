export class SampleBuffer {
  #samples = new Float32Array(16_000);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(samples: Float32Array): void {
    const length = this.#length + samples.length;
    if (length > this.#samples.length) {
      const grown = new Float32Array(Math.max(length, 2 * this.#samples.length));
      grown.set(this.#samples);
      this.#samples = grown;
    }
    this.#samples.set(samples, this.#length);
    this.#length = length;
  }

  /** A view, valid until more is added. */
  read(from: number, until = this.#length): Float32Array {
    return this.#samples.subarray(from, Math.min(until, this.#length));
  }
}
