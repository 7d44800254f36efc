import { routes } from '../../shared/routes.ts';
import { call, type Sent } from '../api.ts';

type Report = Sent<'system.report-error'>;

/** Reports errors that nothing has caught. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => reportError('script', error));
  addEventListener('unhandledrejection', ({ reason }) => reportError('rejection', reason));
}

/** Tells the operators the name and place of an error, never its message, which may quote the visitor. */
export function reportError(kind: Report['kind'], error: unknown): void {
  const { name, place } = describe(error);
  // Errors of browser extensions and of other sites' scripts. React reports only ours.
  if (!place && kind !== 'render') return;
  const key = `${kind} ${name} ${place}`;
  if (reported.has(key) || reported.size >= maxReports) return;
  reported.add(key);
  call('system.report-error', { kind, name, place, page: findPage(), release }, { keepalive: true }).catch(
    () => {},
  );
}

const reported = new Set<string>();

/** For each load of the page. */
const maxReports = 3;

/** Built, this is in the first script, whose name has a hash. */
const release = new URL(import.meta.url).pathname.split('/').at(-1) ?? '';

function describe(error: unknown): Pick<Report, 'name' | 'place'> {
  if (!(error instanceof Error)) return { name: 'Unknown' };
  const { name, message, stack = '' } = error;
  return { name: /^[A-Za-z]\w{0,60}$/.test(name) ? name : 'Error', place: findPlace(stack, message) };
}

/** Undefined unless the innermost frame with a URL is in one of our scripts. */
function findPlace(stack: string, message: string): string | undefined {
  // Chromium's stack begins with the message, whose lines could look like frames.
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack;
  const [, scheme, host, path = '', at] =
    frames.match(/\b([\w-]+:\/\/)([^/\s]*)\/([\w./-]+\.[jt]sx?)[^\s:]*(:\d+:\d+)\)?$/m) ?? [];
  return `${scheme}${host}` === location.origin && path.length <= maxPathLength ? path + at : undefined;
}

const maxPathLength = 100;

function findPage(): Report['page'] {
  return routes.find(({ path }) => path === location.pathname)?.path ?? '404';
}
