export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
  readonly why: string;

  constructor(why: string, options?: ErrorOptions) {
    super(why, options);
    this.why = why;
  }
}
