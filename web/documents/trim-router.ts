import type { Plugin } from 'vite';

/**
 * The router ships its development build to browsers. This picks the production build and marks calls as pure, so that
 * the bundler drops the data router and server rendering.
 */
export function trimRouter(): Plugin {
  return {
    name: 'parley-trim-router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (id !== 'react-router' && id !== 'react-router/dom') return undefined;
      const found = await this.resolve(id, importer, { skipSelf: true });
      return found?.id.replace('/dist/development/', '/dist/production/');
    },
    transform(code, id) {
      if (!id.includes('/react-router/dist/production/')) return undefined;
      return code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/^( *)((?:warning(?:Once)?|invariant)\()/gm, '$1/* @__PURE__ */ $2')
        .replace('isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()')
        .replace(/^\w+\.contextType = .*;$/gm, '')
        .replace(/^(var \w+ = )(new (?:Set|URL)\()/gm, '$1/* @__PURE__ */ $2')
        .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2');
    },
  };
}
