import type { Appearance } from '@stripe/stripe-js';
import { useMemo, useSyncExternalStore } from 'react';

export function useStripeAppearance(): Appearance {
  const isDark = useSyncExternalStore(subscribe, () => scheme.matches);
  return useMemo(() => {
    const tokens = getComputedStyle(document.documentElement);
    return buildAppearance(isDark, (token) => tokens.getPropertyValue(`--color-${token}`).trim());
  }, [isDark]);
}

function buildAppearance(isDark: boolean, colour: (token: string) => string): Appearance {
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: colour('accent'),
      colorBackground: colour('surface'),
      colorText: colour('ink'),
      colorTextSecondary: colour('muted'),
      colorTextPlaceholder: colour('muted'),
      colorDanger: colour('danger'),
      fontFamily: 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
      // iPhones zoom into fields with smaller text.
      fontSizeBase: '16px',
      borderRadius: '14px',
      spacingUnit: '4.5px',
    },
    rules: {
      '.Input': { border: `1px solid ${colour('edge')}`, boxShadow: 'none' },
      '.Input:focus': { border: `1px solid ${colour('accent')}`, boxShadow: `0 0 0 1px ${colour('accent')}` },
      '.Input--invalid': { border: `1px solid ${colour('danger')}`, boxShadow: 'none' },
      '.Label': { color: colour('ink'), fontWeight: '500' },
    },
  };
}

const scheme = matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  scheme.addEventListener('change', listener);
  return () => scheme.removeEventListener('change', listener);
}
