import { isStripePath } from '../../../../shared/routes.ts';

/** For CloudFront's policies and the local server. @param path of the URL, without the query */
export function buildSecurityHeaders(path: string) {
  return {
    'content-security-policy': buildContentSecurityPolicy(choosePolicy(path)),
    'strict-transport-security': `max-age=${strictTransport.seconds}; includeSubDomains`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'microphone=(self)',
  } as const;
}

export function buildContentSecurityPolicy(policy: Policy): string {
  return Object.entries(directives[policy])
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

export function chooseCacheControl(path: string): string {
  const isHashed = path.startsWith('/assets/') || /^\/models\/.*\.gz$/.test(path);
  return isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** Two years, as hstspreload.org recommends. */
export const strictTransport = { seconds: 63_072_000, includeSubdomains: true };

/** Files of the site that describe the API. */
export const apiFiles: readonly string[] = ['/api/docs', '/api/openapi.json'];

/** Answered by functions. */
export function isApiPath(path: string): boolean {
  return path.startsWith('/api/') && !apiFiles.includes(path);
}

function choosePolicy(path: string): Policy {
  if (isApiPath(path)) return 'api';
  if (path.startsWith(enginePath)) return 'engine';
  return isStripePath(path) ? 'stripe' : 'site';
}

/** Where `web/build/engine.ts` puts the neural engine and its worker. */
export const enginePath = '/assets/neural-';

const site = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self'",
  'font-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'media-src': "'self' blob:",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

const directives = {
  site,
  /** https://docs.stripe.com/security/guide */
  stripe: {
    ...site,
    'script-src': "'self' https://js.stripe.com https://*.js.stripe.com",
    'connect-src': "'self' https://api.stripe.com",
    'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  },
  /** A worker obeys its own response's policy. Pages must not compile WebAssembly. */
  engine: {
    'default-src': "'none'",
    'script-src': "'self' 'wasm-unsafe-eval'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  },
  api: {
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  },
};

type Policy = keyof typeof directives;
