/** A token that is not believed, or whose session is over. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
  /** A word for the log. */
  readonly why: string;

  constructor(why: string, options?: ErrorOptions) {
    super(why, options);
    this.why = why;
  }
}
