import { randomUUID } from 'node:crypto';
import { goodRequest, recordingForm } from '../handlers/good-calls.ts';
import { call, type Someone } from '../handlers/in-process.ts';

type Handlers = Record<'listen' | 'sendChunk', Parameters<typeof call>[0]>;

/** One stream of somebody, by the handlers. */
export function startSpeaker(handlers: Handlers, somebody: Someone, stream: string = randomUUID()) {
  const send = (sequence: number, audio: Uint8Array, isLast = false) => {
    const fields = { stream, sequence: `${sequence}`, ...(isLast && { isLast: 'true' }) };
    const request = { ...goodRequest('speech.send-chunk'), ...recordingForm(audio, fields) };
    return call(handlers.sendChunk, request, somebody);
  };
  /** Until the stream is open. */
  const speak = async (sequence: number, audio: Uint8Array, isLast = false) => {
    for (;;) {
      const answer = await send(sequence, audio, isLast);
      if (answer.body.hasBegun !== false) return answer;
    }
  };
  return {
    stream,
    listen: (language = 'en-US') =>
      call(handlers.listen, { ...goodRequest('speech.listen'), body: { stream, language } }, somebody),
    send,
    speak,
    /** Repeats a part until the answer is as expected. */
    until: async (sequence: number, audio: Uint8Array, isExpected: (body: Heard) => boolean) => {
      for (;;) {
        const { body } = await send(sequence, audio);
        if (isExpected(body)) return body as Heard;
      }
    },
  };
}

export interface Heard {
  readonly transcript: string;
  readonly heardSeconds: number;
  readonly interim: string;
  readonly isOpen: boolean;
}
