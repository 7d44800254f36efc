import { interfaceLanguageCodes, interfaceLanguages } from '../../../../shared/interface-languages.ts';
import { createTranslator } from '../../../../web/build/catalogues.ts';
import { wordLogin } from '../../../../web/texts/pages/login.ts';

/** Cognito's email with a code, in every language: Cognito does not know the reader's. */
export function createCodeEmail(): { emailSubject: string; emailBody: string } {
  const versions = interfaceLanguageCodes.map((language) => ({
    language,
    direction: interfaceLanguages[language].direction,
    texts: wordLogin(createTranslator(language)),
  }));
  const words = new Set(versions.map(({ texts }) => texts.code));
  const sentences = versions.map(
    ({ language, direction, texts }) => `<p lang="${language}" dir="${direction}">${texts.mailBody}</p>`,
  );
  return {
    emailSubject: `Parley: ${[...words].join(', ')}`,
    emailBody: `<p style="font-size: 2em"><strong>{####}</strong></p>\n${sentences.join('\n')}`,
  };
}
