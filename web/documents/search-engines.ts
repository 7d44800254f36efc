import { interfaceLanguageCodes } from '../../shared/interface-languages.ts';

/** @param domain where the site is; a sitemap needs whole addresses */
export function renderRobots(domain: string | undefined): string {
  const rules = ['User-agent: *', 'Disallow: /api/'];
  return `${[...rules, ...(domain ? [`Sitemap: https://${domain}/sitemap.xml`] : [])].join('\n')}\n`;
}

/** The landing page in each language, which names the others, and the pages that have one address. */
export function renderSitemap(domain: string, paths: readonly string[]): string {
  const origin = `https://${domain}`;
  const alternates = [...interfaceLanguageCodes, 'x-default'].map((code) => {
    const path = code === 'x-default' ? 'landing' : code;
    return `<xhtml:link rel="alternate" hreflang="${code}" href="${origin}/${path}"/>`;
  });
  const landings = interfaceLanguageCodes.map(
    (code) => `<url><loc>${origin}/${code}</loc>${alternates.join('')}</url>`,
  );
  const others = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${[...landings, ...others].join('\n')}
</urlset>
`;
}
