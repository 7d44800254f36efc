import { type ProviderHandler, readJsonBody } from '../../../infra/local/providers/wire.ts';
import { languages } from '../../../shared/languages.ts';

/** The requests to Translate. */
export interface Asked {
  readonly Text: string;
  readonly SourceLanguageCode: string;
  readonly TargetLanguageCode: string;
  readonly Settings?: { readonly Formality?: 'FORMAL' | 'INFORMAL'; readonly Profanity?: 'MASK' };
}

/**
 * Translate with all pairs, formality and masking, which no engine here has. It
 * knows a few sentences, and names the target language of others.
 *
 * @returns `asked`, every text so far
 */
export function amazonTranslate(): { handler: ProviderHandler; asked: Asked[] } {
  const asked: Asked[] = [];
  const handler: ProviderHandler = async (request, response) => {
    const input = await readJsonBody(request);
    const isText = String(request.headers['x-amz-target']).endsWith('.TranslateText');
    if (isText) asked.push(input as unknown as Asked);
    const [status, body] = isText ? translateText(input as unknown as Asked) : [200, listed];
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(body));
  };
  return { handler, asked };
}

const listed = { Languages: languages.map(({ translate }) => ({ LanguageCode: translate })) };

function translateText(asked: Asked): [status: number, body: object] {
  const { Text, TargetLanguageCode, Settings } = asked;
  const source = asked.SourceLanguageCode === 'auto' ? detect(Text) : asked.SourceLanguageCode;
  if (source === undefined) {
    const __type = 'DetectedLanguageLowConfidenceException';
    return [400, { __type, Message: 'low confidence', DetectedLanguageCode: 'en' }];
  }
  const translated = source === TargetLanguageCode ? Text : say(Text, TargetLanguageCode, Settings);
  return [
    200,
    {
      TranslatedText: Settings?.Profanity ? translated.replaceAll(/verdammte|damned/g, '?$#@$') : translated,
      SourceLanguageCode: source,
      TargetLanguageCode,
      ...(Settings && { AppliedSettings: Settings }),
    },
  ];
}

function say(text: string, target: string, settings: Asked['Settings']): string {
  const isInformal = settings?.Formality === 'INFORMAL';
  const known: Readonly<Record<string, string>> = {
    'Are you sure?>de': isInformal ? 'Bist du sicher?' : 'Sind Sie sicher?',
    'The damned bill, please.>de': 'Die verdammte Rechnung, bitte.',
    'Wo ist der Bahnhof?>es': '¿Dónde está la estación?',
  };
  return known[`${text}>${target}`] ?? `${text} (${target})`;
}

/** Translate's codes; Swahili is not a language of the product. */
function detect(text: string): string | undefined {
  if (text === 'Hm') return undefined;
  if (/Wo ist|Guten/.test(text)) return 'de';
  return /[¿ñ]/.test(text) ? 'es' : /Habari/.test(text) ? 'sw' : 'en';
}
