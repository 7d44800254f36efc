import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import type { RoutePath } from '../../../shared/routes.ts';

/** A link to a page of the site, without loading a document. The router's own brings its framework along. */
export function Link({ to, ...rest }: LinkProps) {
  return <a href={useHref(to)} onClick={useLinkClickHandler(to)} {...rest} />;
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  to: RoutePath;
}
