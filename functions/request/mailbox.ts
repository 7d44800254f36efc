/** `Ada.Lovelace+parley@googlemail.com` is the mailbox `adalovelace@gmail.com`. */
export function removeAlias(email: string): string {
  const [name = '', host = ''] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  const box = name.split('+', 1)[0] ?? '';
  const isGoogle = host === 'gmail.com' || host === 'googlemail.com';
  return isGoogle ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${host}`;
}
