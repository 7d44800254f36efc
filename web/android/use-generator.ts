import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Received } from '../api.ts';
import { buildFailureToast, toasts } from '../components/toasts/toasts.ts';

export type Configuration = Received<'android.setup'>;

/** Generates one configuration at a time; the last one stays while another loads or fails. */
export function useGenerator() {
  const [generated, setGenerated] = useState<Generated>();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () =>
      call('android.setup', {
        projectType: 'react-native',
        features: ['translation', 'speech-recognition', 'text-to-speech'],
        preferences: { stability: true, targetSdk: 34 },
      }),
  });

  function generate(): void {
    // These callbacks are skipped once the page is left.
    mutate(undefined, {
      onSuccess(configuration) {
        setGenerated({ configuration, generatedAtMs: Date.now() });
        toasts.show({
          title: 'Android Configuration Generated!',
          description: `Expected success rate: ${configuration.metadata.expectedSuccessRate}`,
        });
      },
      onError() {
        const description = 'Could not generate Android configuration. Please try manual setup.';
        toasts.show(buildFailureToast('Setup Failed', description));
      },
    });
  }

  return { generated, isPending, hasFailed: isError, generate };
}

export interface Generated {
  readonly configuration: Configuration;
  readonly generatedAtMs: number;
}
