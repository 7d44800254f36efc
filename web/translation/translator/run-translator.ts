import { ApiError, describeError } from '../../api.ts';
import { type Machine, runMachine } from '../../browser/machine.ts';
import type { FailureTexts, Listening, VoiceFailure } from '../../speech/recognise/listening.ts';
import type { Transcript } from '../../speech/transcribe/transcript.ts';
import * as texts from '../../texts/translator.ts';
import type { LimitCode, Translated, TranslatorEvent, TranslatorState } from './translator.ts';

export type RunningTranslator = Machine<TranslatorState, TranslatorEvent>;

export interface Services<State = TranslatorState> {
  listen(language: string, send: (event: TranslatorEvent) => void): Listening;
  recognise(clips: readonly Blob[], language: string, signal: AbortSignal): Promise<Transcript>;
  /** @param source `auto` to detect it */
  translate(text: string, source: string, target: string, signal: AbortSignal): Promise<Translated>;
  translatePhrase: Services['translate'];
  onChange(state: State, before: State): void;
}

/** Runs the translator, or a state machine that extends it. A new run or going idle stops the earlier work. */
export function runTranslator<State extends TranslatorState, Event>(
  next: (state: State, event: Event | TranslatorEvent) => State,
  initial: State,
  services: Services<State>,
): Machine<State, Event | TranslatorEvent> {
  let listening: Listening | undefined;
  let controller: AbortController | undefined;
  const machine = runMachine(next, initial, (state, before) => {
    if (state.phase !== before.phase || state.run !== before.run) enter(state, before);
    services.onChange(state, before);
  });

  function enter(state: TranslatorState, before: TranslatorState): void {
    const isNewRun = state.run !== before.run;
    if (isNewRun || state.phase === 'idle') {
      listening?.discard();
      listening = undefined;
      controller?.abort();
      controller = undefined;
    }
    // Within a run, voice input switches its method by itself.
    if (state.phase === 'asking' && isNewRun)
      listening = services.listen(state.source, sendDuring(state.run));
    if (state.phase === 'finishing') listening?.finish();
    if (state.phase === 'recognising') recognise(state);
    if (state.phase === 'translating') translate(state);
  }

  function recognise({ clips, source, run }: TranslatorState): void {
    controller = new AbortController();
    services.recognise(clips, source, controller.signal).then(
      (recognised) => sendDuring(run)({ type: 'transcript-arrived', ...recognised }),
      (error: unknown) => sendDuring(run)({ type: 'voice-failed', failure: buildVoiceFailure(error) }),
    );
  }

  function translate({ original, target, run }: TranslatorState): void {
    controller = new AbortController();
    const translate = original.isPhrase ? services.translatePhrase : services.translate;
    translate(original.text, original.language, target, controller.signal).then(
      (translated) => sendDuring(run)({ type: 'translation-arrived', ...translated }),
      (error: unknown) => sendDuring(run)(buildFailure(error)),
    );
  }

  function sendDuring(run: number): (event: TranslatorEvent) => void {
    return (event) => {
      const { phase, run: current } = machine.get();
      if (current === run && phase !== 'idle') machine.send(event);
    };
  }

  return machine;
}

/** @param advice what the failure cost; not added to our server's errors, which say it themselves */
export function describeCallFailure(
  error: unknown,
  fallback: string,
  advice = texts.retryIsFree,
): FailureTexts {
  const isExplained = error instanceof ApiError && error.code !== undefined;
  const isOutage = error instanceof ApiError && error.status > 499;
  return { text: describeError(error) ?? fallback, advice: isExplained ? undefined : advice, isOutage };
}

function buildVoiceFailure(error: unknown): VoiceFailure {
  const { text, ...rest } = describeCallFailure(error, texts.unknownError, texts.usedNoTranslation);
  return { code: 'transcription', text: texts.transcriptionFailed(text), ...rest };
}

function buildFailure(error: unknown): TranslatorEvent {
  const failure = describeCallFailure(error, texts.translateFailed);
  const limit = findLimit(error);
  return limit ? { type: 'limit-reached', limit, ...failure } : { type: 'translation-failed', ...failure };
}

function findLimit(error: unknown): LimitCode | undefined {
  const code = error instanceof ApiError ? error.code : undefined;
  return code === 'daily_limit_reached' || code === 'guest_limit_reached' ? code : undefined;
}

/** Values of `Idempotency-Key`: the same request has the same key, so a retry does not use another translation. */
export function createRequestKeys(last = { request: '', key: '' }) {
  return function getKey(call: object): string {
    const request = JSON.stringify(call);
    if (request !== last.request) Object.assign(last, { request, key: createUlid() });
    return last.key;
  };
}

/** The translator's. It outlives the page with the draft: after a reload, the same text is not counted again. */
export const lastRequest = { request: '', key: '' };

/** A ULID: 10 characters of time and 16 random ones, 5 bits each. The history sorts by it. */
function createUlid(): string {
  let time = '';
  for (let rest = Date.now(); time.length < 10; rest = Math.floor(rest / 32))
    time = alphabet[rest % 32] + time;
  const random = crypto.getRandomValues(new Uint8Array(16));
  return time + Array.from(random, (byte) => alphabet[byte % 32]).join('');
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
