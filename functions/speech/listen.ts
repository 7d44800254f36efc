import { listen } from '../../shared/api/speech.schema.ts';
import { endpoint } from '../endpoint.ts';
import { Conflict } from '../errors.ts';
import { askProvider } from '../providers/ask.ts';
import { openStream, toStreamKey } from '../tables/streams.ts';
import { logTranscribed } from '../telemetry/events.ts';
import { say } from '../texts.ts';
import { countBilledSeconds, meterStream } from './meter.ts';
import { defaultConfidence, requireRecogniser } from './recogniser.ts';
import { bytesPerSecond } from './stream/catch-up.ts';
import { relayStream } from './stream/relay.ts';

export const handler = endpoint('speech.listen', listen, async ({ stream, language: code }, caller) => {
  const language = requireRecogniser(code);
  const key = toStreamKey(caller, stream);

  const startedAt = performance.now();
  const { requestId, signal } = caller;
  const outcome = await meterStream(caller, async (maxSeconds, sent) => {
    if (!(await openStream(key))) throw new Conflict(say('streamReopened'), 'uncounted');
    return askProvider(
      'transcribe',
      () => relayStream(key, language, { maxSeconds, signal, sent }),
      (isAnswered) =>
        isAnswered || sent.seconds > 0 ? { TranscribedSeconds: countBilledSeconds(sent.seconds) } : {},
    );
  });
  const { transcript, confidence = defaultConfidence, heardSeconds, isFinished } = outcome;
  logTranscribed({
    requestId,
    language: language.code,
    audioBytes: Math.round(outcome.seconds * bytesPerSecond),
    hasWords: transcript !== '',
    durationMs: Math.round(performance.now() - startedAt),
  });
  return { transcript, confidence, heardSeconds, isFinished };
});
