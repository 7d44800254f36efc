import {
  TranslateClient,
  TranslateTextCommand,
  UnsupportedLanguagePairException,
} from '@aws-sdk/client-translate';
import type { Language } from '../../shared/languages.ts';
import { askProvider } from '../ask-provider.ts';
import { UnsupportedLanguagePair } from '../errors.ts';
import { providerError } from '../provider-error.ts';
import { cutText, utf8Bytes } from '../text-pieces.ts';

/**
 * Amazon Translate. Text of more than one call's size is cut at sentence ends, translated in parallel and
 * joined; the white space around each piece stays as it was.
 *
 * @throws UnsupportedLanguagePair, ProviderFailed, ProviderTimeout
 */
export async function translateText(
  text: string,
  source: Language,
  target: Language,
  signal: AbortSignal,
): Promise<string> {
  const pieces = cutText(text, bytesPerCall, utf8Bytes, source.code);
  const translated = await Promise.all(pieces.map((piece) => translatePiece(piece, source, target, signal)));
  return translated.join('');
}

/** Amazon Translate's limit for one synchronous call. */
const bytesPerCall = 10_000;

const client = new TranslateClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 8_000, throwOnRequestTimeout: true },
});

async function translatePiece(piece: string, source: Language, target: Language, signal: AbortSignal) {
  const core = piece.trim();
  if (core === '') return piece;
  const start = piece.indexOf(core);
  const command = new TranslateTextCommand({
    Text: core,
    SourceLanguageCode: source.translate,
    TargetLanguageCode: target.translate,
  });
  const send = () =>
    client.send(command, { abortSignal: signal }).catch((error: unknown) => {
      throw error instanceof UnsupportedLanguagePairException
        ? new UnsupportedLanguagePair(source.name, target.name, { cause: error })
        : providerError('translation', error);
    });
  const answer = await askProvider('translate', send, { TranslatedCharacters: core.length });
  return piece.slice(0, start) + (answer.TranslatedText ?? '') + piece.slice(start + core.length);
}
