import {
  DetectedLanguageLowConfidenceException,
  TranslateClient,
  TranslateTextCommand,
  UnsupportedLanguagePairException,
} from '@aws-sdk/client-translate';
import { findByTranslateCode, type Language } from '../../shared/languages.ts';
import { LanguageUnclear, ProductError, ProviderFailed, UnsupportedLanguagePair } from '../errors.ts';
import { askProvider, toMeteredError } from '../providers/ask.ts';
import { cutText } from '../providers/text-pieces.ts';

export interface TranslationRequest {
  readonly text: string;
  readonly source: Language | undefined;
  readonly target: Language;
  readonly formality?: 'formal' | 'informal' | undefined;
  readonly profanity?: 'mask' | undefined;
}

/** The first piece decides the detected language. @returns `detected` if the source was detected as one of ours */
export async function translateText(
  wanted: TranslationRequest,
  signal: AbortSignal,
): Promise<{ translatedText: string; detected: Language | undefined }> {
  const { text, source } = wanted;
  const [first = '', ...others] = cutText(text, bytesPerCall, Buffer.byteLength, source?.code ?? 'und');
  const beginning = translatePiece(first, source?.translate ?? 'auto', wanted, signal);
  const from = source?.translate ?? (await beginning).source;
  const pieces = await awaitPieces([
    beginning,
    ...others.map((piece) => translatePiece(piece, from, wanted, signal)),
  ]);
  return {
    translatedText: pieces.map((piece) => piece.text).join(''),
    detected: source ? undefined : findByTranslateCode(from),
  };
}

/** Waits for every piece before it throws, because answered pieces are paid for. */
async function awaitPieces<Piece>(pieces: Promise<Piece>[]): Promise<Piece[]> {
  const outcomes = await Promise.allSettled(pieces);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failed) return Promise.all(pieces);
  const isPaid = outcomes.some((outcome) => outcome.status === 'fulfilled');
  throw isPaid && failed.reason instanceof ProductError ? failed.reason.setCost('counted') : failed.reason;
}

/** Amazon Translate's limit (docs.aws.amazon.com/translate/latest/dg/what-is-limits.html). */
const bytesPerCall = 10_000;

const client = new TranslateClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 8_000, throwOnRequestTimeout: true },
});

async function translatePiece(piece: string, from: string, wanted: TranslationRequest, signal: AbortSignal) {
  const { target, formality, profanity } = wanted;
  const trimmed = piece.trim();
  if (trimmed === '') return { text: piece, source: from };
  const start = piece.indexOf(trimmed);
  const command = new TranslateTextCommand({
    Text: trimmed,
    SourceLanguageCode: from,
    TargetLanguageCode: target.translate,
    ...((formality || profanity) && {
      Settings: {
        ...(formality && { Formality: formality === 'formal' ? 'FORMAL' : 'INFORMAL' }),
        ...(profanity && { Profanity: 'MASK' }),
      },
    }),
  });
  const send = async () => {
    const answer = await client.send(command, { abortSignal: signal }).catch((error: unknown) => {
      throw toRefusal(error, wanted) ?? toMeteredError('translation', error);
    });
    if (!answer.TranslatedText?.trim()) throw new ProviderFailed('translation');
    return { ...answer, TranslatedText: answer.TranslatedText };
  };
  const answer = await askProvider('translate', send, { TranslatedCharacters: trimmed.length });
  return {
    text: piece.slice(0, start) + answer.TranslatedText + piece.slice(start + trimmed.length),
    source: answer.SourceLanguageCode ?? from,
  };
}

function toRefusal(cause: unknown, { source, target }: TranslationRequest) {
  if (cause instanceof DetectedLanguageLowConfidenceException) return new LanguageUnclear({ cause });
  if (!(cause instanceof UnsupportedLanguagePairException)) return undefined;
  const from = source ?? findByTranslateCode(cause.SourceLanguageCode);
  return new UnsupportedLanguagePair(from?.code, target.code, { cause });
}
