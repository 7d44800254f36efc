/** Set at build time from the deployment's context. */
export const contactAddress: string = import.meta.env.VITE_CONTACT_ADDRESS;
