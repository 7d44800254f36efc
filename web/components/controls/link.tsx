import type { ComponentProps, MouseEvent } from 'react';
import type { RoutePath } from '../../../shared/routes.ts';
import { goToPath } from '../../browser/address.ts';

/** A link to a page that this document can show. */
export function Link({ to, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    // The browser opens a new tab or window, or saves the file.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goToPath(to);
  };
  return <a href={to} onClick={follow} {...rest} />;
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  to: RoutePath;
}
