/** A token that is invalid, or whose session has ended. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
  /** For the log. */
  readonly why: string;

  constructor(why: string, options?: ErrorOptions) {
    super(why, options);
    this.why = why;
  }
}
