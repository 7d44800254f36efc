export function findTestSentence(target: string): { text: string; language: string } {
  const text = sentences[target.split('-')[0] ?? ''];
  return text ? { text, language: target } : { text: english, language: 'en-US' };
}

const english = 'Hello! This is how your translations will sound.';

const sentences: Readonly<Record<string, string>> = {
  en: english,
  es: '¡Hola! Así sonarán tus traducciones.',
  fr: 'Bonjour ! Voici comment sonneront vos traductions.',
  de: 'Hallo! So werden deine Übersetzungen klingen.',
  it: 'Ciao! Così suoneranno le tue traduzioni.',
  pt: 'Olá! É assim que as suas traduções vão soar.',
  ca: 'Hola! Així sonaran les teves traduccions.',
  nl: 'Hallo! Zo zullen je vertalingen klinken.',
};
