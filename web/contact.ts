/** Where people write to: the deployment's context says it, and the site is built with it. */
export const contactAddress: string = import.meta.env.VITE_CONTACT_ADDRESS;
