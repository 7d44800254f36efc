import { settings } from '../../settings/settings.ts';
import type { Browser } from '../browser.ts';
import { profileOf } from '../profiles.ts';
import { createDictation, type Dictation } from '../recognise/dictation.ts';
import type { Listening, VoiceFailure, VoiceListener } from '../recognise/listening.ts';
import { type Containers, recordContainers } from './container.ts';
import { openMicrophone } from './microphone.ts';
import { openPcm } from './pcm.ts';
import { amplified, gainOf, wavSampleRate } from './wav.ts';

/**
 * Opens the microphone and records until `finish` or `discard`, until nobody has spoken for a whole clip, or until the
 * microphone is lost. Call it in the tap that asks for it.
 *
 * The samples come from the microphone itself. Beside them the browser's own recorder runs until it is certain that
 * they do come: where they do not, its containers are read instead.
 */
export function record(
  { language, browser, micSensitivity, hasInterim }: RecordOptions,
  listener: VoiceListener,
): Listening {
  const { microphone, recording } = profileOf(browser);
  const opening = new AbortController();
  let phase: 'opening' | 'recording' | 'finishing' | 'over' = 'opening';
  let isListening = false;
  let stream: MediaStream | undefined;
  let dictation: Dictation | undefined;
  let containers: Containers | undefined;
  /** What is read comes from the containers. */
  let hasFallenBack = false;
  let openedMs = 0;
  let receivedMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gain = gainOf(micSensitivity);
  const pcm = openPcm(gain);
  const stopFollowing = settings.subscribe(() => {
    gain = gainOf(settings.get().micSensitivity);
    pcm.amplify(gain);
  });

  function begin(opened: MediaStream): void {
    stream = opened;
    if (phase === 'over') {
      close();
      return;
    }
    phase = 'recording';
    openedMs = performance.now();
    dictation = createDictation(
      { language, hasInterim },
      {
        onText: (text) => {
          if (phase === 'recording') listener.onInterim(text);
        },
        onSilence: () => finish(nobodySpoke),
      },
    );
    for (const track of stream.getAudioTracks()) track.addEventListener('ended', () => finish(vanished));
    containers = recordContainers(stream, recording, {
      onSamples: (samples) => add(amplified(samples, gain)),
      onUnreadable: (recorded) => dictation?.addRecorded(recorded),
      onError() {
        containers = undefined;
        if (hasFallenBack) finish(broken);
      },
    });
    pcm.listen(stream, receive);
    timer = setTimeout(judgeStart, patienceMs);
  }

  function receive(samples: Float32Array): void {
    if (phase === 'over' || hasFallenBack) return;
    tellListening();
    add(samples);
  }

  function add(samples: Float32Array): void {
    receivedMs += (samples.length / wavSampleRate) * 1_000;
    dictation?.add(samples);
  }

  function judgeStart(): void {
    if (receivedMs > 0) timer = setTimeout(judgeFlow, probationMs);
    else if (containers) fallBack();
    else fail(broken);
  }

  /** Samples that have come so far go on coming. */
  function judgeFlow(): void {
    if (containers && lacksSamples()) {
      fallBack();
      return;
    }
    containers?.discard();
    containers = undefined;
    watchFlow();
  }

  /** Samples may stop for good, as they do when a call takes the microphone: what was said until then is delivered. */
  function watchFlow(misses = 0): void {
    const beforeMs = receivedMs;
    timer = setTimeout(() => {
      if (receivedMs > beforeMs) watchFlow();
      // A page that was held up may see its timers before its samples.
      else if (misses === 0) watchFlow(1);
      else finish(interrupted);
    }, droughtMs);
  }

  /** Samples may be missing where the machine cannot keep up, or the context was held up by a call. */
  function lacksSamples(): boolean {
    return receivedMs < leastShare * (performance.now() - openedMs) - patienceMs;
  }

  function fallBack(): void {
    if (hasFallenBack || !containers) return;
    hasFallenBack = true;
    dictation?.restart();
    tellListening();
  }

  function tellListening(): void {
    if (isListening) return;
    isListening = true;
    listener.onListening();
  }

  /** @param ifNothing what to say when there is no speech in what was recorded */
  async function finish(ifNothing: VoiceFailure): Promise<void> {
    if (phase === 'opening') return fail(ifNothing);
    if (phase !== 'recording') return;
    phase = 'finishing';
    await pcm.flush();
    if (lacksSamples()) fallBack();
    if (hasFallenBack) await containers?.stop();
    if (isOver()) return;
    close();
    const clips = dictation?.end() ?? [];
    if (clips.length > 0) listener.onClips(clips);
    else listener.onFailure(ifNothing === nobodySpoke && lacksSamples() ? unreadable : ifNothing);
  }

  function fail(failure: VoiceFailure): void {
    if (phase === 'over') return;
    discard();
    listener.onFailure(failure);
  }

  function discard(): void {
    if (phase === 'over') return;
    close();
    dictation?.discard();
  }

  function close(): void {
    phase = 'over';
    opening.abort();
    clearTimeout(timer);
    stopFollowing();
    containers?.discard();
    for (const track of stream?.getTracks() ?? []) track.stop();
    pcm.close();
  }

  /** The phase may have changed while something was waited for. */
  function isOver(): boolean {
    return phase === 'over';
  }

  openMicrophone(microphone, opening.signal)
    .then(begin, fail)
    .catch(() => fail(broken));
  return { finish: () => void finish(nobodySpoke), discard };
}

export interface RecordOptions {
  readonly language: string;
  readonly browser: Browser;
  /** The setting, 1 to 10. While it records it follows the setting itself. */
  readonly micSensitivity: number;
  /** Asks the server every two seconds what was said in the last three. */
  readonly hasInterim: boolean;
}

const nobodySpoke: VoiceFailure = {
  code: 'no-speech',
  sentence: 'No speech detected. Please speak into your microphone.',
};
const vanished: VoiceFailure = {
  code: 'no-microphone',
  sentence: 'Recording failed: the microphone was disconnected',
};
const interrupted: VoiceFailure = {
  code: 'interrupted',
  sentence: 'Recording failed: the microphone was interrupted',
};
const broken: VoiceFailure = { code: 'recording', sentence: 'Recording error occurred' };
const unreadable: VoiceFailure = { code: 'recording', sentence: 'Failed to process audio.' };

/** Samples come within this time, or are not waited for. */
const patienceMs = 1_000;
/** Both together are shorter than a container, so that none is read in vain. */
const probationMs = 26_000;
/** Twice in a row without a sample is the end. */
const droughtMs = 2_000;
/** Of the samples that there should be. */
const leastShare = 0.75;
