import type { Appearance } from '@stripe/stripe-js';
import { useMemo, useSyncExternalStore } from 'react';

export function useStripeAppearance(): Appearance {
  const isDark = useSyncExternalStore(subscribe, () => darkScheme.matches);
  return useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    return buildAppearance(isDark, (token) => style.getPropertyValue(`--color-${token}`).trim());
  }, [isDark]);
}

function buildAppearance(isDark: boolean, readColour: (token: string) => string): Appearance {
  const accent = readColour('accent');
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: accent,
      colorBackground: readColour('surface'),
      colorText: readColour('ink'),
      colorTextSecondary: readColour('muted'),
      colorTextPlaceholder: readColour('muted'),
      colorDanger: readColour('danger'),
      fontFamily: 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
      // iPhones zoom into fields with smaller text.
      fontSizeBase: '16px',
      borderRadius: '14px',
      spacingUnit: '4.5px',
    },
    rules: {
      '.Input': { border: `1px solid ${readColour('edge')}`, boxShadow: 'none' },
      '.Input:focus': { border: `1px solid ${accent}`, boxShadow: `0 0 0 1px ${accent}` },
      '.Input--invalid': { border: `1px solid ${readColour('danger')}`, boxShadow: 'none' },
      '.Label': { color: readColour('ink'), fontWeight: '500' },
    },
  };
}

const darkScheme = matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  darkScheme.addEventListener('change', listener);
  return () => darkScheme.removeEventListener('change', listener);
}
