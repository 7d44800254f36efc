/** Where people write to. A placeholder until there is a mailbox: `example` names are nobody's. */
export const contactAddress = 'hello@parley.example';
