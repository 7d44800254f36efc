import type { RoutePath } from '../../../shared/routes.ts';
import * as texts from '../../texts/site.ts';
import { Icon } from '../icon.tsx';
import { Link } from './link.tsx';

export function BackLink({ to = '/' }: { to?: RoutePath }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 rounded-control pe-1 font-medium text-muted hover:text-ink"
    >
      <Icon name="back" className="size-5 rtl:-scale-x-100" />
      <span className="min-w-0 wrap-anywhere hyphens-auto">{texts.backToTranslator}</span>
    </Link>
  );
}
