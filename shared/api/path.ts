import type { EndpointRow } from './endpoint.ts';

/** A cacheable GET also answers HEAD. */
export function listMethods({ method, cacheSeconds }: EndpointRow): readonly string[] {
  return cacheSeconds ? [method, 'HEAD'] : [method];
}

/** The parameters of a path (`/api/translations/{id}`); undefined without a match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== value) return undefined;
    if (name !== undefined && value === '') return undefined;
    if (name !== undefined) parameters[name] = decodeLeniently(value);
  }
  return parameters;
}

function decodeLeniently(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
