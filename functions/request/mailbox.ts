/** `Ada.Lovelace+parley@googlemail.com` is the mailbox `adalovelace@gmail.com`. */
export function removeAlias(email: string): string {
  const [name = '', host = ''] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  const box = name.split('+', 1)[0] ?? '';
  const provider = providers.find(({ hosts }) => hosts.includes(host));
  return provider ? `${box.replace(provider.ignored, '')}@${provider.hosts[0]}` : `${box}@${host}`;
}

/** Providers whose hosts share their mailboxes, and the characters that they ignore before the `@`. */
const providers: readonly { readonly hosts: readonly string[]; readonly ignored: RegExp | '' }[] = [
  { hosts: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  // Hosts: https://proton.me/support/addresses-and-aliases. Characters: `canonicalizeEmail` of
  // https://github.com/ProtonMail/WebClients/blob/main/packages/shared/lib/helpers/email.ts
  { hosts: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignored: /[._-]/g },
  // https://yandex.com/support/domain/additional/mailbox-alias.xml
  { hosts: ['yandex.com', 'yandex.ru', 'yandex.by', 'yandex.kz', 'yandex.ua', 'ya.ru'], ignored: '' },
];
