import { readModel } from '../../../infra/local/engines/neural/model-files.ts';
import { createNeural } from '../../../infra/local/engines/neural/neural.ts';
import { startEngine } from '../../../infra/local/engines/neural/start-engine.ts';
import { createBergamot } from '../../../shared/neural/bergamot.ts';
import { escapeHtml, unescapeHtml } from '../../../shared/neural/html.ts';
import type { Part } from '../proof.ts';

/** Sentences that the engine alone spoils, before and after. */
export async function proveKept(modelsFolder: string): Promise<Part> {
  const engine = createBergamot(await startEngine());
  const alone = engine.load(readModel(modelsFolder, 'en-pt'));
  const neural = createNeural({ modelsFolder });
  const figures: Record<string, object> = {};
  const findings: string[] = [];
  try {
    for (const [text, expected] of cases) {
      const before = unescapeHtml(alone.translate([escapeHtml(text)])[0] ?? '');
      const after = await neural.translate(text, 'en', 'pt');
      figures[shorten(text)] = { before: shorten(before), after: shorten(after) };
      if (!expected.test(after))
        findings.push(`"${text}" became "${after}", which does not match ${expected}.`);
    }
  } finally {
    alone.free();
    neural.stop();
  }
  return { name: 'what the engine alone spoils, from English to Portuguese', figures, findings };
}

function shorten(text: string): string {
  const line = JSON.stringify(text);
  return line.length > 64 ? `${line.slice(0, 64)}…` : line;
}

/** Texts, and the form that their translation must have. */
const cases: readonly (readonly [string, RegExp])[] = [
  ['I ❤️ NY 😀', /^\p{L}+ ❤️ NY 😀$/u],
  ['👋 Hello! How are you? 😀', /^👋 Olá! Como .+\? 😀$/u],
  ['We arrived 👨‍👩‍👧 and the flat is great 🇧🇷!', /^.+ 👨‍👩‍👧 .+ 🇧🇷!$/u],
  ['Visit https://example.com/a?b=c&d=e for details.', / https:\/\/example\.com\/a\?b=c&d=e /],
  ['Write to a.b@example.org today.', / a\.b@example\.org .*hoje/],
  ['Hello {name}, you have %s messages.', /^Olá,? \{name\}, .*%s/],
  ['Click <b>here</b> now.', /^Clique (em )?<b>aqui<\/b> agora\.$/],
  ['The luggage weighs 23.5 kg and costs $1,299.99.', /23\.5 kg .* \$1,299\.99/],
  ['The train leaves at 10:45 from platform 3.', /10:45 .* 3/],
  ['PLEASE DO NOT ENTER', /^\P{Ll}*$/u],
  ['EXIT', /^SAÍDA$/],
  ['Hello', /^Olá$/],
  ['Thanks', /^Obrigad[oa]$/],
  ['Good morning', /^Bom dia$/],
  ['First line.\n\n  Second line.\r\nThird line.', /^[^\n]+\.\n\n {2}[^\n]+\.\r\n[^\n]+\.$/],
  [
    `${'We walked to the station and then we took a train, '.repeat(20)}and then we slept.`,
    /^(.*?(estação|trem|comboio)){30}.*dorm/s,
  ],
];
