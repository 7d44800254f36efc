// The command `npm run texts`.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import PO from 'pofile';
import { interfaceLanguageCodes } from '../../shared/interface-languages.ts';
import { findFaults, getCataloguePath, readMessages, readPo } from './catalogues.ts';

const languages = interfaceLanguageCodes.filter((each) => each !== 'en');
const [wanted] = process.argv.slice(2);
if (wanted !== undefined && !languages.some((each) => each === wanted)) {
  console.error(`There is no catalogue "${wanted}". There are: ${languages.join(', ')}.`);
  process.exit(2);
}
const messages = await readMessages();
for (const language of languages) {
  const po = updateCatalogue(language);
  const missing = po.items.filter(({ msgstr: [text] }) => !text);
  const faults = po.items.flatMap(({ msgid, msgstr: [text = ''] }) => findFaults(language, msgid, text));
  console.log(`${language}: ${po.items.length} messages, ${missing.length} missing, ${faults.length} faults`);
  for (const fault of faults) console.log(`  ${fault}`);
  if (language === wanted) for (const { msgid } of missing) console.log(`  ${JSON.stringify(msgid)}`);
}

function updateCatalogue(language: string): PO {
  const before = new Map(readPo(language).items.map((item) => [item.msgid, item]));
  const po = new PO();
  po.headers = { Language: language, 'Content-Type': 'text/plain; charset=UTF-8' };
  po.items = messages.map(({ text, comment }) => {
    const item = new PO.Item();
    item.msgid = text;
    item.msgstr = before.get(text)?.msgstr ?? [''];
    item.extractedComments = comment.split('\n');
    // Translators' own remarks.
    item.comments = before.get(text)?.comments ?? [];
    return item;
  });
  const file = getCataloguePath(language);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${po.toString().trimEnd()}\n`);
  return po;
}
