/** From the deployment's context, set when the site is built. */
export const contactAddress: string = import.meta.env.VITE_CONTACT_ADDRESS;
