import type { RoutePath } from '../../../shared/routes.ts';
import * as texts from '../../texts/site.ts';
import { Icon } from '../icon.tsx';
import { Link } from './link.tsx';

/** @param isFullLoad full page load, because payment pages have a different security policy */
export function BackLink({ to = '/', isFullLoad = false }: { to?: RoutePath; isFullLoad?: boolean }) {
  const content = (
    <>
      <Icon name="back" />
      {texts.backToTranslator}
    </>
  );
  if (isFullLoad) {
    return (
      <a href={to} className={classes}>
        {content}
      </a>
    );
  }
  return (
    <Link to={to} className={classes}>
      {content}
    </Link>
  );
}

const classes =
  'inline-flex min-h-11 items-center gap-2 rounded-control pr-1 font-medium text-muted hover:text-ink';
