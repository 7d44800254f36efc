import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toasts } from '../components/toasts/toasts.ts';
import { type Configuration, generate } from './generate.ts';
import type { Options } from './options.ts';

export interface Generated {
  readonly options: Options;
  readonly configuration: Configuration;
  readonly generatedAtMs: number;
}

export interface Generator {
  /** Stays while another one loads or fails. */
  generated: Generated | undefined;
  isPending: boolean;
  hasFailed: boolean;
  generate(options: Options): void;
}

/** One configuration at a time. No toasts after leaving the page. */
export function useGenerator(): Generator {
  const [generated, setGenerated] = useState<Generated>();
  const { mutate, isPending, isError } = useMutation({ mutationFn: generate });
  return {
    generated,
    isPending,
    hasFailed: isError,
    generate(options) {
      mutate(options, {
        onSuccess(configuration) {
          setGenerated({ options, configuration, generatedAtMs: Date.now() });
          toasts.show({
            title: 'Android Configuration Generated!',
            description: `Expected success rate: ${configuration.metadata.expectedSuccessRate}`,
          });
        },
        onError() {
          toasts.show({
            tone: 'destructive',
            title: 'Setup Failed',
            description: 'Could not generate Android configuration. Please try manual setup.',
            stay: 'long',
          });
        },
      });
    },
  };
}
