import { logLine } from './log.ts';

/**
 * One function per thing that happens in the business, so that log lines and metrics cannot drift apart.
 * No event holds what people said, typed or read: lengths, codes and times only.
 */

export function translated(event: {
  requestId: string;
  source: string;
  target: string;
  characters: number;
  /** Where the translation came from; `none` when both languages are written alike. */
  from: 'provider' | 'phrases' | 'none';
  durationMs: number;
}): void {
  logLine('info', 'translated', event);
}

export function transcribed(event: {
  requestId: string;
  language: string;
  audioBytes: number;
  way: 'streaming' | 'batch';
  /** False when nothing was said. */
  heard: boolean;
  durationMs: number;
}): void {
  logLine('info', 'transcribed', event);
}

export function synthesized(event: {
  requestId: string;
  language: string;
  characters: number;
  audioBytes: number;
  durationMs: number;
}): void {
  logLine('info', 'synthesized', event);
}

/** The stored phrases could not be read or written; they were translated again instead. */
export function phraseCacheFailed(event: { error: unknown }): void {
  logLine('error', 'phrase-cache-failed', { chain: causes(event.error).map(withoutMessage) });
}

/** An endpoint answered, well or not. */
export function answered(event: {
  requestId: string;
  endpoint: string;
  status: number;
  code?: string | undefined;
  durationMs: number;
}): void {
  logLine(event.status >= 500 ? 'error' : 'info', 'answered', event);
}

/** A fault behind an answer of 500 or more. Names and places only: messages may quote the input. */
export function faulted(event: { requestId: string; endpoint: string; error: unknown }): void {
  logLine('error', 'faulted', {
    requestId: event.requestId,
    endpoint: event.endpoint,
    chain: causes(event.error).map(withoutMessage),
  });
}

function causes(error: unknown): Error[] {
  const chain: Error[] = [];
  let next = error;
  while (next instanceof Error && chain.length < 5) {
    chain.push(next);
    next = next.cause;
  }
  return chain;
}

/** The stack begins with the message, whose own lines could look like frames. */
function withoutMessage({ name, message, stack = '' }: Error) {
  const places = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  const frames = places.split('\n').filter((line) => /^\s+at /.test(line));
  return { name, at: frames.slice(0, 6).map((line) => line.trim()) };
}
