import type { RoutePath } from '../../shared/routes.ts';
import { signingIn } from '../texts.ts';

/** A 302 from the login would not carry `SameSite=Strict` cookies. No referrer: this address holds the code. */
export function renderRedirect(url: RoutePath | '/?signin=failed'): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0; url=${url}">
    <title>${signingIn.title}</title>
  </head>
  <body>
    <p><a href="${url}">${signingIn.link}</a></p>
  </body>
</html>
`;
}
