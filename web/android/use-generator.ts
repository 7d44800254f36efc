import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Received } from '../api.ts';
import { buildFailureToast, toasts } from '../components/toasts/toasts.ts';
import * as texts from '../texts/android.tsx';

export type Configuration = Received<'android.setup'>;

/** Generates configurations. The last one stays while the next loads or fails. */
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
    // Unlike those of `useMutation`, these callbacks do not run after the component has unmounted.
    mutate(undefined, {
      onSuccess(configuration) {
        setGenerated({ configuration, generatedAtMs: Date.now() });
        toasts.show({
          title: texts.generatedTitle,
          description: texts.expectedSuccess(configuration.metadata.expectedSuccessRate),
        });
      },
      onError() {
        toasts.show(buildFailureToast(texts.setupFailedTitle, texts.setupFailed));
      },
    });
  }

  return { generated, isPending, hasFailed: isError, generate };
}

export interface Generated {
  readonly configuration: Configuration;
  readonly generatedAtMs: number;
}
