import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import type { RoutePath } from '../../../shared/routes.ts';

/** Replaces the router's `Link`, which would add its data framework to the first load. */
export function Link({ to, ...rest }: LinkProps) {
  return <a href={useHref(to)} onClick={useLinkClickHandler(to)} {...rest} />;
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  to: RoutePath;
}
