import { isEntitled, statusQuery } from '../../billing/status.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import type { Browser } from '../../speech/browser.ts';
import type { Listening, VoiceListener } from '../../speech/recognise/listening.ts';
import * as voiceInput from '../../speech/recognise/voice-input.ts';
import { buildMissingWordsToast, buildSwitchingToast } from '../../speech/recognise/voice-toast.ts';
import { healthQuery } from '../../system/health.ts';

export { buildVoiceToast } from '../../speech/recognise/voice-toast.ts';

export function listen(
  language: string,
  browser: Browser,
  { onSwitching, ...listener }: VoiceListener & { onSwitching(): void },
): Listening {
  const status = queryClient.getQueryData(statusQuery.queryKey);
  const health = queryClient.getQueryData(healthQuery.queryKey);
  const hasPremium = status !== undefined && isEntitled(status);
  return voiceInput.listen(
    language,
    { browser, health, hasPremium },
    {
      ...listener,
      onSwitching({ text }) {
        toasts.show(buildSwitchingToast(text));
        onSwitching();
      },
    },
  );
}

export async function transcribe(clips: readonly Blob[], language: string, signal: AbortSignal) {
  const { allowanceError, ...transcript } = await voiceInput.transcribe(clips, language, signal);
  if (allowanceError) toasts.show(buildMissingWordsToast(allowanceError.detail));
  return transcript;
}
