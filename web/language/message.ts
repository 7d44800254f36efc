import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { GetICUArgs } from '@schummar/icu-type-parser';

/**
 * A text in ICU's syntax. The build replaces each call by the text in one language, so this runs only in development
 * and in tests. The message must be a literal, in a file of `web/texts/`.
 */
export function t<const Message extends string>(
  message: Message,
  ...[values]: keyof Values<Message> extends never ? [] : [Values<Message>]
): string {
  return english._(message, values);
}

type Values<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: never }
>;

const english = setupI18n({ locale: 'en', messages: { en: {} } }).setMessagesCompiler(compileMessage);
