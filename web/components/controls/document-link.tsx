import type { ComponentProps } from 'react';
import type { RoutePath } from '../../../shared/routes.ts';

/** A link that looks like a button. It loads a full page, because payment pages have a different security policy. */
export function DocumentLink({ to, variant = 'plain', className = '', ...rest }: DocumentLinkProps) {
  return (
    <a
      href={to}
      className={`inline-flex min-h-11 items-center justify-center gap-2 rounded-control py-1.5 text-center transition-colors ${variants[variant]} ${className}`}
      {...rest}
    />
  );
}

interface DocumentLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: RoutePath;
  variant?: keyof typeof variants;
}

const variants = {
  primary: 'bg-accent px-5 font-semibold text-on-accent hover:bg-accent-strong',
  plain: 'border border-line bg-surface px-4 font-medium hover:bg-sunken',
};
